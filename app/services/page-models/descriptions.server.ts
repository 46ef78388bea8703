import { formatPrice } from "~/domain/format/money";
import { formatPercent } from "~/domain/format/number";
import { isolated, shorten } from "~/domain/format/text";
import { formatUtc } from "~/domain/format/time";
import type { CoinSummary, KnownCoin, MarketCoin } from "~/domain/market/coin";
import type { MapPeriod } from "~/domain/market/coin-selection";
import { changeOver, type MoversView, moversInWords } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import {
  arrangeExchanges,
  DEFAULT_EXCHANGE_VIEW,
  type Exchange,
  isRanked,
  possibleView,
} from "~/domain/market/exchange";
import type { MapField } from "~/domain/market/market-map";

/** More would be cut by search engines and messengers. */
const MAX_NAMED = 3;
const MAX_NAME_LENGTH = 30;

/**
 * Describes a page of the coin list for link previews: price and change of its first coins with a new price, and the time.
 * @param fetchedAt milliseconds since the epoch
 */
export function coinsDescription(
  coins: readonly Pick<CoinSummary, "name" | "price" | "priceFrom" | "change24h">[],
  currency: Currency,
  pageNumber: number,
  fetchedAt: number,
  category: string | null = null,
): string {
  const kind = category === null ? "Crypto coins" : `Crypto coins of the category ${isolated(category)}`;
  const page = `${kind} and their prices in ${currency}, page ${pageNumber}.`;
  const priced = coins.filter(({ price, priceFrom }) => price !== null && priceFrom === undefined);
  if (priced.length === 0) return page;
  const prices = firstOf(priced, ({ price, change24h }, index) => {
    const change = `(${formatPercent(change24h)}${index === 0 ? " in 24 hours" : ""})`;
    return `${formatPrice(price, currency)}${change24h === null ? "" : ` ${change}`}`;
  });
  return `${prices}, on ${formatUtc(fetchedAt)}. ${page}`;
}

/** Describes a coin's page: its price, its change and the time of the price. */
export function coinDescription(
  { name, price, change24h, pricedAt }: Pick<KnownCoin, "name" | "price" | "change24h" | "pricedAt">,
  currency: Currency,
): string {
  return `${isolated(name)}: ${formatPrice(price, currency)}, ${formatPercent(change24h)} in 24 hours, on ${formatUtc(pricedAt)}. Its price history and key figures.`;
}

/** Describes a list of movers: the first ones and their changes, and the time. */
export function moversDescription(
  coins: readonly Pick<MarketCoin, "name" | "change24h" | "change7d">[],
  view: MoversView,
  covered: number,
  fetchedAt: number,
): string {
  const words = moversInWords(view);
  if (coins.length === 0) return `${words}: crypto coins by their change.`;
  const first = firstOf(coins, (coin) => `(${formatPercent(coin[changeOver(view.period)])})`);
  return `${words}, on ${formatUtc(fetchedAt)}, among ${covered} of the largest crypto coins: ${first}.`;
}

/** Describes the map of the largest coins: the first ones and their changes, and the time. */
export function mapDescription(fields: readonly MapField[], period: MapPeriod, fetchedAt: number): string {
  const first = firstOf(fields, ({ change }) => `(${formatPercent(change)})`);
  return `The largest crypto coins by market cap, coloured by their change over ${period}, on ${formatUtc(fetchedAt)}${first === "" ? "" : `: ${first}`}.`;
}

/** Describes the page of exchanges: the first of them, and the time. */
export function exchangesDescription(exchanges: readonly Exchange[], fetchedAt: number): string {
  const areRanked = isRanked(exchanges);
  const first = firstOf(arrangeExchanges(exchanges, possibleView(DEFAULT_EXCHANGE_VIEW, areRanked)));
  const order = first === "" ? "" : `: ${first} first`;
  return `Crypto exchanges by ${areRanked ? "trust score" : "volume"} on ${formatUtc(fetchedAt)}${order}, each with a link to its own site.`;
}

export function searchDescription(query: string, coins: readonly Named[], count: number): string {
  if (count === 0) return "Finds any coin by its name, symbol or id.";
  return `${count === 1 ? "One coin matches" : `${count} coins match`} “${query}”: ${firstOf(coins)}${count > MAX_NAMED ? " and others" : ""}.`;
}

interface Named {
  readonly name: string;
}

/** Lists the first names, each with what it says behind it. */
function firstOf<Item extends Named>(
  items: readonly Item[],
  wordsOf: (item: Item, index: number) => string = () => "",
): string {
  const words = items
    .slice(0, MAX_NAMED)
    .map((item, index) => `${isolated(shorten(item.name, MAX_NAME_LENGTH))} ${wordsOf(item, index)}`.trim());
  return words.join(", ");
}
