const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/**
 * `21 Nov 2026, 03:42 UTC`. Written by hand: what ICU makes of an English date (Sept or Sep, which space) differs
 * between the server and browsers, and the first client render has to match.
 */
export function formatUtc(time: number): string {
  return `${formatUtcDate(time)}, ${formatUtcTimeOfDay(time)} UTC`;
}

/** `21 Nov 2026` */
export function formatUtcDate(time: number): string {
  return `${formatUtcDay(time)} ${new Date(time).getUTCFullYear()}`;
}

/** `21 Nov` */
export function formatUtcDay(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ""}`;
}

/** `Nov 2026` */
export function formatUtcMonth(time: number): string {
  const date = new Date(time);
  return `${MONTHS[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
}

/** `03:42` */
export function formatUtcTimeOfDay(time: number): string {
  const date = new Date(time);
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
}

/** The same instant where the visitor is: `21 Nov 2026, 09:12 GMT+5:30`. Only for after hydration. */
export function formatLocal(time: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(time);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
