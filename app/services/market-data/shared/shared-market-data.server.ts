import type { GenericSchema } from "valibot";
import type { Answer } from "../answer-cache.server";
import type { Block } from "../cool-down.server";

/** What copies of the site know together of one address. */
export interface SharedKnowledge<Value> {
  readonly answer: Answer<Value> | null;
  /** What forbids a call to this address. */
  readonly blocks: readonly Block[];
}

/** The right to call one address, which one copy has at a time. */
export interface Lock {
  /** What was shared before is there for whoever has the lock next. */
  release(): void;
}

/**
 * What several copies of the site share, so that all of them together call the service no more than one would.
 *
 * None of its promises ever rejects, and each is settled soon: sharing that fails is as if there were none.
 */
export interface SharedMarketData {
  /** What is known of an address. An answer that does not fit the schema is none. */
  look<Value>(path: string, schema: GenericSchema<unknown, Value>): Promise<SharedKnowledge<Value>>;
  /** The right to call an address, or null while another copy has it. */
  lock(path: string): Promise<Lock | null>;
  /** Whether a copy has that right. */
  isLocked(path: string): Promise<boolean>;
  /** Milliseconds to wait before the next call of all copies, when they are to be so far apart. */
  turn(intervalMs: number): Promise<number>;
  /** Tells of an answer, which is of use for so many milliseconds, and that nothing forbids calls to this address. */
  share<Value>(path: string, answer: Answer<Value>, usefulForMs: number): void;
  shareBlocks(path: string, blocks: readonly Block[]): void;
  /** For a process that stops. */
  close(): void;
}

const NOTHING = Object.freeze({ answer: null, blocks: [] });
const OWN_LOCK: Lock = { release: () => {} };

/** One copy alone. */
export const NOT_SHARED: SharedMarketData = {
  look: async () => NOTHING,
  lock: async () => OWN_LOCK,
  isLocked: async () => false,
  turn: async () => 0,
  share: () => {},
  shareBlocks: () => {},
  close: () => {},
};
