import type { IncomingMessage, ServerResponse } from "node:http";
import type { ColourMode } from "~/domain/colour-mode";
import type { Clock } from "../clock.server";
import { readColourMode } from "../colour-mode.server";
import { sendAnswer } from "./answer.server";
import { acceptedEncodings, type EncodedBody } from "./encodings.server";
import { lifetimeOf } from "./lifetime.server";
import { encodePage, type PageBody } from "./page-body.server";
import { createPageStore, type KeptPage } from "./page-store.server";

/** Makes a page: what Remix answers to a GET. */
export type RenderPage = (request: Request) => Promise<Response>;

/** How a page was served, in the words of nginx. */
export type CacheStatus = "HIT" | "STALE" | "MISS" | "EXPIRED" | "BYPASS";

/** A page that was made, kept or not. */
interface MadePage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: PageBody;
  readonly kept: KeptPage | null;
}

/** A kept page, or one that is made for this visit alone. */
type Found =
  | { readonly status: CacheStatus; readonly page: KeptPage; readonly made?: undefined }
  | { readonly status: CacheStatus; readonly made: MadePage; readonly page?: undefined };

interface Flight {
  readonly promise: Promise<MadePage>;
  readonly giveUp: () => void;
  visitors: number;
}

/** Milliseconds after a failure before a page that is still shown is made anew. */
const RETRY_MS = 5000;

/** What a visitor's own browser may do with a page in a colour mode of its own. */
const PRIVATE = "private, max-age=0, must-revalidate";

/**
 * Answers requests for pages, their data and other public answers from memory, for as long as their own Cache-Control lets a
 * shared cache (RFC 9111): fresh ones at once; beyond that, within `stale-while-revalidate`, at once too while one rendering
 * goes on behind it; within `stale-if-error`, in place of a failure. All who wait for a page share one rendering, and it is
 * given up when the last of them has left.
 *
 * Failures, and whatever is not public or sets a cookie, are not kept. A page in a colour mode is kept like any other, one for
 * each mode, but told to be private: other caches cannot tell the modes apart. A visitor gets the encoding that is there at
 * once; a cache (which names itself in `Via`, RFC 9110, 7.6.3) waits for brotli, since many will get what it gets.
 */
export function createPages(render: RenderPage, { monotonic }: Clock) {
  const store = createPageStore();
  const flights = new Map<string, Flight>();

  const ageOf = (page: KeptPage) => monotonic() - page.keptAt;

  async function make(
    key: string,
    target: string,
    mode: ColourMode | null,
    signal: AbortSignal,
  ): Promise<MadePage> {
    const headers: HeadersInit = mode === null ? {} : { Cookie: `colour-mode=${mode}` };
    const response = await render(new Request(`http://site.invalid${target}`, { headers, signal }));
    const body = await encodePage(Buffer.from(await response.arrayBuffer()));
    const made = { status: response.status, headers: Object.fromEntries(response.headers), body };
    const lifetime =
      response.status === 200 && !response.headers.has("Set-Cookie")
        ? lifetimeOf(response.headers.get("Cache-Control"))
        : null;
    if (lifetime === null) return { ...made, kept: null };
    const kept: KeptPage = { ...made, lifetime, keptAt: monotonic(), retryAt: 0 };
    store.set(key, kept);
    return { ...made, kept };
  }

  function begin(key: string, target: string, mode: ColourMode | null): Flight {
    const controller = new AbortController();
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const flight: Flight = {
      promise: make(key, target, mode, controller.signal).finally(land),
      giveUp() {
        // Whoever comes from now on begins anew.
        land();
        controller.abort();
      },
      visitors: 0,
    };
    flights.set(key, flight);
    return flight;
  }

  /** Makes a page anew that is shown meanwhile. */
  function refresh(key: string, target: string, mode: ColourMode | null, page: KeptPage): void {
    if (flights.has(key) || page.retryAt > monotonic()) return;
    const flight = begin(key, target, mode);
    // The page that is shown waits for it too, so no visitor who leaves can be the last.
    flight.visitors += 1;
    flight.promise.then(
      (made) => {
        if (made.status >= 500) page.retryAt = monotonic() + RETRY_MS;
        else if (made.kept === null) store.delete(key);
      },
      (error: unknown) => {
        page.retryAt = monotonic() + RETRY_MS;
        console.error(error);
      },
    );
  }

  /** Waits for a page with all others who do; rejects when the last of them has left before. */
  async function join(flight: Flight, response: ServerResponse): Promise<MadePage> {
    flight.visitors += 1;
    const leave = () => {
      flight.visitors -= 1;
      if (flight.visitors === 0) flight.giveUp();
    };
    response.once("close", leave);
    try {
      return await flight.promise;
    } finally {
      response.off("close", leave);
    }
  }

  function isShownInPlaceOfFailure(page: KeptPage): boolean {
    return ageOf(page) <= page.lifetime.freshMs + page.lifetime.errorMs;
  }

  /** Finds the page, or makes it. */
  async function find(response: ServerResponse, target: string, mode: ColourMode | null): Promise<Found> {
    const key = `${mode ?? ""} ${target}`;
    const page = store.get(key);
    if (page !== undefined) {
      const { freshMs, staleMs } = page.lifetime;
      if (ageOf(page) <= freshMs) return { page, status: "HIT" };
      if (ageOf(page) <= freshMs + staleMs) {
        refresh(key, target, mode, page);
        return { page, status: "STALE" };
      }
      if (page.retryAt > monotonic() && isShownInPlaceOfFailure(page)) return { page, status: "STALE" };
    }
    const made = await join(flights.get(key) ?? begin(key, target, mode), response);
    if (made.kept !== null) return { page: made.kept, status: page === undefined ? "MISS" : "EXPIRED" };
    if (page !== undefined && made.status >= 500 && isShownInPlaceOfFailure(page)) {
      page.retryAt = monotonic() + RETRY_MS;
      return { page, status: "STALE" };
    }
    store.delete(key);
    return { made, status: "BYPASS" };
  }

  /** Answers a GET or HEAD for a canonical target. @param onStatus told how, before the answer is sent */
  return async function answerPage(
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
    onStatus: (status: CacheStatus) => void,
  ): Promise<void> {
    const mode = readColourMode(request.headers.cookie);
    const found = await find(response, target, mode);
    onStatus(found.status);
    if (request.headers.via !== undefined) await (found.page ?? found.made).body.compressed;
    if (found.page === undefined) {
      const { status, headers, body } = found.made;
      const encoded = await encodedBody(request, body);
      sendAnswer(request, response, {
        status,
        headers: { ...headers, "x-cache-status": found.status },
        body: encoded,
        tag: null,
      });
      return;
    }
    const { page, status } = found;
    const headers = headersOf(page, {
      status,
      mode,
      ageMs: ageOf(page),
      isForCache: request.headers.via !== undefined,
    });
    const body = await encodedBody(request, page.body);
    sendAnswer(request, response, { status: 200, headers, body, tag: page.body.tag });
  };
}

interface Serving {
  readonly status: CacheStatus;
  readonly mode: ColourMode | null;
  readonly ageMs: number;
  readonly isForCache: boolean;
}

function headersOf(page: KeptPage, { status, mode, ageMs, isForCache }: Serving): Record<string, string> {
  const headers: Record<string, string> = {
    ...page.headers,
    age: String(Math.floor(ageMs / 1000)),
    "x-cache-status": status,
  };
  if (mode !== null) headers["cache-control"] = PRIVATE;
  else if (isForCache) {
    // nginx does not subtract Age; it takes this in place of s-maxage, and keeps it to itself.
    headers["x-accel-expires"] = String(Math.max(0, Math.ceil((page.lifetime.freshMs - ageMs) / 1000)));
  }
  return headers;
}

/** Takes brotli and gzip as they are; whoever takes neither costs an unpacking. */
async function encodedBody(request: IncomingMessage, body: PageBody): Promise<EncodedBody> {
  const { gzip, brotli } = body;
  const packed: EncodedBody = brotli === null ? { gzip } : { gzip, br: brotli };
  const accepted = acceptedEncodings(String(request.headers["accept-encoding"] ?? ""));
  return accepted.some((encoding) => packed[encoding] !== undefined)
    ? packed
    : { identity: await body.identity() };
}
