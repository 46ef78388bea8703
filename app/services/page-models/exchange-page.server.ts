import { coinHref } from "~/domain/addresses/page-addresses";
import { formatShortAmount } from "~/domain/format/money";
import { formatBitcoins, NOT_AVAILABLE } from "~/domain/format/number";
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
 * @throws {MarketDataFailure}
 */
export async function exchangePage(id: string, currency: Currency, signal: AbortSignal) {
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
    markets: tickers.map((ticker) => {
      const href = ticker.coinId === null ? undefined : coinHref(ticker.coinId, currency);
      return shownMarket(ticker, { text: pairInShort(ticker.pair), href }, rate ?? 1, shownIn, age.fetchedAt);
    }),
  });
}

/** @param perDollar units of the currency */
function figuresOf(exchange: ExchangeDetails, currency: Currency, perDollar: number): readonly ShownFigure[] {
  const { trustScoreRank, trustScore, volumeBtc, bitcoinUsd, country, year, isCentralised } = exchange;
  const bitcoins = formatBitcoins(volumeBtc, currency);
  const volume = volumeBtc && bitcoinUsd && volumeBtc * bitcoinUsd * perDollar;
  const kind = isCentralised ? "Centralised" : "Decentralised";
  return [
    ...(trustScoreRank === null ? [] : [{ term: "Trust Rank", value: `Number ${trustScoreRank}` }]),
    ...(trustScore === null ? [] : [{ term: "Trust Score", value: `${trustScore} of 10` }]),
    volume === null
      ? { term: "Volume (24h)", value: bitcoins }
      : { term: "Volume (24h)", value: formatShortAmount(volume, currency), note: bitcoins },
    { term: "Country", value: country ?? NOT_AVAILABLE },
    { term: "Founded In", value: String(year ?? NOT_AVAILABLE) },
    { term: "Kind", value: isCentralised === null ? NOT_AVAILABLE : kind },
  ];
}
