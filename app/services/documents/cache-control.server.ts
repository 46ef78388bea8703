/** What caches may do with an answer. Times in seconds, as in the header. */
const STALE_WHILE_REVALIDATE_SECONDS = 60;
const STALE_IF_ERROR_SECONDS = 3600;

/** Pages that are about to change, or that say of themselves that they are old, are good for this long. */
const SHORTEST_SECONDS = 5;

/** Failures, and whatever changes something. */
export const NO_STORE = "no-store";

/**
 * For a page that anyone may keep: browsers ask again each time, shared caches for as long as the data are fresh. Out of
 * date data are kept for a few seconds only and never in place of an error, so that the recovery shows at once.
 */
export function pageCacheControl({
  freshForMs,
  isOutOfDate,
}: {
  freshForMs: number;
  isOutOfDate: boolean;
}): string {
  const seconds = Math.max(SHORTEST_SECONDS, Math.floor(freshForMs / 1000));
  if (isOutOfDate) return `public, max-age=0, s-maxage=${SHORTEST_SECONDS}`;
  return [
    "public",
    "max-age=0",
    `s-maxage=${seconds}`,
    `stale-while-revalidate=${STALE_WHILE_REVALIDATE_SECONDS}`,
    `stale-if-error=${STALE_IF_ERROR_SECONDS}`,
  ].join(", ");
}
