import { TIME } from "~/domain/time";
import { type SampleCoin, sampleCoins } from "./sample-coins.server";
import { sampleExchanges } from "./sample-exchanges.server";
import { fractionOf, significant } from "./sample-prices.server";
import { TOP_HUNDRED_COINS } from "./top-hundred-coins.server";

/** The service sends the first page of them. */
const MAX_TICKERS = 100;

const TARGETS = ["USDT", "USD", "USDC", "EUR", "BTC"] as const;

/** Returns what a coin costs and how much of it is traded at each exchange, or at one, per pair, roughly the busiest first. */
export function sampleTickers(coin: SampleCoin, nowMs: number, exchangeId?: string) {
  const { id, symbol, priceUsd, circulatingSupply, turnoverAt } = coin;
  if (priceUsd === null) return [];
  const usd = priceUsd(nowMs);
  const bitcoinUsd = sampleCoins().get("bitcoin")?.priceUsd?.(nowMs) ?? 1;
  const { all, pairs } = pairsOf(coin);
  const asked = exchangeId === undefined ? pairs : all.filter(({ exchange }) => exchange.id === exchangeId);
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const tradedUsd = usd * circulatingSupply * turnoverAt(nowMs);
  return asked.map(({ exchange, target, weight }) => {
    const key = `${id}/${exchange.id}/${target}`;
    const chance = (fact: string) => fractionOf(`${key}/${fact}`);
    const isStale = chance("stale") < 0.04;
    const isAnomaly = chance("anomaly") < 0.03;
    const tradedMs = nowMs - Math.ceil(chance("age") * (isStale ? 30 * TIME.HOUR : 15 * TIME.MINUTE));
    const distance = (fractionOf(`${key}/${nowMs}`) - 0.5) * (isStale ? 0.06 : 0.003);
    const volumeUsd = (tradedUsd * weight) / total;
    const priceHereUsd = usd * (1 + distance) * (isAnomaly ? 1.4 : 1);
    return {
      base: symbol.toUpperCase(),
      target,
      market: { name: exchange.name, identifier: exchange.id },
      converted_last: { usd: priceHereUsd },
      converted_volume: { btc: volumeUsd / bitcoinUsd, usd: volumeUsd },
      trust_score: isStale || isAnomaly ? null : chance("trust") < 0.8 ? "green" : "yellow",
      bid_ask_spread_percentage: isStale ? null : significant(0.01 + chance("spread") ** 4, 3),
      last_traded_at: new Date(tradedMs).toISOString().replace(/\.\d+Z$/, "+00:00"),
      is_anomaly: isAnomaly,
      is_stale: isStale,
      trade_url: chance("linked") < 0.9 ? exchange.url : null,
      coin_id: id,
    };
  });
}

/** Returns an exchange with its busiest pairs of the hundred largest coins; null for an unknown one. */
export function sampleExchange(id: string, nowMs: number) {
  const exchange = sampleExchanges().find((each) => each.id === id);
  if (exchange === undefined) return null;
  const coins = TOP_HUNDRED_COINS.flatMap((each) => sampleCoins().get(each.id) ?? []);
  const tickers = coins.flatMap((coin) => sampleTickers(coin, nowMs, id));
  tickers.sort((one, other) => other.converted_volume.usd - one.converted_volume.usd);
  return {
    ...exchange,
    centralized: fractionOf(`${id}/centralised`) < 0.8,
    description: `All figures of ${exchange.name} are made up here. With a market data service, this text is the exchange's own description.`,
    tickers: tickers.slice(0, MAX_TICKERS),
  };
}

/** Returns all pairs of a coin with their activity, and those of its own answer: larger coins have more. */
function pairsOf({ id, symbol }: SampleCoin) {
  const place = TOP_HUNDRED_COINS.findIndex((each) => each.id === id);
  const most = place === -1 ? 12 : place < 10 ? MAX_TICKERS : 60;
  const count = Math.floor(most * (most === MAX_TICKERS ? 1 : fractionOf(`${id}/pairs`)));
  const targets = TARGETS.filter((code) => code.toLowerCase() !== symbol);
  const all = sampleExchanges().flatMap((exchange, index) =>
    targets
      .filter((target) => fractionOf(`${id}/${exchange.id}/${target}`) < (target === "USDT" ? 0.8 : 0.3))
      .map((target) => ({
        exchange,
        target,
        weight: (0.2 + fractionOf(`${id}/${exchange.id}/${target}/volume`)) / (index + 1),
      })),
  );
  return { all, pairs: all.slice(0, count) };
}
