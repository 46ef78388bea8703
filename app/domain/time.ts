/** Lengths of time in milliseconds. */
export const TIME = { SECOND: 1000, MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000 } as const;
