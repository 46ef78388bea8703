import { RANGE_DETAILS, type Range } from "../market/range";
import { TIME } from "../time";
import { nearestPoint, type PricePoint, seriesFigures } from "./price-history";

/**
 * Two moments of a chart between which it tells the change, the earlier first: whole minutes, in milliseconds since the epoch. Null
 * stands for its newest point.
 */
export type Marks = readonly [from: number, to: number | null];

/** Parses `from` and `to`: dates or times (UTC) in ISO 8601, in any order. What is nothing of the kind marks nothing. */
export function parseMarks(query: URLSearchParams): Marks | null {
  const [from, to] = ["from", "to"].map((name) => parseTime(query.get(name) ?? ""));
  return from == null ? null : marksOf(from, ...(to == null ? [] : [to]));
}

/** Makes marks of one or two moments, of which equal ones are one. */
export function marksOf(...times: readonly number[]): Marks | null {
  const minutes = times.map((time) => Math.round(time / TIME.MINUTE) * TIME.MINUTE);
  const [from, to = null] = [...new Set(minutes)].sort((one, other) => one - other);
  return from === undefined ? null : [from, to];
}

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?)?$/;

function parseTime(text: string): number | null {
  const iso = text.trim().toUpperCase();
  const time = ISO_TIME.test(iso)
    ? Date.parse(iso.includes("T") ? iso.replace(/Z?$/, "Z") : iso)
    : Number.NaN;
  // There is no 30 February.
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(iso.slice(0, 10)) ? time : null;
}

/** Returns the parameters of marks for addresses and forms: `2026-11-20`, `2026-11-20T14:05Z`. */
export function markParameters(marks: Marks | null): Readonly<Record<string, string>> {
  if (marks === null) return {};
  const [from, to] = marks;
  return { from: formatTime(from), ...(to === null ? {} : { to: formatTime(to) }) };
}

function formatTime(time: number): string {
  const iso = new Date(time).toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
}

/**
 * Finds the known points nearest to marks, in the order of time; null: there are none, both are the same, or one lies further from
 * the series than the usual interval of its points.
 */
export function markedPoints(
  points: readonly PricePoint[],
  marks: Marks | null,
  range: Range,
): readonly [PricePoint, PricePoint] | null {
  const [first, last] = [points[0], points.at(-1)];
  if (marks === null || first === undefined || last === undefined) return null;
  const { stepMs } = RANGE_DETAILS[range];
  const [from, to] = marks.map((time) =>
    time === null || time < first[0] - stepMs || time > last[0] + stepMs ? null : nearestPoint(points, time),
  );
  const end = marks[1] === null ? last : to;
  return from == null || end == null || from[0] === end[0] ? null : [from, end];
}

/**
 * Returns the points between which a chart tells the change while one is pointed at, which is the second as long as there is none;
 * null: the chart tells the value of that point instead.
 */
export function comparedPoints(
  marked: readonly [PricePoint, PricePoint],
  isOpen: boolean,
  pointed: PricePoint | undefined,
): readonly [PricePoint, PricePoint] | null {
  const [from, to] = marked;
  if (pointed === undefined || pointed[0] === from[0] || pointed[0] === to[0]) return marked;
  if (!isOpen) return null;
  return pointed[0] < from[0] ? [pointed, from] : [from, pointed];
}

/** The change between two points, in per cent, null after a price of zero; and in what the points are. */
export function changeBetween(from: PricePoint, to: PricePoint) {
  // Rounded, because 1.1 less 1 is not 0.1.
  const amount = Number((to[1] - from[1]).toPrecision(12));
  return { percent: seriesFigures([from, to])?.change ?? null, amount };
}
