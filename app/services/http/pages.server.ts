import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { ColourMode } from "~/domain/colour-mode";
import { isFileAddress } from "~/domain/files";
import { SUGGESTIONS_PATH } from "~/domain/pages";
import type { Clock } from "../clock.server";
import { createSingleFlight } from "../single-flight.server";
import { type Answer, compress, entityTag } from "./answer.server";
import { isNowhere } from "./request-target.server";
import { createWorkQueue } from "./work-queue.server";

/** Renders a page: what Remix answers to a GET. */
export type RenderPage = (request: Request) => Promise<Response>;

/** A page was kept; or rendered and kept; or rendered, and not kept. */
type CacheStatus = "HIT" | "MISS" | "BYPASS";

/** A rendered page. Times are milliseconds on the monotonic clock. A page without a tag is not for other caches. */
export interface Page extends Answer {
  readonly renderedAt: number;
  /** Null for a page that must not be kept. */
  readonly freshUntil: number | null;
}

export type RenderQueue = ReturnType<typeof createRenderQueue>;

/**
 * Creates the queue of what Remix and React do for pages, one piece at a time, because it is all done by one processor. Waiting for
 * market data is not part of it: it has queues of its own.
 *
 * What a visitor knows goes before what anyone can make up: a page whose data have arrived, one that was kept before, a new one, a
 * file, and at last the page of a failure.
 */
export function createRenderQueue() {
  return createWorkQueue(1, [
    ["document", 200],
    ["kept before", 500],
    ["new", 500],
    ["file", 100],
    ["failure", 20],
  ]);
}

const MAX_PAGES = 4000;
const MAX_BYTES = 48_000_000;
/** Headers and objects of a page, estimated. */
const BYTES_BESIDE_BODY = 2000;
/** Milliseconds for which the page of unknown addresses is kept. */
const NOWHERE_FRESH_MS = 300_000;

/**
 * Keeps pages, their data and files made of data while they are fresh. All visitors who wait for a page share one rendering,
 * which is given up when the last of them has left. Evicted and expired pages are rendered again within milliseconds; prices
 * that cannot be fetched are served stale by the market data, so no stale page is needed here.
 */
export function createPages(render: RenderPage, queue: RenderQueue, clock: Clock) {
  const kept = new LRUCache<string, Page>({
    max: MAX_PAGES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) =>
      [body.br, body.gzip, body.identity].reduce(
        (sum, bytes) => sum + (bytes?.byteLength ?? 0),
        BYTES_BESIDE_BODY,
      ),
  });
  const flights = createSingleFlight<Page>(clock);

  async function renderAndKeep(key: string, target: string, headers: HeadersInit, signal: AbortSignal) {
    const lane = isDownload(target) ? "file" : kept.has(key) ? "kept before" : "new";
    // Only one begins in each turn of the event loop, so that kept pages are sent and disconnections noticed in between.
    await queue.run(lane, signal, () => setImmediate());
    const response = await render(new Request(`http://site.invalid${target}`, { headers, signal }));
    const page = await readPage(response, target, clock.monotonic(), signal);
    if (page.freshUntil !== null) kept.set(key, page);
    return page;
  }

  /**
   * Finds the page of a canonical target in a colour mode. Rejects when `leaving` is aborted first, and with BusyError where
   * too many pages wait to be rendered.
   */
  return async function findPage(
    target: string,
    mode: ColourMode | null,
    leaving: AbortSignal,
  ): Promise<{ readonly page: Page; readonly status: CacheStatus }> {
    const key = `${mode ?? ""} ${target}`;
    const page = kept.get(key);
    if (page !== undefined && clock.monotonic() < (page.freshUntil ?? 0)) return { page, status: "HIT" };
    if (flights.get(key) === undefined) {
      const headers: HeadersInit = mode === null ? {} : { Cookie: `colour-mode=${mode}` };
      const { promise } = flights.begin(key, ({ signal }) => renderAndKeep(key, target, headers, signal));
      // Whoever joins gets the error.
      promise.catch(() => {});
    }
    const rendered = await flights.join(key, leaving);
    return { page: rendered, status: rendered.freshUntil === null ? "BYPASS" : "MISS" };
  };
}

/**
 * Tells whether a target is a file that visitors download. Suggestions for what is being typed are part of a page, and a crawler
 * takes a robots.txt that fails for one that forbids everything.
 */
function isDownload(target: string): boolean {
  return isFileAddress(target) && !target.startsWith(SUGGESTIONS_PATH) && target !== "/robots.txt";
}

async function readPage(
  response: Response,
  target: string,
  now: number,
  leaving: AbortSignal,
): Promise<Page> {
  const { status, headers } = response;
  const { "x-accel-expires": seconds, ...others } = Object.fromEntries(headers);
  const isPublic = status === 200 && !headers.has("Set-Cookie") && Number(seconds) > 0;
  const isUnknownAddress = status === 404 && isNowhere(target);
  const freshMs = isPublic ? Number(seconds) * 1000 : isUnknownAddress ? NOWHERE_FRESH_MS : 0;
  const bytes = Buffer.from(await response.arrayBuffer());
  const lane = isDownload(target) ? "file" : "page";
  return {
    status,
    headers: others,
    // PNG is compressed by itself.
    body:
      headers.get("Content-Type") === "image/png"
        ? { identity: bytes }
        : await compress(bytes, lane, leaving),
    tag: isPublic ? entityTag(bytes) : null,
    renderedAt: now,
    freshUntil: freshMs > 0 ? now + freshMs : null,
  };
}
