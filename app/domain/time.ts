/** Lengths of time in milliseconds. */
export const TIME = { SECOND: 1000, MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000 } as const;

/** Returns the day (UTC) of a time in milliseconds since the epoch, in whole days since the epoch. */
export function dayAt(time: number): number {
  return Math.floor(time / TIME.DAY);
}

/** Start of the year of the first Bitcoin, in milliseconds since the epoch: no price is older. */
export const FIRST_PRICES = Date.UTC(2009, 0);

/** Returns start and end of the calendar month (UTC) around a time, in milliseconds since the epoch. */
export function monthAround(time: number): readonly [start: number, end: number] {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return [Date.UTC(year, month), Date.UTC(year, month + 1)];
}
