import * as v from "valibot";
import type { PricePoint } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import { inChunks } from "../../chunks.server";
import type { Clock } from "../../clock.server";
import { KINDS } from "../policy/cache-policy.server";
import { isPlausibleTime } from "../store/answer-store.server";
import type { MemoryBudget } from "./memory-budget.server";

/** Minimum milliseconds between two remembered prices: of the last day, and of the week before. */
const SPACING = { dayMs: 5 * TIME.MINUTE, weekMs: TIME.HOUR } as const;
const MAX_AGE_MS = 8 * TIME.DAY;

/** Points in the stored text; the store rejects more than four megabytes. */
const MAX_STORED_POINTS = 100_000;

const prices = v.array(v.tuple([v.number(), v.pipe(v.number(), v.finite(), v.minValue(0))]));
const stored = v.tuple([v.string(), prices]);

/** Remembers prices from answers, so that charts continue where the service's history ends. Times are milliseconds since the epoch. */
export function createObservedPrices(memory: MemoryBudget, { now }: Pick<Clock, "now">) {
  /** Time and price in turn, oldest first: as points they would take four times the memory. */
  const series = memory.cache<readonly number[]>(
    KINDS.prices.share,
    (numbers) => (numbers.at(-2) ?? 0) < now() - MAX_AGE_MS,
  );

  function add(key: string, added: readonly (readonly [time: number, price: number])[]): void {
    const known = series.get(key) ?? [];
    let last = known.at(-2) ?? Number.NEGATIVE_INFINITY;
    const newer: number[] = [];
    for (const [time, price] of added) {
      if (time < last + SPACING.dayMs) continue;
      newer.push(time, price);
      last = time;
    }
    if (newer.length === 0) return;
    const all = known.concat(newer);
    // Only now and then, because it costs a pass over all prices.
    series.set(key, all.length % 128 < newer.length ? downsampled(all, last) : all);
  }

  return {
    /** Records a price, unless it is older than the last one, or less than five minutes newer. */
    note: (id: string, currency: Currency, time: number, price: number): void =>
      add(keyOf(id, currency), [[time, price]]),
    /** Returns the prices of a coin since a time, oldest first. */
    since: (id: string, currency: Currency, time: number): readonly PricePoint[] =>
      pointsOf(series.get(keyOf(id, currency)) ?? [], time),
    /** Serialises the prices of the most recently viewed coins, for `read`. */
    async write(): Promise<string> {
      let left = MAX_STORED_POINTS;
      const latest = [...series.entries()].filter(([, numbers]) => {
        left -= numbers.length / 2;
        return left >= 0;
      });
      const texts: string[] = [];
      await inChunks(
        latest.reverse(),
        ([key, numbers]) => void texts.push(JSON.stringify([key, pointsOf(numbers)])),
      );
      return `[${texts.join()}]`;
    },
    /** Reads what `write` has written. @param values untrusted: a coin with an invalid price is left out, and so is an impossible time */
    read(values: unknown): void {
      for (const value of Array.isArray(values) ? values : []) {
        const result = v.safeParse(stored, value);
        const [key, points] = result.success ? result.output : ["", []];
        add(
          key,
          points.filter(([time]) => isPlausibleTime(time, now())),
        );
      }
    },
  };
}

function keyOf(id: string, currency: Currency): string {
  return `${currency}/${id}`;
}

/** Returns the prices after a time, by default all, as points. */
function pointsOf(numbers: readonly number[], after = Number.NEGATIVE_INFINITY): readonly PricePoint[] {
  const points: PricePoint[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const [time = 0, price = 0] = [numbers[at], numbers[at + 1]];
    if (time > after) points.push([time, price]);
  }
  return points;
}

/** Downsamples prices older than a day to one an hour, and drops those older than eight days. */
function downsampled(numbers: readonly number[], now: number): readonly number[] {
  let lastAt = Number.NEGATIVE_INFINITY;
  return pointsOf(numbers).flatMap(([time, price]) => {
    const isRecent = time > now - TIME.DAY;
    if (time < now - MAX_AGE_MS || (!isRecent && time < lastAt + SPACING.weekMs)) return [];
    lastAt = time;
    return [time, price];
  });
}
