import { isCoinId } from "../market/coin";

/** Coins of a list, the visitor's own or one that is shared. */
export const MAX_WATCHED = 50;

/** Characters of a list in an address or a cookie: browsers keep no cookie of more than 4,096 bytes. */
export const MAX_LIST_LENGTH = 3500;

/**
 * Reads ids that an address names, separated by commas, in their order: each once, 50 at the most, and none beyond 3,500
 * characters. What can be no coin's id is left out.
 */
export function parseWatchedIds(text: string | null | undefined): readonly string[] {
  const ids = (text ?? "").slice(0, MAX_LIST_LENGTH).split(",");
  return [...new Set(ids)].filter(isCoinId).slice(0, MAX_WATCHED);
}
