import type { Range } from "../market/range";
import { TIME } from "../time";

/** The time zone of a text: UTC, or the visitor's, which is known only after hydration. */
export type Zone = "utc" | "local";

// Times are formatted by hand: ICU's English dates (Sept or Sep, which space) differ between the server and browsers, and
// the first client render has to match.
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const MAX_WAIT_IN_SECONDS_MS = 90_000;

const MAX_LABELLED_BY_DAY_MS = 300 * TIME.DAY;

/** `21 Nov 2026, 03:42 UTC` */
export function formatUtc(time: number): string {
  const parts = partsOf(time, "utc");
  return `${date(parts)}, ${timeOfDay(parts)} UTC`;
}

/** `21 Nov 2026`. In the visitor's zone only after hydration. */
export function formatDate(time: number, zone: Zone): string {
  return date(partsOf(time, zone));
}

/** A short date, with the year if another moment is in a different one: `17 Nov`, `17 Nov 2025`. */
export function formatDay(time: number, other: number, zone: Zone): string {
  const { day, month, year } = partsOf(time, zone);
  return partsOf(other, zone).year === year ? `${day} ${month}` : formatDate(time, zone);
}

/** A time of day, with UTC by name: `11:00 UTC`, `16:30`. */
export function formatTimeOfDay(time: number, zone: Zone): string {
  return `${timeOfDay(partsOf(time, zone))}${zone === "utc" ? " UTC" : ""}`;
}

/** A moment beside another one, without the zone: `17 Nov, 16:30`, with the year if the other is in a different one. */
export function formatMoment(time: number, other: number, zone: Zone): string {
  return `${formatDay(time, other, zone)}, ${timeOfDay(partsOf(time, zone))}`;
}

/** When a price is from: the time of day if that is another moment's day (UTC), or else the date: `09:41 UTC`, `16 Nov`. */
export function formatPriceTime(time: number, now: number): string {
  const isToday = formatDate(time, "utc") === formatDate(now, "utc");
  return isToday ? formatTimeOfDay(time, "utc") : formatDay(time, now, "utc");
}

/** The same instant in the visitor's zone: `21 Nov 2026, 09:12 UTC+5:30`. Only after hydration. */
export function formatLocal(time: number): string {
  const parts = partsOf(time, "local");
  return `${date(parts)}, ${timeOfDay(parts)} ${localZone(time)}`;
}

/** The same in short, in the visitor's zone: `14:03`, or `20 Nov 2026, 14:03` on another day. Only after hydration. */
export function formatLocalMoment(time: number, now = Date.now()): string {
  const [day, moment] = [formatDate(time, "local"), formatTimeOfDay(time, "local")];
  return day === formatDate(now, "local") ? moment : `${day}, ${moment}`;
}

/** Formats a wait in milliseconds, rounded up: `1 second`, `12 seconds`, `10 minutes`. */
export function formatWait(ms: number): string {
  if (ms > MAX_WAIT_IN_SECONDS_MS) return `${Math.ceil(ms / TIME.MINUTE)} minutes`;
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

/** The visitor's zone at a moment: `UTC+5:30`. Only after hydration. */
export function localZone(time: number): string {
  const minutes = -new Date(time).getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const rest = Math.abs(minutes) % 60;
  const hours = Math.trunc(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${twoDigits(rest)}`}`;
}

/** Number of moments at which a span's time zone is looked up: less than two months apart in ten years. */
const ZONE_SAMPLES = 64;

/**
 * The visitor's zones over a span of time: `UTC+1`, `UTC+2 and UTC+1` across a change of the clocks, and `your time zone` where
 * there were more. Only after hydration.
 */
export function timeZones(from: number, to: number): string {
  const moments = Array.from(
    { length: ZONE_SAMPLES + 1 },
    (_, step) => from + ((to - from) * step) / ZONE_SAMPLES,
  );
  const zones = [...new Set(moments.map(localZone))];
  return zones.length > 2 ? "your time zone" : zones.join(" and ");
}

/** The label of a tick on a time axis: time of day for 24h, dates otherwise, months for a long series. */
export function formatAxisTime(time: number, range: Range, spanMs: number, zone: Zone): string {
  const parts = partsOf(time, zone);
  if (range === "24h") return timeOfDay(parts);
  return spanMs > MAX_LABELLED_BY_DAY_MS ? `${parts.month} ${parts.year}` : `${parts.day} ${parts.month}`;
}

interface TimeParts {
  readonly year: number;
  readonly month: string;
  readonly day: number;
  readonly hours: number;
  readonly minutes: number;
}

function partsOf(time: number, zone: Zone): TimeParts {
  const at = new Date(time);
  // Shifted by its own offset, a local time reads as if it were UTC.
  const shown = zone === "utc" ? at : new Date(time - at.getTimezoneOffset() * TIME.MINUTE);
  return {
    year: shown.getUTCFullYear(),
    month: MONTHS[shown.getUTCMonth()] ?? "",
    day: shown.getUTCDate(),
    hours: shown.getUTCHours(),
    minutes: shown.getUTCMinutes(),
  };
}

function date({ day, month, year }: TimeParts): string {
  return `${day} ${month} ${year}`;
}

function timeOfDay({ hours, minutes }: TimeParts): string {
  return `${twoDigits(hours)}:${twoDigits(minutes)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
