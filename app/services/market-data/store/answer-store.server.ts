import { FIRST_PRICES, TIME } from "~/domain/time";

/** Maximum bytes of a stored body that are read: more than any answer may have. */
export const MAX_STORED_BYTES = 4_100_000;

export interface RawAnswer {
  readonly body: string;
  readonly fetchedAt: number;
}

/** Tokens that calls take: so many at most, and another one each so many milliseconds. */
export interface TokenBucket {
  readonly capacity: number;
  readonly msPerToken: number;
}

/**
 * Where answers are stored beyond this process: in Valkey, which replicas share, or in a file, for a single process. None of its
 * promises rejects, and each settles soon: without a store, the site goes on with its memory.
 */
export interface AnswerStore {
  /** Reads the answer stored under a name, and the milliseconds for which no replica may call; 0: calls are allowed. */
  read(name: string): Promise<{ readonly answer: RawAnswer | null; readonly pauseMs: number }>;
  /** Yields all answers after a restart, oldest first; none if replicas share the store. */
  all(): AsyncIterable<readonly [name: string, answer: RawAnswer]>;
  /** Takes the lock for calling an address; null while another replica has it. */
  lock(name: string): Promise<{ release(): void } | null>;
  /**
   * Takes a token for a call out of the one bucket that all replicas share.
   * @returns milliseconds until the next attempt; 0: the call may start
   */
  countCall(bucket: TokenBucket): Promise<number>;
  /**
   * Counts a call of a month, such as `2026-11`.
   * @param ownCount this process's calls of that month, with which a new count begins
   * @param maxCount a higher count is invalid, and starts anew
   * @returns the calls of all replicas in that month; null if they cannot be counted
   */
  countInMonth(month: string, ownCount: number, maxCount: number): Promise<number | null>;
  write(name: string, answer: RawAnswer, usefulForMs: number): void | Promise<void>;
  /** Stops the calls of all replicas for some milliseconds; a pause that ends later stays. */
  pause(ms: number): Promise<void>;
  close(): void | Promise<void>;
}

/** Returns whether stored milliseconds since the epoch can be the time of a price or of an answer: clocks differ by less than an hour. */
export function isPlausibleTime(time: unknown, now: number): time is number {
  return Number.isInteger(time) && Number(time) >= FIRST_PRICES && Number(time) <= now + TIME.HOUR;
}

export const EMPTY_STORE: AnswerStore = {
  read: async () => ({ answer: null, pauseMs: 0 }),
  async *all() {},
  lock: async () => ({ release: () => {} }),
  countCall: async () => 0,
  countInMonth: async () => null,
  write: () => {},
  pause: async () => {},
  close: () => {},
};
