import type { GenericSchema } from "valibot";
import type { Block } from "../cache/cool-downs.server";
import type { Answer } from "../cache/freshness.server";

/** Knowledge of one key that replicas share. */
interface SharedKnowledge<Value> {
  readonly answer: Answer<Value> | null;
  /** Failures that forbid a call for this key. */
  readonly blocks: readonly Block[];
}

/** The right to call for one key, which one replica has at a time. */
export interface Lock {
  /** Gives the lock back. The next holder finds all that was shared before. */
  release(): void;
}

/**
 * Knowledge that several replicas share, so that all of them together call the service no more than one would.
 *
 * None of its promises ever rejects, and each is settled soon: sharing that fails is as if there were none.
 */
export interface SharedMarketData {
  /** Reads what is known of a key. An answer that does not fit the schema is none. */
  read<Value>(key: string, schema: GenericSchema<unknown, Value>): Promise<SharedKnowledge<Value>>;
  /** Takes the right to call for a key; null while another replica has it. */
  lock(key: string): Promise<Lock | null>;
  /** Tells whether a replica has that right. */
  isLocked(key: string): Promise<boolean>;
  /** Takes the next slot for a call, when those of all replicas are to be so far apart. @returns milliseconds to wait for it */
  takeSlot(intervalMs: number): Promise<number>;
  /** Writes an answer, which is of use for so many milliseconds, and that nothing forbids calls for this key. */
  share<Value>(key: string, answer: Answer<Value>, usefulForMs: number): void;
  shareBlocks(key: string, blocks: readonly Block[]): void;
  /** Closes the connection of a process that stops. */
  close(): void;
}

const NOTHING = Object.freeze({ answer: null, blocks: [] });
const OWN_LOCK: Lock = { release: () => {} };

/** One replica alone. */
export const NOT_SHARED: SharedMarketData = {
  read: async () => NOTHING,
  lock: async () => OWN_LOCK,
  isLocked: async () => false,
  takeSlot: async () => 0,
  share: () => {},
  shareBlocks: () => {},
  close: () => {},
};
