/** Seconds, as in the header, for which caches may serve a page beyond its freshness. */
const STALE_WHILE_REVALIDATE_SECONDS = 60;
const STALE_IF_ERROR_SECONDS = 3600;

/** Pages that are about to change, or that say of themselves that they are old, are good for this long. */
const MIN_SECONDS = 5;

/** Failures, and whatever changes something. */
export const NO_STORE = "no-store";

/** A page that shows what is the visitor's own. */
export const OWN_PAGE = `private, ${NO_STORE}`;

/** A page with data: for anyone, for as long as the data are fresh. */
export interface PageFreshness {
  /** Milliseconds; 0 once a part is stale. */
  readonly freshForMs: number;
  /** Kept for a few seconds only and never in place of an error, so that the recovery shows at once. */
  readonly isOutOfDate: boolean;
}

/** Writes the Cache-Control of a page that anyone may keep. Browsers ask again each time, which a 304 answers. */
export function pageCacheControl({ freshForMs, isOutOfDate }: PageFreshness): string {
  const seconds = Math.max(MIN_SECONDS, Math.floor(freshForMs / 1000));
  if (isOutOfDate) return `public, max-age=0, s-maxage=${MIN_SECONDS}`;
  return [
    "public",
    "max-age=0",
    `s-maxage=${seconds}`,
    `stale-while-revalidate=${STALE_WHILE_REVALIDATE_SECONDS}`,
    `stale-if-error=${STALE_IF_ERROR_SECONDS}`,
  ].join(", ");
}

/** A page without data of the market changes only with a new version of the site. */
export const LASTING_PAGE = pageCacheControl({ freshForMs: 300_000, isOutOfDate: false });

/**
 * Decides what caches may finally do: nothing of a failure is kept.
 * @param proposed what the route says, or null
 */
export function finalCacheControl(proposed: string | null, status: number): string {
  // 202 is how a redirect reaches the browser in an answer with data.
  return status >= 400 || status === 202 || proposed === null ? NO_STORE : proposed;
}
