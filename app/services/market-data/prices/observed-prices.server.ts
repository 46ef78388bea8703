import { LRUCache } from "lru-cache";
import * as v from "valibot";
import type { PricePoint } from "~/domain/chart/price-history";
import { isCoinId } from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";

/** Coins of which prices are remembered, each in every currency. */
const MAX_SERIES = 1000 * CURRENCIES.length;

/** Milliseconds between two prices that are remembered: of the last day, and of the time before. */
const SPACING = { dayMs: 5 * TIME.MINUTE, weekMs: TIME.HOUR } as const;
const MAX_AGE_MS = 8 * TIME.DAY;

/** Points in the stored text, which the store does not keep beyond four megabytes. */
const MAX_STORED_POINTS = 100_000;

const stored = v.array(
  v.tuple([
    v.pipe(v.string(), v.check(isCoinId)),
    v.picklist(CURRENCIES),
    v.array(v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.number(), v.finite())])),
  ]),
);

export type ObservedPrices = ReturnType<typeof createObservedPrices>;

/**
 * Remembers prices that answers have brought, so that charts go on where the service's history ends: for a day those five minutes
 * apart, then for a week those an hour apart. Times are milliseconds since the epoch.
 */
export function createObservedPrices() {
  const series = new LRUCache<
    string,
    { readonly id: string; readonly currency: Currency; points: PricePoint[] }
  >({
    max: MAX_SERIES,
  });

  function note(id: string, currency: Currency, time: number, price: number): void {
    const key = `${currency}/${id}`;
    const known = series.get(key) ?? { id, currency, points: [] };
    const last = known.points.at(-1);
    if (last !== undefined && time < last[0] + SPACING.dayMs) return;
    known.points.push([time, price]);
    // Now and then is enough: it costs a pass over all points.
    if (known.points.length % 64 === 0) known.points = downsampled(known.points, time);
    series.set(key, known);
  }

  return {
    /** Takes note of a price, unless it is older than the last one, or less than five minutes younger. */
    note,
    /** Returns the prices of a coin since a time, the oldest first. */
    since: (id: string, currency: Currency, time: number): readonly PricePoint[] =>
      series.get(`${currency}/${id}`)?.points.filter((point) => point[0] > time) ?? [],
    /** Returns the price of a coin that was seen nearest to a time; null where none was. */
    nearest(id: string, currency: Currency, time: number): PricePoint | null {
      const points = series.peek(`${currency}/${id}`)?.points ?? [];
      const after = points.findIndex((point) => point[0] >= time);
      const [before, next] = [points.at(after === -1 ? -1 : Math.max(0, after - 1)), points[after]];
      if (before === undefined || next === undefined) return before ?? next ?? null;
      return next[0] - time < time - before[0] ? next : before;
    },
    /** Writes the prices of the coins that were looked at last, for `read`. */
    write(): string {
      const latest: unknown[] = [];
      let left = MAX_STORED_POINTS;
      for (const { id, currency, points } of series.values()) {
        left -= points.length;
        if (left >= 0) latest.unshift([id, currency, points]);
      }
      return JSON.stringify(latest);
    },
    /** Reads what was written. @param text untrusted; what is none of ours is left out */
    read(text: unknown): void {
      const result = v.safeParse(stored, text);
      if (!result.success) return;
      for (const [id, currency, points] of result.output)
        for (const [time, price] of points) note(id, currency, time, price);
    },
  };
}

/** Leaves prices an hour apart of the time before the last day, and none of that before the last eight days. */
function downsampled(points: readonly PricePoint[], now: number): PricePoint[] {
  let keptAt = Number.NEGATIVE_INFINITY;
  return points.filter(([time]) => {
    const isRecent = time > now - TIME.DAY;
    if (time < now - MAX_AGE_MS || (!isRecent && time < keptAt + SPACING.weekMs)) return false;
    keptAt = time;
    return true;
  });
}
