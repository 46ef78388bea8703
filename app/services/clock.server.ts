/** The two times that the site needs. */
export interface Clock {
  /** The time of day in milliseconds since the epoch. An operator or NTP can set it forwards and backwards. */
  now(): number;
  /** Milliseconds since some moment, never set: for ages, pauses and deadlines. */
  monotonic(): number;
}

export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
