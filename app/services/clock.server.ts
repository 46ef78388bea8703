export interface Clock {
  /** Wall-clock time in milliseconds since the epoch. An operator or NTP can set it forwards and backwards. */
  now(): number;
  /** Monotonic milliseconds since an arbitrary moment: for ages, pauses and deadlines. */
  monotonic(): number;
}

export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
