import { TIME } from "~/domain/time";
import type { SampleCoin } from "./sample-coins.server";
import { sampleExchanges } from "./sample-exchanges.server";
import { fractionOf, significant } from "./sample-prices.server";
import { TOP_HUNDRED_COINS } from "./top-hundred-coins.server";

/** The service sends the first page of them. */
const MAX_TICKERS = 100;

const TARGETS = ["USDT", "USD", "USDC", "EUR", "BTC"] as const;

/** Returns what a coin costs and how much of it is traded at each exchange, per pair, roughly the busiest first. */
export function sampleTickers(coin: SampleCoin, nowMs: number) {
  const { id, symbol, priceUsd, circulatingSupply, turnover } = coin;
  if (priceUsd === null) return [];
  const usd = priceUsd(nowMs);
  const pairs = pairsOf(coin);
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const tradedUsd = usd * circulatingSupply * turnover;
  return pairs.map(({ exchange, target, weight }) => {
    const key = `${id}/${exchange.id}/${target}`;
    const chance = (fact: string) => fractionOf(`${key}/${fact}`);
    const isStale = chance("stale") < 0.04;
    const isAnomaly = chance("anomaly") < 0.03;
    const tradedMs = nowMs - Math.ceil(chance("age") * (isStale ? 30 * TIME.HOUR : 15 * TIME.MINUTE));
    const distance = (fractionOf(`${key}/${nowMs}`) - 0.5) * (isStale ? 0.06 : 0.003);
    const priceHereUsd = usd * (1 + distance) * (isAnomaly ? 1.4 : 1);
    return {
      base: symbol.toUpperCase(),
      target,
      market: { name: exchange.name },
      converted_last: { usd: priceHereUsd },
      converted_volume: { usd: (tradedUsd * weight) / total },
      trust_score: isStale || isAnomaly ? null : chance("trust") < 0.8 ? "green" : "yellow",
      bid_ask_spread_percentage: isStale ? null : significant(0.01 + chance("spread") ** 4, 3),
      last_traded_at: new Date(tradedMs).toISOString().replace(/\.\d+Z$/, "+00:00"),
      is_anomaly: isAnomaly,
      is_stale: isStale,
      trade_url: chance("linked") < 0.9 ? exchange.url : null,
    };
  });
}

/** Returns the pairs of a coin with their activity; larger coins have more. */
function pairsOf({ id, symbol }: SampleCoin) {
  const place = TOP_HUNDRED_COINS.findIndex(([topId]) => topId === id);
  const most = place === -1 ? 12 : place < 10 ? MAX_TICKERS : 60;
  const count = Math.floor(most * (most === MAX_TICKERS ? 1 : fractionOf(`${id}/pairs`)));
  const targets = TARGETS.filter((code) => code.toLowerCase() !== symbol);
  const pairs = sampleExchanges().flatMap((exchange, index) =>
    targets
      .filter((target) => fractionOf(`${id}/${exchange.id}/${target}`) < (target === "USDT" ? 0.8 : 0.3))
      .map((target) => ({
        exchange,
        target,
        weight: (0.2 + fractionOf(`${id}/${exchange.id}/${target}/volume`)) / (index + 1),
      })),
  );
  return pairs.slice(0, count);
}
