import type { PricePoint } from "./price-history";
import type { Range } from "./range";
import { formatAxisTime } from "./time-text";
import { timeTicks, type Zone } from "./time-ticks";

export interface TimeTick {
  /** In thousandths of the plot's width. */
  readonly x: number;
  readonly label: string;
}

const HOUR_MS = 3_600_000;

/** The moments at the left and the right edge of a series' plot; a single moment gets an hour around it. */
export function timeDomain(points: readonly PricePoint[]): readonly [from: number, to: number] | null {
  const from = points[0]?.[0];
  const to = points.at(-1)?.[0];
  if (from === undefined || to === undefined) return null;
  return from === to ? [from - HOUR_MS / 2, to + HOUR_MS / 2] : [from, to];
}

/** The time axis of a series: about eleven ticks, time of day for 24h and dates otherwise. */
export function timeAxis(points: readonly PricePoint[], range: Range, zone: Zone): TimeTick[] {
  const domain = timeDomain(points);
  if (domain === null) return [];
  const [from, to] = domain;
  return timeTicks(from, to, range, zone).map((time) => ({
    x: Math.round(((time - from) / (to - from)) * 10_000) / 10,
    label: formatAxisTime(time, range, to - from, zone),
  }));
}
