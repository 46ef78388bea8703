import Big from "big.js";
import { nearestPoint, type PricePoint } from "../chart/price-history";
import { formatTimeOfDay, formatUtc } from "../format/time";
import type { KnownCoin } from "../market/coin";
import type { Currency } from "../market/currency";
import type { Range } from "../market/range";
import { TIME } from "../time";
import { formatGain, labelWithout } from "./valuation";
import type { WatchedCoin } from "./watchlist";

/** A price of another moment than the last visit may be this far from it. */
const TOLERANCE_MS = 30 * TIME.MINUTE;

/** Histories with a point that is near enough to any moment. */
const RANGES: readonly (readonly [Range, days: number])[] = [
  ["24h", 1],
  ["7d", 7],
  ["30d", 30],
  ["60d", 60],
];

export type SinceVisit = NonNullable<ReturnType<typeof sinceVisit>>;

/**
 * Tells what a list, with today's amounts, has gained since a time: in exact decimals, from the known prices that are nearest to it.
 * @param historyOf returns the known prices of a coin over a range
 * @returns null where no price of then is known
 */
export function sinceVisit(
  since: number,
  list: readonly WatchedCoin[],
  rows: readonly KnownCoin[],
  currency: Currency,
  now: number,
  historyOf: (id: string, range: Range) => readonly PricePoint[] | null,
) {
  const ranges = RANGES.flatMap(([range, days]) => (now - since <= days * TIME.DAY ? range : []));
  const priceThen = (id: string) => {
    const points = ranges.flatMap((range) => historyOf(id, range) ?? []).filter(([, price]) => price > 0);
    // Of two that are as near, the last one counts: that of the finest history.
    return nearestPoint(points.toReversed(), since, TOLERANCE_MS)?.[1];
  };
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? id;
  const known = list.flatMap(({ id, amount }) => {
    const { price = null, pricedAt = 0 } = rows.find((row) => row.id === id) ?? {};
    // The price of a coin that nobody trades may be older than the visit.
    const past = price === null || pricedAt <= since ? undefined : priceThen(id);
    if (price === null || past === undefined) return [];
    const gain = new Big(price).minus(past);
    const percent = gain.div(past).times(100).toNumber();
    const inAll = { gain: gain.times(amount ?? 0), before: new Big(past).times(amount ?? 0) };
    return { id, name: nameOf(id), percent, isHeld: amount !== null, ...inAll };
  });
  if (known.length === 0) return null;
  const held = known.filter(({ isHeld }) => isHeld);
  const unknown = list.filter(({ id, amount }) => amount !== null && !held.some((coin) => coin.id === id));
  const sumOf = (name: "gain" | "before") => held.reduce((sum, coin) => sum.plus(coin[name]), new Big(0));
  const day = now - since < 6 * TIME.DAY ? WEEKDAYS[new Date(since).getUTCDay()] : undefined;
  const moment = day === undefined ? formatUtc(since) : `${day} ${formatTimeOfDay(since, "utc")}`;
  return {
    // Of the coins whose price of then is known; null without amounts.
    total: held.length === 0 ? null : formatGain(sumOf("gain"), sumOf("before"), currency),
    label: labelWithout(
      `since ${moment}`,
      unknown.map(({ id }) => ({ name: nameOf(id) })),
    ),
    coins: known.map(({ id, name, percent }) => ({ id, name, percent })),
  };
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
