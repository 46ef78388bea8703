/** Seconds for which caches may serve a page after it was fresh. */
const STALE_WHILE_REVALIDATE_SECONDS = 60;
const STALE_IF_ERROR_SECONDS = 3600;

/** Pages that are about to change, or are out of date, are fresh for this long. */
const MIN_SECONDS = 5;

/** Failures, and whatever changes something. */
export const NO_STORE = "no-store";

/** Headers that say who may keep an answer, and for how long. */
export type CacheHeaders = Readonly<Record<string, string>>;

/** How long a page with data is fresh. */
export interface PageFreshness {
  /** Milliseconds; 0 once a part is stale. */
  readonly freshForMs: number;
  /** Kept for a few seconds only and never in place of an error, so that the recovery shows at once. */
  readonly isOutOfDate: boolean;
}

/**
 * Headers of a page that anyone may keep. Browsers ask each time whether it has changed. `X-Accel-Expires` is what this
 * process goes by: it keeps an answer for so many seconds, and without it not at all.
 */
export function publicCacheHeaders({ freshForMs, isOutOfDate }: PageFreshness): CacheHeaders {
  const seconds = isOutOfDate ? MIN_SECONDS : Math.max(MIN_SECONDS, Math.floor(freshForMs / 1000));
  const stale = `stale-while-revalidate=${STALE_WHILE_REVALIDATE_SECONDS}, stale-if-error=${STALE_IF_ERROR_SECONDS}`;
  return {
    "Cache-Control": `public, max-age=0, s-maxage=${seconds}${isOutOfDate ? "" : `, ${stale}`}`,
    "X-Accel-Expires": String(seconds),
  };
}

/** Headers of a page for one visitor. */
export const OWN_PAGE_HEADERS: CacheHeaders = { "Cache-Control": `private, ${NO_STORE}` };

/** Headers of a page without market data, which changes only with a new version of the site. */
export const LASTING_PAGE_HEADERS = publicCacheHeaders({ freshForMs: 300_000, isOutOfDate: false });

/** Forbids caches to keep failures, and answers that do not say whether they may be kept. */
export function setFinalCacheHeaders(headers: Headers, status: number): void {
  // 202 is how a redirect reaches the browser in an answer with data.
  if (status < 400 && status !== 202 && headers.has("Cache-Control")) return;
  headers.set("Cache-Control", NO_STORE);
  headers.delete("X-Accel-Expires");
}
