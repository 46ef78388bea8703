import { TIME } from "../time";

/** A span of price history, by the label that stands on its button and in the URL. */
export type Range = (typeof RANGES)[number];

/** In the order of the buttons. */
export const RANGES = ["24h", "7d", "14d", "30d", "60d", "200d", "1y", "max"] as const;

export const DEFAULT_RANGE: Range = "24h";

const WINDOW_MS: Record<Range, number> = {
  "24h": TIME.DAY,
  "7d": 7 * TIME.DAY,
  "14d": 14 * TIME.DAY,
  "30d": 30 * TIME.DAY,
  "60d": 60 * TIME.DAY,
  "200d": 200 * TIME.DAY,
  "1y": 365 * TIME.DAY,
  max: Number.POSITIVE_INFINITY,
};

const SPOKEN: Record<Range, string> = {
  "24h": "24 hours",
  "7d": "7 days",
  "14d": "14 days",
  "30d": "30 days",
  "60d": "60 days",
  "200d": "200 days",
  "1y": "1 year",
  max: "all time",
};

/** Reads a range from a query value: `7D` is `7d`; anything unknown is the default. */
export function parseRange(value: string | null): Range {
  const label = value?.trim().toLowerCase();
  return RANGES.find((range) => range === label) ?? DEFAULT_RANGE;
}

/** Returns the length of a range in milliseconds; infinite for `max`. */
export function rangeWindowMs(range: Range): number {
  return WINDOW_MS[range];
}

/** Returns the range in words, for those who listen: `7 days`. */
export function rangeInWords(range: Range): string {
  return SPOKEN[range];
}
