/** More coins than these no chart shows apart. */
export const MAX_COMPARED = 5;

/** In characters; the ids of coins are no longer. */
const MAX_ID_LENGTH = 128;

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

/** Writes coins as `parseComparedIds` reads them, encoded for a query. */
export function writeComparedIds(ids: readonly string[]): string {
  return ids.map(encodeURIComponent).join(",");
}
