import { LRUCache } from "lru-cache";
import * as v from "valibot";
import type { PricePoint } from "~/domain/chart/price-history";
import { isCoinId } from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";

/** Maximum number of coins with remembered prices, each in every currency. */
const MAX_SERIES = 1000 * CURRENCIES.length;

/** Minimum milliseconds between two remembered prices: of the last day, and before. */
const SPACING = { dayMs: 5 * TIME.MINUTE, weekMs: TIME.HOUR } as const;
const MAX_AGE_MS = 8 * TIME.DAY;

/** Points in the stored text; the store rejects more than four megabytes. */
const MAX_STORED_POINTS = 100_000;

const stored = v.array(
  v.tuple([
    v.pipe(v.string(), v.check(isCoinId)),
    v.picklist(CURRENCIES),
    v.array(v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.number(), v.finite())])),
  ]),
);

interface Series {
  readonly id: string;
  readonly currency: Currency;
  points: PricePoint[];
}

/**
 * Remembers prices from answers, so that charts continue where the service's history ends: five minutes apart for a day, then an
 * hour apart for a week. Times are milliseconds since the epoch.
 */
export function createObservedPrices() {
  const series = new LRUCache<string, Series>({ max: MAX_SERIES });

  function note(id: string, currency: Currency, time: number, price: number): void {
    const key = `${currency}/${id}`;
    const known = series.get(key) ?? { id, currency, points: [] };
    const last = known.points.at(-1);
    if (last !== undefined && time < last[0] + SPACING.dayMs) return;
    known.points.push([time, price]);
    // Only now and then, because it costs a pass over all points.
    if (known.points.length % 64 === 0) known.points = downsampled(known.points, time);
    series.set(key, known);
  }

  return {
    /** Records a price, unless it is older than the last one, or less than five minutes newer. */
    note,
    /** Returns the prices of a coin since a time, oldest first. */
    since: (id: string, currency: Currency, time: number): readonly PricePoint[] =>
      series.get(`${currency}/${id}`)?.points.filter((point) => point[0] > time) ?? [],
    /** Serialises the prices of the most recently viewed coins, for `read`. */
    write(): string {
      const latest: unknown[] = [];
      let left = MAX_STORED_POINTS;
      for (const { id, currency, points } of series.values()) {
        left -= points.length;
        if (left >= 0) latest.unshift([id, currency, points]);
      }
      return JSON.stringify(latest);
    },
    /** Reads a serialised text. @param text untrusted; invalid entries are dropped */
    read(text: unknown): void {
      const result = v.safeParse(stored, text);
      if (!result.success) return;
      for (const [id, currency, points] of result.output)
        for (const [time, price] of points) note(id, currency, time, price);
    },
  };
}

/** Downsamples prices older than a day to one an hour, and drops those older than eight days. */
function downsampled(points: readonly PricePoint[], now: number): PricePoint[] {
  let keptAt = Number.NEGATIVE_INFINITY;
  return points.filter(([time]) => {
    const isRecent = time > now - TIME.DAY;
    if (time < now - MAX_AGE_MS || (!isRecent && time < keptAt + SPACING.weekMs)) return false;
    keptAt = time;
    return true;
  });
}
