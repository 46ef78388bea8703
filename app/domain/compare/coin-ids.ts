import { MAX_ID_LENGTH } from "../market/coin";

/** More coins than these no chart shows apart. */
export const MAX_COMPARED = 5;

/**
 * Reads the coins of a comparison from a query value, `bitcoin,ethereum`: in the order named, each once. At most one more
 * than can be compared is read, so that the page can tell that some were left out. Whether there are such coins is found
 * out by those who ask for them.
 */
export function parseComparedIds(value: string | null): readonly string[] {
  const ids = (value ?? "").split(",", MAX_READ).map((id) => id.trim());
  const known = ids.filter((id) => id !== "" && id.length <= MAX_ID_LENGTH);
  return [...new Set(known)].slice(0, MAX_COMPARED + 1);
}

/** Entries that are read at all: whatever repeats itself beyond them nobody has chosen. */
const MAX_READ = 100;
