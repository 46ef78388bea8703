import { formatAmount, formatCompactAmount, formatPrice, formatShortAmount } from "~/domain/format/money";
import {
  directionOf,
  formatShare,
  formatSupply,
  NOT_AVAILABLE,
  unsignedPercent,
} from "~/domain/format/number";
import { formatDate } from "~/domain/format/time";
import type { Coin, KnownCoin, MarketCoin } from "~/domain/market/coin";
import { LINK_KINDS, type TextPart, type Ticker } from "~/domain/market/coin-details";
import { categoryIdOf } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import type { ShownDayRange, ShownDetails, ShownFigure, ShownMarket } from "~/domain/market/shown-coin";
import { coinsHref } from "~/domain/pages";
import { TIME } from "~/domain/time";

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

/** Formats an amount, abbreviated if possible, above the exact one. */
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

/** Formats the lowest and the highest price of 24 hours. */
export function shownDayRange({ low24h, high24h, price }: MarketCoin, currency: Currency): ShownDayRange {
  return {
    low: formatPrice(low24h, currency),
    high: formatPrice(high24h, currency),
    position: positionInRange(low24h, high24h, price),
  };
}

/** Position of the price between low and high in whole per cent, from 0 to 100; null without a range. */
function positionInRange(low: number | null, high: number | null, price: number | null): number | null {
  if (low === null || high === null || price === null || high <= low) return null;
  const part = (price - low) / (high - low);
  return Math.round(Math.min(1, Math.max(0, part)) * 100);
}

/** Markets on the coin's own page. */
const MAX_FIRST_MARKETS = 10;

/** Details older than the price by this many milliseconds show their own time. */
const LATER_MS = 2 * TIME.HOUR;

/** Returns the time of details that are clearly older than prices; otherwise null. Milliseconds since the epoch. */
export function detailsAsOf(at: number, pricesFrom: number): number | null {
  return pricesFrom - at > LATER_MS ? at : null;
}

/**
 * @param known the coin's current data: its own answer may be older
 * @param at time of the answer, in milliseconds since the epoch, from which the age of a trade counts
 */
export function shownDetails(coin: Coin, known: KnownCoin, currency: Currency, at: number): ShownDetails {
  const { details } = coin;
  const { maxSupply, circulatingSupply } = coin.in[currency];
  const { isSupplyUnlimited, totalSupply } = details;
  const { change1h, change24h, change7d } = known;
  const { fullyDilutedValuation, change30d, change60d, change200d, change1y } = details.outlooks[currency];
  const percent = maxSupply && circulatingSupply ? (circulatingSupply / maxSupply) * 100 : null;
  const circulatingPercent = percent !== null && percent <= 100 ? percent : null;
  return {
    changes: [
      ["1 hour", change1h],
      ["24 hours", change24h],
      ["7 days", change7d],
      ["30 days", change30d],
      ["60 days", change60d],
      ["200 days", change200d],
      ["1 year", change1y],
    ],
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
    ],
    asOf: detailsAsOf(at, known.fetchedAt),
    circulatingPercent: circulatingPercent && Math.round(circulatingPercent * 10) / 10,
    description: details.description,
    facts: factsOf(details, currency),
    markets: shownMarkets(coin, currency, at).slice(0, MAX_FIRST_MARKETS),
    marketCount: details.tickers.length,
  };
}

/** Lists known facts. A category whose id cannot be derived from its name is not a link. */
function factsOf(
  { links, categories, genesisAt, hashingAlgorithm }: Coin["details"],
  currency: Currency,
): ShownDetails["facts"] {
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
    { term: "Categories", parts: inARow(categories.map((name) => categoryPart(name, currency))) },
  ];
  return facts.filter(({ parts }) => parts.length > 0);
}

function categoryPart(name: string, currency: Currency): TextPart {
  const id = categoryIdOf(name);
  return id === null ? { text: name } : { text: name, href: coinsHref(currency, 1, null, id) };
}

function inARow(links: readonly TextPart[]): readonly TextPart[] {
  return links.flatMap((link, index) => (index === 0 ? [link] : [{ text: ", " }, link]));
}

/** Shortens an address to its significant part: `github.com/bitcoin/bitcoin`. */
function addressInShort(href: string): string {
  const { hostname, pathname } = new URL(href);
  return `${hostname.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}`;
}

const TRUST_WORDS = { green: "High", yellow: "Medium", red: "Low" } as const;

/**
 * Formats all markets of a coin, the busiest first. Of our currencies, the service supports only dollars here; amounts are
 * converted by the ratio of the coin's own prices.
 */
export function shownMarkets(coin: Coin, currency: Currency, at: number): readonly ShownMarket[] {
  const perDollar = unitsPerDollar(coin, currency);
  const converted = (usd: number | null) => (usd === null || perDollar === null ? null : usd * perDollar);
  return coin.details.tickers.map(({ exchange, pair, url, flaw, ...ticker }) => {
    return {
      exchange,
      ...(url === null ? {} : { href: url }),
      ...(flaw === null ? {} : { flaw }),
      cells: [
        pair,
        formatPrice(converted(ticker.priceUsd), currency),
        formatShortAmount(converted(ticker.volumeUsd), currency),
        ticker.spread === null ? NOT_AVAILABLE : formatShare(ticker.spread, 2),
        ticker.trust === null ? NOT_AVAILABLE : TRUST_WORDS[ticker.trust],
        ageInWords(ticker.tradedAt, at),
      ],
    };
  });
}

/** Returns null if the coin lacks a price in one of the two. */
function unitsPerDollar(coin: Coin, currency: Currency): number | null {
  const [price, dollars] = [coin.in[currency].price, coin.in.usd.price];
  if (currency === "usd") return 1;
  return price && dollars ? price / dollars : null;
}

function ageInWords(tradedAt: Ticker["tradedAt"], at: number): string {
  if (tradedAt === null) return NOT_AVAILABLE;
  const ms = Math.max(0, at - tradedAt);
  if (ms < TIME.MINUTE) return "<\u00a01\u00a0min";
  if (ms < TIME.HOUR) return `${Math.floor(ms / TIME.MINUTE)}\u00a0min`;
  return ms < 2 * TIME.DAY
    ? `${Math.floor(ms / TIME.HOUR)}\u00a0h`
    : `${Math.floor(ms / TIME.DAY)}\u00a0days`;
}
