import {
  type CountableTimeInterval,
  type TimeInterval,
  timeDay,
  timeHour,
  timeMinute,
  timeMonth,
  timeYear,
  utcDay,
  utcHour,
  utcMinute,
  utcMonth,
  utcYear,
} from "d3-time";
import { formatAxisTime, formatDate, localZone, type Zone } from "../format/time";
import type { Range } from "../market/range";
import { TIME } from "../time";
import type { Axes } from "./plot-geometry";

interface LabelledTick {
  readonly x: number;
  readonly label: string;
}

/** The width of a chart's box: up to 480 px, up to 720 px, and beyond. The style sheet has the same steps. */
export type BoxWidth = (typeof BOX_WIDTHS)[number];

const BOX_WIDTHS = ["narrow", "middle", "wide"] as const;

export interface TimeTick extends LabelledTick {
  readonly boxes: readonly BoxWidth[];
}

/**
 * Returns the time axis of a plot: about eleven ticks, time of day for 24h and dates otherwise. In the hour that comes twice when
 * clocks go back, labels name the zone: `02:00 UTC+1`.
 * @param span moments at its edges, in milliseconds; a single moment gets an hour around it
 */
export function timeAxis(span: Axes["span"], range: Range, zone: Zone): TimeTick[] {
  if (span === null) return [];
  const half = span[0] === span[1] ? TIME.HOUR / 2 : 0;
  const [from, to] = [span[0] - half, span[1] + half];
  const times = timeTicks(from, to, range, zone);
  const labelOf = (time: number) => formatAxisTime(time, range, to - from, zone);
  const moments = times.map((time) => `${formatDate(time, zone)} ${labelOf(time)}`);
  const comesTwice = (moment = "") => moments.indexOf(moment) !== moments.lastIndexOf(moment);
  const ticks = times.map((time, index) => ({
    x: Math.round(((time - from) / (to - from)) * 10_000) / 10,
    label: comesTwice(moments[index]) ? `${labelOf(time)} ${localZone(time)}` : labelOf(time),
  }));
  const boxes = labelledBoxes(ticks);
  return ticks.map((tick, index) => ({ ...tick, boxes: boxes[index] ?? [] }));
}

type Unit = "minute" | "hour" | "day" | "month" | "year";

const INTERVALS: Record<Zone, Readonly<Record<Unit, CountableTimeInterval>>> = {
  utc: { minute: utcMinute, hour: utcHour, day: utcDay, month: utcMonth, year: utcYear },
  local: { minute: timeMinute, hour: timeHour, day: timeDay, month: timeMonth, year: timeYear },
};

/** Steps between ticks, each with its rough length in milliseconds. */
const STEPS: readonly (readonly [unit: Unit, count: number, ms: number])[] = [
  ...[1, 5, 10, 15, 30].map((count) => ["minute", count, count * TIME.MINUTE] as const),
  ...[1, 2, 3, 6, 12].map((count) => ["hour", count, count * TIME.HOUR] as const),
  ...[1, 2, 3, 5, 7, 10, 14, 20].map((count) => ["day", count, count * TIME.DAY] as const),
  ...[1, 2, 3, 6].map((count) => ["month", count, count * 30.44 * TIME.DAY] as const),
  ...[1, 2, 5].map((count) => ["year", count, count * 365.25 * TIME.DAY] as const),
];

/** Closer to either end of the axis, in parts of it, a phone would cut a label off. */
const CUT_OFF_PART = 0.2;

/**
 * Chooses the times of a time axis's ticks, in milliseconds: the round steps whose number is nearest to the one wanted. Date
 * ticks are at least a day apart, or two would have the same label. A series too short for a tick whose label fits gets one
 * in the middle.
 */
export function timeTicks(from: number, to: number, range: Range, zone: Zone, wanted = 11): number[] {
  const smallest = range === "24h" ? TIME.MINUTE : TIME.DAY;
  const [first, ...others] = STEPS.filter(([, , ms]) => ms >= smallest);
  if (first === undefined) return [];
  const missedBy = ([, , ms]: (typeof STEPS)[number]) => Math.abs((to - from) / ms - wanted);
  const [unit, count] = others.reduce((best, step) => (missedBy(step) < missedBy(best) ? step : best), first);
  const ticks = every(INTERVALS[zone][unit], unit, count)
    .range(new Date(from), new Date(to + 1))
    .map(Number);
  const edge = (to - from) * CUT_OFF_PART;
  return ticks.some((time) => time >= from + edge && time <= to - edge) ? ticks : [(from + to) / 2];
}

/** Counts days across months, so that the 31st and the 1st are not both ticks. */
function every(interval: CountableTimeInterval, unit: Unit, count: number): TimeInterval {
  if (unit === "day") return interval.filter((date) => interval.count(new Date(0), date) % count === 0);
  return interval.every(count) ?? interval;
}

/** The smallest plot width in CSS pixels in such a box, without the price labels. */
const MIN_PLOT_PX: Record<BoxWidth, number> = { narrow: 150, middle: 370, wide: 610 };

/** Approximate width of a label's character, and of the space between two labels. */
const CHARACTER_PX = 6.6;
const GAP_PX = 10;

/**
 * Chooses the boxes in which each tick's label fits: none is cut off at an end, and no two touch. In each box at least one tick of
 * `timeAxis` is labelled.
 */
export function labelledBoxes(ticks: readonly LabelledTick[]): readonly (readonly BoxWidth[])[] {
  const chosen = BOX_WIDTHS.map((box) => [box, labelledTicks(ticks, MIN_PLOT_PX[box])] as const);
  return ticks.map((tick) => chosen.filter(([, labelled]) => labelled.has(tick)).map(([box]) => box));
}

function labelledTicks(ticks: readonly LabelledTick[], plotPx: number): ReadonlySet<LabelledTick> {
  const widthOf = ({ label }: LabelledTick) => label.length * CHARACTER_PX;
  const fitting = ticks.filter(
    (tick) => Math.min(tick.x, 1000 - tick.x) * plotPx >= (widthOf(tick) / 2) * 1000,
  );
  // Labels with a zone are few and longer: they take the place of their neighbours.
  const usual = fitting.filter(({ label }) => !label.includes("UTC"));
  const maxLabels = Math.floor(plotPx / (Math.max(...usual.map(widthOf)) + GAP_PX));
  const closest = Math.ceil(fitting.length / Math.max(1, maxLabels));
  // As many labels as would fit can still touch where ticks lie: ticks further apart then show more of them.
  const choices = [closest, closest + 1, closest + 2].map((every) => {
    // Splits the remainder between both ends.
    const first = Math.floor(((fitting.length - 1) % every) / 2);
    let end = Number.NEGATIVE_INFINITY;
    return fitting.filter((tick, index) => {
      const [middle, half] = [(tick.x / 1000) * plotPx, widthOf(tick) / 2];
      if (index % every !== first || middle - half < end + GAP_PX / 2) return false;
      end = middle + half;
      return true;
    });
  });
  return new Set(choices.reduce((most, each) => (each.length > most.length ? each : most)));
}
