import { TIME } from "../time";

interface RangeDetails {
  /** Length in milliseconds; infinite for the whole history. */
  readonly windowMs: number;
  /** Interval in milliseconds of the points that the upstream sends. */
  readonly stepMs: number;
  readonly words: string;
  readonly upstreamDays?: string;
}

/** By label, as it stands on the range's button and in URLs; in the order of the buttons. */
const DETAILS = {
  "24h": { windowMs: TIME.DAY, stepMs: 5 * TIME.MINUTE, words: "24 hours" },
  "7d": { windowMs: 7 * TIME.DAY, stepMs: TIME.HOUR, words: "7 days" },
  "14d": { windowMs: 14 * TIME.DAY, stepMs: TIME.HOUR, words: "14 days" },
  "30d": { windowMs: 30 * TIME.DAY, stepMs: TIME.HOUR, words: "30 days" },
  "60d": { windowMs: 60 * TIME.DAY, stepMs: TIME.HOUR, words: "60 days" },
  "200d": { windowMs: 200 * TIME.DAY, stepMs: TIME.DAY, words: "200 days" },
  "1y": { windowMs: 365 * TIME.DAY, stepMs: TIME.DAY, words: "1 year", upstreamDays: "365d" },
  max: { windowMs: Number.POSITIVE_INFINITY, stepMs: TIME.DAY, words: "all time" },
} as const satisfies Readonly<Record<string, RangeDetails>>;

export type Range = keyof typeof DETAILS;

export const RANGE_DETAILS: Readonly<Record<Range, RangeDetails>> = DETAILS;

export const RANGES = Object.keys(DETAILS) as readonly Range[];

export const DEFAULT_RANGE: Range = "24h";

/** Reads a range from a query value: `7D` is `7d`; anything unknown is the default. */
export function parseRange(value: string | null): Range {
  const label = value?.trim().toLowerCase();
  return RANGES.find((range) => range === label) ?? DEFAULT_RANGE;
}

/** Returns the longer ranges with the same interval, whose ends contain this one; the shortest first. */
export function longerRanges(range: Range): readonly Range[] {
  const { windowMs, stepMs } = RANGE_DETAILS[range];
  return RANGES.filter(
    (other) => RANGE_DETAILS[other].windowMs > windowMs && RANGE_DETAILS[other].stepMs === stepMs,
  );
}

/** How a service reads its parameter `days`: labels, as specified; labels, but `24h` as 24 days; or numbers alone. */
export const DAYS_READINGS = ["labels", "24h-as-24-days", "numbers"] as const;

export type DaysReading = (typeof DAYS_READINGS)[number];

/** Returns the range as the upstream's `days` parameter: the label itself, but `365d` for `1y`; or a number, such as `1`. */
export function upstreamDays(range: Range, reading: DaysReading = "labels"): string {
  const { windowMs, upstreamDays: label = range } = RANGE_DETAILS[range];
  const isNumber = reading === "numbers" || (reading === "24h-as-24-days" && windowMs <= TIME.DAY);
  return isNumber && Number.isFinite(windowMs) ? String(windowMs / TIME.DAY) : label;
}
