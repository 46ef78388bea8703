import type { IncomingMessage, ServerResponse } from "node:http";
import { type ColourMode, readColourMode } from "~/domain/colour-mode";
import { isFileAddress, isSingleAddress } from "~/domain/files";
import { knownPage } from "~/domain/page-address";
import { isOwnList } from "~/domain/pages";
import { readListChange } from "~/domain/watchlist";
import type { Clock } from "../clock.server";
import { NO_STORE, setSecurityHeaders } from "../documents/headers.server";
import { BUSY } from "../documents/responses.server";
import { type Answer, sendAnswer } from "./answer.server";
import type { HttpMetrics } from "./http-metrics.server";
import { createPages, type Page, type RenderPage, type RenderQueue } from "./pages.server";
import { canonicalTarget, isPlainTarget } from "./request-target.server";
import { BusyError } from "./work-queue.server";

/**
 * Answers a request, or passes it on to remix-serve.
 * @param url the request's address as it was sent; its host means nothing
 */
export type Front = (request: IncomingMessage, response: ServerResponse, url: URL, pass: () => void) => void;

interface FrontOptions {
  /** Answers by path. */
  readonly files: ReadonlyMap<string, Answer>;
  readonly render: RenderPage;
  readonly renderQueue: RenderQueue;
  readonly metrics: HttpMetrics;
  readonly clock: Clock;
}

/** Paths whose answers differ each time, or set a cookie. */
const NEVER_KEPT = /^\/(?:healthz|metrics|colour-mode(?:\.data)?)$/;

/** Cache-Control of a page in a chosen colour mode, which other caches cannot tell from the page without one. */
const PRIVATE = "private, max-age=0, must-revalidate";

/** Headers of a redirect to the one address of a file. */
const redirectHeaders = new Headers({ "Cache-Control": NO_STORE });
setSecurityHeaders(redirectHeaders);
const REDIRECT_HEADERS = Object.fromEntries(redirectHeaders);

const BUSY_ANSWER: Answer = { ...BUSY, body: { identity: Buffer.from(BUSY.body) }, tag: null };

/**
 * Creates what stands in front of remix-serve in its own process: files are answered from memory, and so are pages while they
 * are fresh. Remix sees canonical addresses only.
 */
export function createFront({ files, render, renderQueue, metrics, clock }: FrontOptions): Front {
  const findPage = createPages(render, renderQueue, clock);

  async function answerPage(request: IncomingMessage, response: ServerResponse, isPlain: boolean) {
    const target = request.url ?? "/";
    const mode = isFileAddress(target) ? null : readColourMode(request.headers.cookie);
    const leaving = new AbortController();
    response.once("close", () => leaving.abort());
    const { page, status } = await findPage(target, mode, leaving.signal);
    metrics.setSource(response, status === "HIT" ? "memory" : "remix");
    const headers = pageHeaders(page, mode, isPlain, clock.monotonic());
    await sendAnswer(request, response, { ...page, headers: { ...headers, "x-cache-status": status } });
  }

  return function front(request, response, url, pass) {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const file = isRead ? files.get(url.pathname) : undefined;
    const target = file === undefined ? canonicalTarget(url) : url.pathname;
    const isPlain = isPlainTarget(request.url ?? "/", target);
    request.url = target;
    // nginx keeps answers by the address as it was sent.
    if (!isPlain) response.setHeader("X-Accel-Expires", "0");
    metrics.watch(response, file === undefined ? "remix" : "file");
    if (isRead && !isPlain && isSingleAddress(target)) {
      metrics.setSource(response, "memory");
      response.writeHead(301, { ...REDIRECT_HEADERS, location: target }).end();
      return;
    }
    if (!isRead || NEVER_KEPT.test(url.pathname) || isOwnPage(request, url, target)) return pass();
    const answered =
      file === undefined ? answerPage(request, response, isPlain) : sendAnswer(request, response, file);
    answered.catch((error: unknown) => {
      // The visitor has left.
      if (response.destroyed) return;
      if (error instanceof BusyError) {
        metrics.setSource(response, "memory");
        return sendAnswer(request, response, BUSY_ANSWER);
      }
      console.error(error);
      response.writeHead(500, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
      response.end("Unexpected Application Error!\n");
      return undefined;
    });
  };
}

/**
 * Tells whether a page is for this visitor alone: their list, or the document that says what they have just changed on it. Data
 * never say that, and what looks like an address with data could be that of a coin.
 */
function isOwnPage({ headers }: IncomingMessage, url: URL, target: string): boolean {
  const isDocument = knownPage(url) !== null && !url.pathname.endsWith(".data");
  return isOwnList(target) || (isDocument && readListChange(headers.cookie) !== null);
}

/**
 * nginx does not subtract Age from `s-maxage`, but takes the seconds in `X-Accel-Expires` in its place, even for a page that is
 * private to all other caches. nginx before 1.23 reads only the first of the two headers if that is `X-Accel-Expires`, and
 * needs both for a public page that it may serve stale.
 */
function pageHeaders(page: Page, mode: ColourMode | null, isPlain: boolean, now: number) {
  const { headers, renderedAt, freshUntil, tag } = page;
  if (freshUntil === null || tag === null) return headers;
  const age = { age: String(Math.floor((now - renderedAt) / 1000)) };
  const left = String(Math.max(0, Math.ceil((freshUntil - now) / 1000)));
  const expires = isPlain ? { "x-accel-expires": left } : {};
  return mode === null
    ? { ...headers, ...age, ...expires }
    : { ...expires, ...headers, ...age, "cache-control": PRIVATE };
}
