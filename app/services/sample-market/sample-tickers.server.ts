import { TIME } from "~/domain/time";
import { type SampleCoin, sampleCoins, turnoverAt } from "./sample-coins.server";
import { sampleExchanges } from "./sample-exchanges.server";
import { fractionOf, fromUsd, significant } from "./sample-prices.server";
import { TOP_HUNDRED_COINS } from "./top-hundred-coins.server";

/** The service sends the first page of them. */
const MAX_TICKERS = 100;

const MONEY = ["USDT", "USD", "USDC", "EUR"] as const;

/**
 * Returns what a coin costs and how much of it is traded at each exchange, per pair, roughly the busiest first. The amounts
 * called `converted` are those of the coin itself, also where it is the second of its pair, as in ETH/BTC for Bitcoin.
 */
export function sampleTickers(coin: SampleCoin, nowMs: number) {
  const { id, priceUsd, circulatingSupply } = coin;
  if (priceUsd === null) return [];
  const usd = priceUsd(nowMs);
  const pairs = pairsOf(coin);
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const tradedUsd = usd * circulatingSupply * turnoverAt(coin, nowMs);
  const [btcUsd, ethUsd] = [priceOf("bitcoin", nowMs), priceOf("ethereum", nowMs)];
  return pairs.map(({ exchange, target, weight }) => {
    const key = `${id}/${exchange.id}/${target}`;
    const chance = (fact: string) => fractionOf(`${key}/${fact}`);
    const isStale = chance("stale") < 0.04;
    const isAnomaly = chance("anomaly") < 0.03;
    const tradedMs = nowMs - Math.ceil(chance("age") * (isStale ? 30 * TIME.HOUR : 15 * TIME.MINUTE));
    const distance = (fractionOf(`${key}/${nowMs}`) - 0.5) * (isStale ? 0.06 : 0.003);
    const priceHereUsd = usd * (1 + distance) * (isAnomaly ? 1.4 : 1);
    const volumeUsd = (tradedUsd * weight) / total;
    const isSecond = id === "bitcoin" && target === "ETH";
    const targetUsd = target === "EUR" ? 1 / fromUsd(1, "eur") : target === "BTC" ? btcUsd : 1;
    const pair = isSecond
      ? { base: "ETH", target: "BTC", coin_id: "ethereum", target_coin_id: "bitcoin", last: ethUsd / usd }
      : { base: coin.symbol.toUpperCase(), target, coin_id: id, last: priceHereUsd / targetUsd };
    return {
      ...pair,
      market: { name: exchange.name, identifier: exchange.id, has_trading_incentive: false },
      volume: priceHereUsd > 0 ? volumeUsd / priceHereUsd : 0,
      converted_last: converted(priceHereUsd, btcUsd, ethUsd),
      converted_volume: converted(volumeUsd, btcUsd, ethUsd),
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
  const targets = [...MONEY, id === "bitcoin" ? "ETH" : "BTC"].filter(
    (code) => code.toLowerCase() !== symbol,
  );
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

function priceOf(id: string, nowMs: number): number {
  return sampleCoins().get(id)?.priceUsd?.(nowMs) ?? Number.NaN;
}

function converted(usd: number, btcUsd: number, ethUsd: number) {
  const rounded = (amount: number) => (amount === 0 ? 0 : significant(amount, 8));
  return { btc: rounded(usd / btcUsd), eth: rounded(usd / ethUsd), usd: rounded(usd) };
}
