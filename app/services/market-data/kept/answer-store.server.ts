/** Body of an answer as the service sent it. */
export interface RawAnswer {
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/**
 * Where answers are kept beyond this process: in Valkey, which replicas share, or in a file, for one process alone. None of its
 * promises rejects, and each is settled soon: without a store, the site goes on with what is in its memory.
 */
export interface AnswerStore {
  /** Reads the answer that is stored under a name, and the milliseconds for which no replica may call; 0: it may. */
  read(name: string): Promise<{ readonly answer: RawAnswer | null; readonly pauseMs: number }>;
  /** Yields all answers of a restarted process, the oldest first; none that replicas share. */
  all(): AsyncIterable<readonly [name: string, answer: RawAnswer]>;
  /** Logs that the answer of a path cannot be used, once an hour. */
  reportUnreadable(path: string): void;
  /** Takes the right to call an address, which one replica has at a time; null while another one has it. */
  lock(name: string): Promise<{ release(): void } | null>;
  /**
   * Counts a call among those of all replicas, unless the minute up to now has so many already.
   * @returns milliseconds after which to ask again; 0: the call is counted and may start
   */
  countCall(callsPerMinute: number): Promise<number>;
  /**
   * Counts a call of a month, such as `2026-11`.
   * @param ownCount the calls of that month which this process knows of, with which a new count begins
   * @param maxCount a higher count is none of ours, and begins anew
   * @returns the calls of all replicas in that month; null where they cannot be counted
   */
  countInMonth(month: string, ownCount: number, maxCount: number): Promise<number | null>;
  /** Writes an answer, which is useful for so many milliseconds. */
  write(name: string, answer: RawAnswer, usefulForMs: number): void;
  /** Keeps all replicas from calling for so many milliseconds; a pause that ends later stays. */
  pause(ms: number): Promise<void>;
  /** Ends it with the process. */
  close(): void | Promise<void>;
}

/** No store: what is known ends with the process. */
export const NO_STORE: AnswerStore = {
  read: async () => ({ answer: null, pauseMs: 0 }),
  async *all() {},
  reportUnreadable: () => {},
  lock: async () => ({ release: () => {} }),
  countCall: async () => 0,
  countInMonth: async () => null,
  write: () => {},
  pause: async () => {},
  close: () => {},
};
