import { coinHref } from "~/domain/addresses/page-addresses";
import { formatShortAmount } from "~/domain/format/money";
import { formatBitcoins, NOT_AVAILABLE } from "~/domain/format/number";
import type { Ticker } from "~/domain/market/coin-details";
import type { Currency } from "~/domain/market/currency";
import type { ExchangeDetails } from "~/domain/market/exchange";
import { dollarRate } from "~/domain/market/glance";
import { addressInShort, inARow, type ShownFigure } from "~/domain/market/shown-coin";
import { pairInShort, shownMarket } from "~/domain/market/shown-markets";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";

/**
 * Gathers an exchange's page by one call. Of our currencies, its amounts come in dollars alone, and stay so until the ratio of the
 * market's totals, which no page waits for, is known.
 * @param query as `parseQuery` returns it: the markets that it matches are shown
 * @throws {MarketDataFailure}
 */
export async function exchangePage(id: string, currency: Currency, signal: AbortSignal, query = "") {
  const { values, age } = await marketData.gather(
    { exchange: { id }, glance: currency === "usd" ? "known" : "background" },
    marketData.visit(signal),
  );
  const rate = currency === "usd" ? 1 : dollarRate(values.glance, currency);
  const shownIn = rate === null ? "usd" : currency;
  const { name, image, url, notices, description, links, tickers, trustScoreRank, trustScore } =
    values.exchange;
  const elsewhere = inARow(links.map((href) => ({ text: addressInShort(href), href })));
  return agedModel(age, {
    ...{ id, name, image, url, currency, shownIn, notices, description },
    isTrustKnown: trustScoreRank !== null || trustScore !== null,
    figures: figuresOf(values.exchange, shownIn, rate ?? 1),
    facts: links.length === 0 ? [] : [{ term: "Elsewhere", parts: elsewhere }],
    query,
    quotes: quotesOf(tickers),
    marketCount: tickers.length,
    markets: tickers.filter(matching(query)).map((ticker) => {
      const href = ticker.coinId === null ? undefined : coinHref(ticker.coinId, currency);
      return shownMarket(ticker, { text: pairInShort(ticker.pair), href }, rate ?? 1, shownIn, age.fetchedAt);
    }),
  });
}

/** Of quotes to choose from. */
const MAX_QUOTES = 5;

/** Returns the symbols in which most coins of an exchange are priced. */
function quotesOf(tickers: readonly Ticker[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { pair } of tickers) {
    const quote = pairInShort(pair).split("/").at(-1) ?? "";
    counts.set(quote, (counts.get(quote) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1 && count < tickers.length)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_QUOTES)
    .map(([quote]) => quote);
}

/** Whether a market is of a coin or in a quote that is written so, or begins so; `btc/eur`, `btc/` and `/eur` say which. */
function matching(query: string): (ticker: Ticker) => boolean {
  const [base = "", quote = base] = query.split("/").map((part) => part.trim());
  const isPair = query.includes("/");
  return ({ pair, coinId }) => {
    const [first = "", second = ""] = pair.toLowerCase().split("/");
    const isBase = first.startsWith(base) || (base !== "" && (coinId ?? "").startsWith(base));
    const isQuote = second.startsWith(quote);
    return isPair ? isBase && isQuote : isBase || isQuote;
  };
}

/** @param perDollar units of the currency */
function figuresOf(exchange: ExchangeDetails, currency: Currency, perDollar: number): readonly ShownFigure[] {
  const { trustScoreRank, trustScore, volumeBtc, bitcoinUsd, country, year, isCentralised } = exchange;
  const bitcoins = formatBitcoins(volumeBtc, currency);
  const volume = volumeBtc && bitcoinUsd && volumeBtc * bitcoinUsd * perDollar;
  const kind = isCentralised ? "Centralised" : "Decentralised";
  return [
    ...(trustScoreRank === null ? [] : [{ term: "Trust Rank", value: `#${trustScoreRank}` }]),
    ...(trustScore === null ? [] : [{ term: "Trust Score", value: `${trustScore}/10` }]),
    volume === null
      ? { term: "Volume (24h)", value: bitcoins }
      : { term: "Volume (24h)", value: formatShortAmount(volume, currency), note: bitcoins },
    { term: "Country", value: country ?? NOT_AVAILABLE },
    { term: "Founded In", value: String(year ?? NOT_AVAILABLE) },
    { term: "Kind", value: isCentralised === null ? NOT_AVAILABLE : kind },
  ];
}
