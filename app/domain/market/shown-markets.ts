import { exchangeHref } from "../addresses/page-addresses";
import { formatPrice, formatShortAmount } from "../format/money";
import { formatShare, NOT_AVAILABLE } from "../format/number";
import { isolated, shorten, shortenMiddle } from "../format/text";
import { TIME } from "../time";
import type { Coin } from "./coin";
import type { TextPart, Ticker } from "./coin-details";
import type { Currency } from "./currency";

const TRUST_WORDS = { green: "High", yellow: "Medium", red: "Low" } as const;
const FLAW_WORDS = {
  anomalous: "unusual: far from other prices",
  stale: "outdated: no recent trade",
} as const;

export type ShownMarket = ReturnType<typeof shownMarket>;

/**
 * Formats all markets of a coin, the busiest first. Of our currencies, the service supports only dollars here; amounts are
 * converted by the ratio of the coin's own prices.
 */
export function shownMarkets(coin: Coin, currency: Currency, at: number): readonly ShownMarket[] {
  const perDollar = unitsPerDollar(coin, currency);
  return coin.details.tickers.map((ticker) => {
    const { exchange, exchangeId } = ticker;
    const href = exchangeId === null ? undefined : exchangeHref(exchangeId, currency);
    return shownMarket(ticker, { text: exchange, href }, perDollar, currency, at);
  });
}

/**
 * Formats a market.
 * @param name the exchange of a coin's market, or the pair at an exchange, with the address of its page if it has one
 * @param perDollar units of the currency; null: unknown
 * @param at time of the answer, in milliseconds since the epoch, from which the age of a trade counts
 */
export function shownMarket(
  { exchange, pair, url, flaw, ...ticker }: Ticker,
  name: TextPart,
  perDollar: number | null,
  currency: Currency,
  at: number,
) {
  const converted = (usd: number | null) => (usd === null || perDollar === null ? null : usd * perDollar);
  return {
    name,
    url,
    // What is at that address.
    place: `${isolated(pairInShort(pair))} at ${isolated(exchange)}`,
    /** Where something of it is left out in the cells. */
    pairInFull: pairInShort(pair) === pair ? undefined : pair,
    isTrustKnown: ticker.trust !== null,
    // Why its price does not count.
    flaw: flaw && FLAW_WORDS[flaw],
    cells: [
      pairInShort(pair),
      formatPrice(converted(ticker.priceUsd), currency),
      formatShortAmount(converted(ticker.volumeUsd), currency, true),
      ticker.spread === null ? NOT_AVAILABLE : formatShare(ticker.spread, 2),
      ticker.trust === null ? NOT_AVAILABLE : TRUST_WORDS[ticker.trust],
      ageInWords(ticker.tradedAt, at),
    ],
  };
}

/** Returns whether any of the markets has a trust of its own. The service sends none for coins since March 2026. */
export function isTrustKnown(markets: readonly Pick<ShownMarket, "isTrustKnown">[]): boolean {
  return markets.some((market) => market.isTrustKnown);
}

const MAX_SYMBOL_LENGTH = 14;

/** Shortens long names in a pair: addresses, as decentralised exchanges name coins, in their middle (`0x2260…c599/USDC`), others at the end. */
export function pairInShort(pair: string): string {
  const inShort = (name: string) =>
    /^\S{32,}$/.test(name) ? shortenMiddle(name) : shorten(name, MAX_SYMBOL_LENGTH);
  return pair.split("/").map(inShort).join("/");
}

function unitsPerDollar(coin: Coin, currency: Currency): number | null {
  const [price, dollars] = [coin.in[currency].price, coin.in.usd.price];
  if (currency === "usd") return 1;
  return price && dollars ? price / dollars : null;
}

function ageInWords(tradedAt: Ticker["tradedAt"], at: number): string {
  if (tradedAt === null) return NOT_AVAILABLE;
  const ms = Math.max(0, at - tradedAt);
  if (ms < TIME.MINUTE) return "<\u00a01\u00a0min ago";
  if (ms < TIME.HOUR) return `${Math.floor(ms / TIME.MINUTE)}\u00a0min ago`;
  return ms < 2 * TIME.DAY
    ? `${Math.floor(ms / TIME.HOUR)}\u00a0h ago`
    : `${Math.floor(ms / TIME.DAY)}\u00a0days ago`;
}
