import { LRUCache } from "lru-cache";
import * as v from "valibot";
import type { PricePoint } from "~/domain/chart/price-history";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import { inChunks } from "../../chunks.server";
import { isPlausibleTime } from "../kept/answer-store.server";

/** Maximum number of coins with remembered prices, each in every currency. */
const MAX_SERIES = 1000 * CURRENCIES.length;

/** Minimum milliseconds between two remembered prices: of the last day, and of the week before. */
const SPACING = { dayMs: 5 * TIME.MINUTE, weekMs: TIME.HOUR } as const;
const MAX_AGE_MS = 8 * TIME.DAY;

/** Points in the stored text; the store rejects more than four megabytes. */
const MAX_STORED_POINTS = 100_000;

const stored = v.tuple([
  v.string(),
  v.array(v.tuple([v.number(), v.pipe(v.number(), v.finite(), v.minValue(0))])),
]);

/** Remembers prices from answers, so that charts continue where the service's history ends. Times are milliseconds since the epoch. */
export function createObservedPrices() {
  const series = new LRUCache<string, PricePoint[]>({ max: MAX_SERIES });

  function add(key: string, time: number, price: number): void {
    const points = series.get(key) ?? [];
    const last = points.at(-1);
    if (last !== undefined && time < last[0] + SPACING.dayMs) return;
    points.push([time, price]);
    // Only now and then, because it costs a pass over all points.
    series.set(key, points.length % 64 === 0 ? downsampled(points, time) : points);
  }

  return {
    /** Records a price, unless it is older than the last one, or less than five minutes newer. */
    note: (id: string, currency: Currency, time: number, price: number): void =>
      add(keyOf(id, currency), time, price),
    /** Returns the prices of a coin since a time, oldest first. */
    since: (id: string, currency: Currency, time: number): readonly PricePoint[] =>
      series.get(keyOf(id, currency))?.filter((point) => point[0] > time) ?? [],
    /** Serialises the prices of the most recently viewed coins, for `read`. */
    async write(): Promise<string> {
      let left = MAX_STORED_POINTS;
      const latest = [...series.entries()].filter(([, points]) => {
        left -= points.length;
        return left >= 0;
      });
      const texts: string[] = [];
      await inChunks(latest.reverse(), (each) => void texts.push(JSON.stringify(each)));
      return `[${texts.join()}]`;
    },
    /** Reads what `write` has written. @param values untrusted: a coin with an invalid price is left out, and so is an impossible time */
    read(values: unknown, now: number): void {
      for (const value of Array.isArray(values) ? values : []) {
        const result = v.safeParse(stored, value);
        const [key, points] = result.success ? result.output : ["", []];
        for (const [time, price] of points) if (isPlausibleTime(time, now)) add(key, time, price);
      }
    },
  };
}

function keyOf(id: string, currency: Currency): string {
  return `${currency}/${id}`;
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
