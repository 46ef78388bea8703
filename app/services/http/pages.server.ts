import { LRUCache } from "lru-cache";
import type { ColourMode } from "~/domain/colour-mode";
import type { Clock } from "../clock.server";
import { createSingleFlight } from "../single-flight.server";
import { type Answer, compress, entityTag } from "./answer.server";

/** Renders a page: what Remix answers to a GET. */
export type RenderPage = (request: Request) => Promise<Response>;

/** A page was kept; or rendered and kept; or rendered, and not kept. */
type CacheStatus = "HIT" | "MISS" | "BYPASS";

/** A rendered page. Times are milliseconds on the monotonic clock. */
export interface Page extends Answer {
  readonly renderedAt: number;
  /** Null for a page that must not be kept. */
  readonly freshUntil: number | null;
}

const MAX_PAGES = 4000;
const MAX_BYTES = 48_000_000;
/** Headers and objects of a page, estimated. */
const BYTES_BESIDE_BODY = 2000;

/**
 * Keeps pages, their data and files made of data while they are fresh. All visitors who wait for a page share one rendering,
 * which is given up when the last of them has left. Evicted and expired pages are rendered again within milliseconds; prices
 * that cannot be fetched are served stale by the market data, so no stale page is needed here.
 */
export function createPages(render: RenderPage, clock: Clock) {
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

  async function renderAndKeep(key: string, request: Request): Promise<Page> {
    const page = await readPage(await render(request), clock.monotonic());
    if (page.freshUntil === null) kept.delete(key);
    else kept.set(key, page);
    return page;
  }

  /** Finds the page of a canonical target in a colour mode. Rejects when `leaving` is aborted first. */
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
      const { promise } = flights.begin(key, (signal) =>
        renderAndKeep(key, new Request(`http://site.invalid${target}`, { headers, signal })),
      );
      // Whoever joins gets the error.
      promise.catch(() => {});
    }
    const rendered = await flights.join(key, leaving);
    return { page: rendered, status: rendered.freshUntil === null ? "BYPASS" : "MISS" };
  };
}

async function readPage(response: Response, now: number): Promise<Page> {
  const { status, headers } = response;
  const { "x-accel-expires": seconds, ...others } = Object.fromEntries(headers);
  const isKept = status === 200 && !headers.has("Set-Cookie") && Number(seconds) > 0;
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status,
    headers: others,
    // PNG is compressed by itself.
    body: headers.get("Content-Type") === "image/png" ? { identity: bytes } : await compress(bytes),
    tag: isKept ? entityTag(bytes) : null,
    renderedAt: now,
    freshUntil: isKept ? now + Number(seconds) * 1000 : null,
  };
}
