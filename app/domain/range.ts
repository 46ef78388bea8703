/** A span of price history, by the label that stands on its button and in the URL. */
export type Range = (typeof RANGES)[number];

/** In the order of the buttons. */
export const RANGES = ["24h", "7d", "14d", "30d", "60d", "200d", "1y", "max"] as const;

export const DEFAULT_RANGE: Range = "24h";

const DAY_MS = 86_400_000;

const WINDOW_MS: Record<Range, number> = {
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "14d": 14 * DAY_MS,
  "30d": 30 * DAY_MS,
  "60d": 60 * DAY_MS,
  "200d": 200 * DAY_MS,
  "1y": 365 * DAY_MS,
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

/** How far back the label reaches, in milliseconds; infinite for `max`. */
export function rangeWindowMs(range: Range): number {
  return WINDOW_MS[range];
}

/** The range in words, for those who listen: `7 days`. */
export function rangeInWords(range: Range): string {
  return SPOKEN[range];
}
