import Big from "big.js";
import { beginsLate } from "../chart/covered-span";
import { SIZE } from "../chart/plot-geometry";
import type { PricePoint } from "../chart/price-history";
import { isolated } from "../format/text";
import { formatDay, formatUtc } from "../format/time";
import type { Currency } from "../market/currency";
import type { PastView } from "./past-view";
import { formatGain, formatValue, joinFirst } from "./valuation";

/** More coins would need more histories than a page may ask for. */
export const MAX_PAST_COINS = 10;

/** Moments of the lines. */
const MOMENTS = 50;

/** A coin, and its known prices over the range, sorted. */
export interface PastCoin {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly prices: readonly PricePoint[];
}

export type PortfolioPast = ReturnType<typeof portfolioPast>;

/**
 * Values today's amounts at past prices, in exact decimals, and beside them the same money in another coin. Coins whose prices do not
 * reach back over the range are left out, and named.
 * @param coins those with the highest values @param others names of all others
 * @returns null if no coin has such prices
 */
export function portfolioPast(
  coins: readonly PastCoin[],
  others: readonly string[],
  than: readonly PricePoint[],
  { range }: PastView,
  currency: Currency,
) {
  const isWhole = (prices: readonly PricePoint[]) =>
    prices.length > 1 && !beginsLate(range, prices[0]?.[0] ?? 0, prices.at(-1)?.[0] ?? 0);
  const shown = coins.filter(({ prices }) => isWhole(prices) && (prices[0]?.[1] ?? 0) > 0);
  if (shown.length === 0) return null;
  // From where all of them are known.
  const from = Math.max(...shown.map(({ prices }) => prices[0]?.[0] ?? 0));
  const to = Math.max(...shown.map(({ prices }) => prices.at(-1)?.[0] ?? 0));
  const valueAt = (time: number) =>
    shown.reduce((sum, { amount, prices }) => sum.plus(priceAt(prices, time).times(amount)), new Big(0));
  const [first, last] = [valueAt(from), valueAt(to)];
  const isCompared = isWhole(than) && priceAt(than, from).gt(0);
  const instead = (time: number) => first.times(priceAt(than, time)).div(priceAt(than, from));
  const times = Array.from({ length: MOMENTS + 1 }, (_, step) => from + ((to - from) * step) / MOMENTS);
  const lines = [valueAt, ...(isCompared ? [instead] : [])].map((at) =>
    times.map((time) => at(time).toNumber()),
  );
  const [low, high] = [Math.min(...lines.flat()), Math.max(...lines.flat())];
  const y = (value: number) => (high > low ? Math.round(((high - value) / (high - low)) * SIZE) : SIZE / 2);
  const left = [...coins.filter((coin) => !shown.includes(coin)).map(({ name }) => name), ...others];
  return {
    range,
    gain: formatGain(last.minus(first), first, currency),
    from: { time: formatDay(from, to, "utc"), value: formatValue(first, currency) },
    to: { time: formatUtc(to), value: formatValue(last, currency) },
    than: isCompared
      ? {
          gain: formatGain(instead(to).minus(first), first, currency),
          value: formatValue(instead(to), currency),
        }
      : null,
    coins: shown.map(({ id, name, prices }) => {
      const [before, now] = [priceAt(prices, from), priceAt(prices, to)];
      return { id, name, percent: before.eq(0) ? null : now.div(before).minus(1).times(100).toNumber() };
    }),
    without: left.length === 0 ? null : `Without ${joinFirst(left.map(isolated))}`,
    box: `0 0 ${SIZE} ${SIZE}`,
    paths: lines.map(
      (line) => `M${line.map((value, step) => `${step * (SIZE / MOMENTS)} ${y(value)}`).join(" ")}`,
    ),
  };
}

/** The last price that was known at a time; the first one before it. */
function priceAt(prices: readonly PricePoint[], time: number): Big {
  return new Big((prices.findLast(([at]) => at <= time) ?? prices[0])?.[1] ?? 0);
}
