import { TIME } from "~/domain/time";
import { contractsOf } from "./sample-about.server";
import { lastPriceUsd, type SampleCoin, sampleCoins } from "./sample-coins.server";
import { sampleExchanges } from "./sample-exchanges.server";
import { fractionOf, significant } from "./sample-prices.server";
import { exchangeBody, ticker } from "./service-bodies.server";
import { TOP_HUNDRED_COINS } from "./top-hundred-coins.server";

/** The service sends the first page of them. */
const MAX_TICKERS = 100;

const TARGETS = ["USDT", "USD", "USDC", "EUR", "BTC"] as const;

/** How markets name coins that are tokens at decentralised exchanges, as the parameter `dex_pair_format` has it. */
export type PairFormat = "contract_address" | "symbol";

interface TickerOptions {
  readonly nowMs: number;
  /** One exchange; by default all. */
  readonly exchangeId?: string;
  readonly pairFormat: PairFormat;
}

/** Returns what a coin costs and how much of it is traded at each exchange, or at one, per pair, roughly the busiest first. */
export function sampleTickers(coin: SampleCoin, { nowMs, exchangeId, pairFormat }: TickerOptions) {
  const { id, symbol, circulatingSupply, turnoverAt, priceAgeMs } = coin;
  const usd = lastPriceUsd(coin, nowMs);
  if (usd === null) return [];
  const rateOf = (coinId: string) => sampleCoins().get(coinId)?.priceUsd?.(nowMs) ?? 1;
  const rates = { btc: rateOf("bitcoin"), eth: rateOf("ethereum") };
  const { all, pairs } = pairsOf(coin);
  const asked = exchangeId === undefined ? pairs : all.filter(({ exchange }) => exchange.id === exchangeId);
  const total = (pairs.length > 0 ? pairs : all).reduce((sum, { weight }) => sum + weight, 0);
  const tradedUsd = usd * circulatingSupply * turnoverAt(nowMs);
  const [contract] = Object.values(contractsOf(coin));
  return asked.map(({ exchange, target, weight }) => {
    const key = `${id}/${exchange.id}/${target}`;
    const chance = (fact: string) => fractionOf(`${key}/${fact}`);
    const isStale = chance("stale") < 0.04;
    const isAnomaly = chance("anomaly") < 0.03;
    const ageMs = Math.ceil(chance("age") * (isStale ? 30 * TIME.HOUR : 15 * TIME.MINUTE));
    const distance = (fractionOf(`${key}/${nowMs}`) - 0.5) * (isStale ? 0.06 : 0.003);
    const isByAddress = pairFormat === "contract_address" && !exchange.isCentralised;
    return ticker({
      base: isByAddress && contract !== undefined ? contract.toUpperCase() : symbol.toUpperCase(),
      ...{ target, exchange, coinId: id, rates, isStale, isAnomaly },
      priceUsd: usd * (1 + distance) * (isAnomaly ? 1.4 : 1),
      volumeUsd: (tradedUsd * weight) / total,
      spread: isStale ? null : significant(0.01 + chance("spread") ** 4, 3),
      tradedMs: nowMs - priceAgeMs - ageMs,
      tradeUrl: chance("linked") < 0.9 ? exchange.url : null,
    });
  });
}

/** Returns the body of an exchange with its busiest pairs of the hundred largest coins; null for an unknown one. */
export function sampleExchange(id: string, options: Omit<TickerOptions, "exchangeId">) {
  const exchange = sampleExchanges().find((each) => each.id === id);
  if (exchange === undefined) return null;
  const coins = TOP_HUNDRED_COINS.flatMap((each) => sampleCoins().get(each.id) ?? []);
  const tickers = coins.flatMap((coin) => sampleTickers(coin, { ...options, exchangeId: id }));
  tickers.sort((one, other) => other.converted_volume.usd - one.converted_volume.usd);
  return exchangeBody(exchange, tickers.slice(0, MAX_TICKERS));
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
