import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { SUGGESTIONS_PATH } from "~/domain/addresses/page-addresses";
import type { ColourMode } from "~/domain/colour-mode";
import type { Clock } from "../clock.server";
import { measureCache } from "../metrics.server";
import { createSingleFlight } from "../single-flight.server";
import { compress, entityTag, type Reply } from "./reply.server";
import type { Target } from "./request-target.server";
import { createWorkQueue } from "./work-queue.server";

/** Renders a page: what Remix answers to a GET. */
export type RenderPage = (request: Request) => Promise<Response>;

/** What a page depends on, besides cookies. */
type PageTarget = Pick<Target, "kind" | "address">;

/** Whether a page was cached; or rendered and cached; or rendered, and not cached. */
type CacheStatus = "HIT" | "MISS" | "BYPASS";

/** A rendered page. Times are milliseconds on the monotonic clock. A page without a tag is not for other caches. */
export interface RenderedPage extends Reply {
  readonly renderedAt: number;
  /** Null for a page that must not be cached. */
  readonly freshUntil: number | null;
}

export type RenderQueue = ReturnType<typeof createRenderQueue>;

/**
 * Creates the queue of Remix's and React's work on pages, one piece at a time, because one processor does it all. Waiting for
 * market data is not part of it: that has its own queues.
 *
 * Known pages go before those that anyone can make up: a page whose data have arrived, one that was cached before, a new one, a
 * file, and last the page of a failure.
 */
export function createRenderQueue() {
  return createWorkQueue(1, [
    ["document", 200],
    ["cached before", 500],
    ["new", 500],
    ["file", 100],
    ["failure", 20],
  ]);
}

const MAX_PAGES = 4000;
const MAX_BYTES = 48_000_000;
/** On the heap, as measured: mostly headers. */
const BYTES_BESIDE_BODY = 6000;
const NOWHERE_FRESH_MS = 300_000;

/**
 * Caches pages, their data and generated files while they are fresh. All visitors who wait for a page share one rendering,
 * which is aborted when the last of them has left. Evicted and expired pages are rendered again within milliseconds; the
 * market data serve stale prices when a fetch fails, so no stale page is needed here.
 */
export function createPageCache(render: RenderPage, queue: RenderQueue, clock: Clock) {
  const cached = new LRUCache<string, RenderedPage>({
    max: MAX_PAGES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) =>
      [body.br, body.gzip, body.identity].reduce(
        (sum, bytes) => sum + (bytes?.byteLength ?? 0),
        BYTES_BESIDE_BODY + key.length,
      ),
  });
  measureCache("pages", cached);
  const flights = createSingleFlight<RenderedPage>(clock);

  /** @param cookies the header `Cookie`, as far as the page depends on it */
  async function renderPage(target: PageTarget, cookies: string, isKnown: boolean, signal: AbortSignal) {
    const lane = isDownload(target) ? "file" : isKnown ? "cached before" : "new";
    await queue.run(lane, signal, turnsBetweenPages);
    const headers: HeadersInit = cookies === "" ? {} : { Cookie: cookies };
    const response = await render(new Request(`http://site.invalid${target.address}`, { headers, signal }));
    return readPage(response, target, clock.monotonic(), signal);
  }

  return {
    /**
     * Finds the page of a target in a colour mode. Rejects when `leaving` is aborted first, and with BusyError if too
     * many pages wait to be rendered.
     */
    async find(
      target: PageTarget,
      mode: ColourMode | null,
      leaving: AbortSignal,
    ): Promise<{ readonly page: RenderedPage; readonly status: CacheStatus }> {
      const key = `${mode ?? ""} ${target.address}`;
      const page = cached.get(key);
      if (page !== undefined && clock.monotonic() < (page.freshUntil ?? 0)) return { page, status: "HIT" };
      if (flights.get(key) === undefined) {
        const cookies = mode === null ? "" : `colour-mode=${mode}`;
        const { promise } = flights.begin(key, async ({ signal }) => {
          const rendered = await renderPage(target, cookies, cached.has(key), signal);
          if (rendered.freshUntil !== null) cached.set(key, rendered);
          return rendered;
        });
        // Those who join get the error.
        promise.catch(() => {});
      }
      const rendered = await flights.join(key, leaving);
      return { page: rendered, status: rendered.freshUntil === null ? "BYPASS" : "MISS" };
    },
    /** Renders a page for one visitor, with all their cookies. Rejects as `find` does. */
    async renderOwn(target: PageTarget, cookies: string, leaving: AbortSignal) {
      const status: CacheStatus = "BYPASS";
      return { page: await renderPage(target, cookies, false, leaving), status };
    },
  };
}

/**
 * Lets the event loop turn, so that cached pages are sent and disconnections noticed before the next page is rendered. Each turn accepts
 * one connection (since libuv 1.45): with a single one, a thousand that arrive at once would keep the next visitor's connection
 * waiting for a thousand pages.
 */
async function turnsBetweenPages(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await setImmediate();
}

/**
 * Returns whether a target is a file that visitors download. Suggestions are part of a page, and a crawler reads a failed
 * robots.txt as one that forbids everything.
 */
function isDownload({ kind, address }: PageTarget): boolean {
  return kind === "file" && !address.startsWith(SUGGESTIONS_PATH) && address !== "/robots.txt";
}

async function readPage(
  response: Response,
  target: PageTarget,
  now: number,
  leaving: AbortSignal,
): Promise<RenderedPage> {
  const { status, headers } = response;
  const { "x-accel-expires": seconds, ...others } = Object.fromEntries(headers);
  // Of headers with one name, only cookies are not joined.
  const cookies = headers.getSetCookie();
  const isPublic = status === 200 && !headers.has("Set-Cookie") && Number(seconds) > 0;
  const isUnknownAddress = status === 404 && target.kind === "nowhere";
  const freshMs = isPublic ? Number(seconds) * 1000 : isUnknownAddress ? NOWHERE_FRESH_MS : 0;
  const bytes = Buffer.from(await response.arrayBuffer());
  const lane = isDownload(target) ? "file" : "page";
  return {
    status,
    headers: cookies.length === 0 ? others : { ...others, "set-cookie": cookies },
    // Pictures are already compressed, but for drawings.
    body: /^image\/(?!svg)/.test(headers.get("Content-Type") ?? "")
      ? { identity: bytes }
      : await compress(bytes, lane, leaving),
    tag: isPublic ? entityTag(bytes) : null,
    renderedAt: now,
    freshUntil: freshMs > 0 ? now + freshMs : null,
  };
}
