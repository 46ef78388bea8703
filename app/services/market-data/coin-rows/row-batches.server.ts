import { createHash } from "node:crypto";
import type { Currency } from "~/domain/market/currency";

/** Ids that one read, and so one call, may name. */
export const MAX_ROWS_OF_CALL = 50;

/** Characters of all ids of a call as they stand in its address: services and proxies refuse longer ones. */
const MAX_IDS_LENGTH = 4000;

/** Splits ids into as few calls as may be, each with an address that every service reads; in order, so that one batch has one key. */
export function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let length = 0;
  for (const id of ids.toSorted()) {
    const idLength = encodeURIComponent(id).length + 1;
    if (batch.length >= MAX_ROWS_OF_CALL || length + idLength > MAX_IDS_LENGTH) {
      batches.push(batch);
      batch = [];
      length = 0;
    }
    batch.push(id);
    length += idLength;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Names a call by its sorted ids, in a few characters: fifty ids are longer than a key in Redis or a line in the log should be. */
export function batchKey(currency: Currency, sortedIds: readonly string[]): string {
  const digest = createHash("sha256").update(sortedIds.join(",")).digest("base64url").slice(0, 22);
  return `coin-rows/${currency}/${digest}`;
}
