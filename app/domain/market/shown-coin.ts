import { coinsHref } from "../addresses/page-addresses";
import { formatAmount, formatCompactAmount, formatPrice } from "../format/money";
import { directionOf, formatShare, formatSupply, NOT_AVAILABLE, unsignedPercent } from "../format/number";
import { shortenMiddle } from "../format/text";
import { formatDate } from "../format/time";
import { TIME } from "../time";
import type { Coin, KnownCoin, MarketCoin } from "./coin";
import { LINK_KINDS, type TextPart } from "./coin-details";
import type { Category } from "./coin-selection";
import type { Currency } from "./currency";
import { shownMarkets } from "./shown-markets";

/** A figure as text: pages get no numbers to format, so their scripts need no code for it. */
export interface ShownFigure {
  readonly term: string;
  readonly value: string;
  readonly note?: string | undefined;
}

const NO_LIMIT = "No limit";

/**
 * Writes the key figures of a coin.
 * @param isSupplyUnlimited whether the coin's own answer says that there is no maximum; else a missing one is not known
 */
export function shownFigures(
  coin: MarketCoin,
  currency: Currency,
  isSupplyUnlimited: boolean,
): readonly ShownFigure[] {
  const { maxSupply, circulatingSupply } = coin;
  const part = maxSupply ? ((circulatingSupply ?? 0) / maxSupply) * 100 : 0;
  const extreme = (end: "Low" | "High"): ShownFigure => {
    const price = coin[`allTime${end}`];
    return {
      term: `All Time ${end}`,
      value: formatPrice(price, currency),
      note: sinceExtreme(price, coin[`allTime${end}At`], coin.price),
    };
  };
  return [
    { term: "Max Supply", value: isSupplyUnlimited ? NO_LIMIT : formatSupply(maxSupply, currency) },
    {
      term: "Circulating Supply",
      value: formatSupply(circulatingSupply, currency),
      note: part > 0 && part <= 100 ? `${formatShare(part, 1)} of maximum` : "",
    },
    amountFigure("Market Cap", coin.marketCap, currency),
    amountFigure("Volume (24h)", coin.volume, currency),
    extreme("Low"),
    extreme("High"),
  ];
}

function amountFigure(term: string, amount: number | null, currency: Currency): ShownFigure {
  const compact = formatCompactAmount(amount, currency);
  const exact = formatAmount(amount, currency);
  return compact === null ? { term, value: exact } : { term, value: compact, note: exact };
}

/** Describes when an extreme occurred, and how far the price is from it now: `6 Oct 2025, now 36.92 % lower`. Empty if unknown. */
function sinceExtreme(extreme: number | null, at: number | null, price: number | null): string {
  const percent = extreme === null || price === null ? Number.NaN : (price / extreme - 1) * 100;
  const direction = Number.isFinite(percent) ? directionOf(percent) : "unchanged";
  const date = at === null ? "" : formatDate(at, "utc");
  if (direction === "unchanged") return date;
  const distance = `now\u00a0${unsignedPercent(percent)} ${direction === "up" ? "higher" : "lower"}`;
  return date === "" ? distance : `${date}, ${distance}`;
}

export type ShownDayRange = ReturnType<typeof shownDayRange>;

export function shownDayRange({ low24h, high24h, price }: MarketCoin, currency: Currency) {
  return { low: low24h, high: high24h, position: positionInRange(low24h, high24h, price), currency };
}

/** Position of the price between low and high in whole per cent, from 0 to 100; null without a range. */
function positionInRange(low: number | null, high: number | null, price: number | null): number | null {
  if (low === null || high === null || price === null || high <= low) return null;
  const part = (price - low) / (high - low);
  return Math.round(Math.min(1, Math.max(0, part)) * 100);
}

const MAX_FIRST_MARKETS = 10;

/** Details older than the price by this many milliseconds show their own time. */
const LATER_MS = 2 * TIME.HOUR;

/** Returns the time of details that are clearly older than prices; otherwise null. Milliseconds since the epoch. */
export function detailsAsOf(at: number, pricesFrom: number): number | null {
  return pricesFrom - at > LATER_MS ? at : null;
}

export type ShownDetails = ReturnType<typeof shownDetails>;

/**
 * @param known the coin's current data: its own answer may be older
 * @param at time of the answer, in milliseconds since the epoch, from which the age of a trade counts
 * @param categories names of categories, with their ids; none while they are unknown
 */
export function shownDetails(
  coin: Coin,
  known: KnownCoin,
  currency: Currency,
  at: number,
  categories: readonly Category[] | null,
) {
  const { details } = coin;
  const { maxSupply, circulatingSupply } = coin.in[currency];
  const { isSupplyUnlimited, totalSupply } = details;
  const { change1h, change24h, change7d } = known;
  const { fullyDilutedValuation, change30d, change60d, change200d, change1y } = details.outlooks[currency];
  const percent = maxSupply && circulatingSupply ? (circulatingSupply / maxSupply) * 100 : null;
  const circulatingPercent = percent !== null && percent <= 100 ? percent : null;
  const changes: readonly (readonly [span: string, percent: number | null])[] = [
    ["1 hour", change1h],
    ["24 hours", change24h],
    ["7 days", change7d],
    ["30 days", change30d],
    ["60 days", change60d],
    ["200 days", change200d],
    ["1 year", change1y],
  ];
  return {
    changes,
    figures: [
      amountFigure("Fully Diluted Valuation", fullyDilutedValuation, currency),
      { term: "Total Supply", value: formatSupply(totalSupply, currency) },
      {
        term: "Circulating Share of Maximum",
        value: isSupplyUnlimited
          ? NO_LIMIT
          : circulatingPercent === null
            ? NOT_AVAILABLE
            : formatShare(circulatingPercent, 1),
      },
    ] satisfies ShownFigure[],
    asOf: detailsAsOf(at, known.fetchedAt),
    circulatingPercent: circulatingPercent && Math.round(circulatingPercent * 10) / 10,
    description: details.description,
    contracts: details.contracts.map(({ chain, address }) => ({
      chain,
      address,
      short: shortenMiddle(address),
    })),
    facts: factsOf(details, currency, categories ?? []),
    markets: shownMarkets(coin, currency, at).slice(0, MAX_FIRST_MARKETS),
    marketCount: details.tickers.length,
  };
}

/** Lists known facts. A category without a known id is not a link. */
function factsOf(
  { links, categories, genesisAt, hashingAlgorithm }: Coin["details"],
  currency: Currency,
  knownCategories: readonly Category[],
) {
  const categoryPart = (text: string): TextPart => {
    const id = knownCategories.find(({ name }) => name === text)?.id;
    return { text, href: id && coinsHref(currency, 1, null, id) };
  };
  const linked = LINK_KINDS.map((term) => ({
    term,
    parts: inARow(
      links
        .filter(({ kind }) => kind === term)
        .map(({ href }): TextPart => ({ text: addressInShort(href), href })),
    ),
  }));
  const facts = [
    ...linked,
    { term: "Genesis date", parts: genesisAt === null ? [] : [{ text: formatDate(genesisAt, "utc") }] },
    { term: "Hashing algorithm", parts: hashingAlgorithm === "" ? [] : [{ text: hashingAlgorithm }] },
    { term: "Categories", parts: inARow(categories.map(categoryPart)) },
  ];
  return facts.filter(({ parts }) => parts.length > 0);
}

export function inARow(links: readonly TextPart[]): readonly TextPart[] {
  return links.flatMap((link, index) => (index === 0 ? [link] : [{ text: ", " }, link]));
}

export function addressInShort(href: string): string {
  const { hostname, pathname } = new URL(href);
  return `${hostname.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}`;
}
