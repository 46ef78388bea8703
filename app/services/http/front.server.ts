import type { IncomingMessage, ServerResponse } from "node:http";
import { pageAddress, pathOfData } from "~/domain/addresses/canonical-address";
import { type ColourMode, readColourMode } from "~/domain/colour-mode";
import { CURRENCY_BEFORE, currencyCookie, parseCurrency, readCurrency } from "~/domain/market/currency";
import { readListChange } from "~/domain/watchlist/watchlist";
import type { Clock } from "../clock.server";
import { appendCookie, setOwnPageHeaders } from "../responses/headers.server";
import { BUSY, plainHeaders } from "../responses/responses.server";
import type { WatchResponse } from "./http-metrics.server";
import { createPageCache, type RenderedPage, type RenderPage, type RenderQueue } from "./page-cache.server";
import { type Reply, sendReply } from "./reply.server";
import { NOWHERE, type Target } from "./request-target.server";
import { BusyError } from "./work-queue.server";

export type Front = (
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  pass: () => void,
) => void;

interface FrontOptions {
  readonly files: ReadonlyMap<string, Reply>;
  readonly render: RenderPage;
  readonly renderQueue: RenderQueue;
  readonly watch: WatchResponse;
  readonly clock: Clock;
  readonly isStopping: () => boolean;
}

/** Cache-Control of a page in a chosen colour mode, because other caches cannot tell it from the page without one. */
const PRIVATE = "private, max-age=0, must-revalidate";

const PLAIN_HEADERS = Object.fromEntries(plainHeaders());

const plain = (text: string) => ({ identity: Buffer.from(text) });
const BUSY_REPLY: Reply = { ...BUSY, body: plain(BUSY.body), tag: null };
const READY_REPLY: Reply = {
  status: 200,
  headers: PLAIN_HEADERS,
  body: plain("ok\n"),
  tag: null,
};

/**
 * Creates the handler in front of remix-serve, in the same process: it serves files from memory, and pages while they are
 * fresh. Remix sees only canonical addresses.
 */
export function createFront({ files, render, renderQueue, watch, clock, isStopping }: FrontOptions): Front {
  const pageCache = createPageCache(render, renderQueue, clock);

  let hasRendered = false;

  /**
   * Says whether this process can serve pages: it has once rendered the page of unknown addresses, which needs no market data,
   * and is not about to end.
   */
  async function findReadiness(leaving: AbortSignal): Promise<Reply> {
    const nowhere = { kind: "nowhere", address: NOWHERE } as const;
    hasRendered ||= (await pageCache.find(nowhere, null, leaving)).page.status === 404;
    return hasRendered && !isStopping() ? READY_REPLY : { ...BUSY_REPLY, body: plain("not ready\n") };
  }

  async function findReply(request: IncomingMessage, response: ServerResponse, target: Target) {
    const mode = target.kind === "file" ? null : readColourMode(request.headers.cookie);
    const leaving = new AbortController();
    response.once("close", () => leaving.abort());
    if (target.kind === "ready") return { reply: await findReadiness(leaving.signal), status: "BYPASS" };
    const { page, status } = isForOneVisitor(target, request)
      ? await pageCache.renderOwn(target, request.headers.cookie ?? "", leaving.signal)
      : await pageCache.find(target, mode, leaving.signal);
    const headers = pageHeaders(page, mode, target.isPlain, clock.monotonic());
    return { reply: { ...page, headers: { ...headers, "x-cache-status": status } }, status };
  }

  return async function front(request, response, target, pass) {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const file = isRead ? files.get(target.path) : undefined;
    const isPlain = file === undefined ? target.isPlain : request.url === target.path;
    // nginx caches answers by the address as it was sent.
    if (!isPlain) response.setHeader("X-Accel-Expires", "0");
    const answered =
      file === undefined ? watch(response, "remix", target.route) : watch(response, "file", "file");
    if (isRead && !isPlain && isSingleAddress(target)) {
      answered.by = "memory";
      response.writeHead(301, { ...PLAIN_HEADERS, location: target.address }).end();
      return;
    }
    const redirect = isRead ? currencyRedirect(request, target) : null;
    if (redirect !== null) {
      answered.by = "memory";
      response.writeHead(302, [...redirect].flat()).end();
      return;
    }
    if (!isRead || target.kind === "form" || target.kind === "status") {
      request.url = isRead ? target.address : withoutList(target.address);
      return pass();
    }
    try {
      if (file !== undefined) return await sendReply(request, response, file);
      const { reply, status } = await findReply(request, response, target);
      if (status === "HIT") answered.by = "memory";
      await sendReply(request, response, reply);
    } catch (error) {
      // The visitor has disconnected, or was told that the process ends.
      if (response.destroyed || response.headersSent) return;
      if (error instanceof BusyError) {
        answered.by = "memory";
        return sendReply(request, response, BUSY_REPLY);
      }
      console.error(error);
      response.writeHead(500, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
      response.end("Unexpected Application Error!\n");
    }
  };
}

/** A file without parameters has one address, and other spellings are redirected to it. */
function isSingleAddress({ kind, address }: Target): boolean {
  return kind === "file" && !address.includes("?");
}

/**
 * Returns the headers of a redirect to a document's address with the currency that the visitor chose last, if the address names
 * none; or to the canonical one of a form of choices, which sets that choice; null: none is needed.
 */
function currencyRedirect({ url, headers: { cookie } }: IncomingMessage, { kind, path, address }: Target) {
  if ((kind !== "page" && kind !== "own watchlist") || pathOfData(path) !== null) return null;
  const { searchParams } = new URL(`http://site.invalid${url}`);
  const [before, named] = [searchParams.get(CURRENCY_BEFORE), searchParams.get("currency")];
  const last = readCurrency(cookie);
  if (before === null && (named !== null || last === null)) return null;
  if (named === null && last !== null) searchParams.set("currency", last);
  // The last of each, which is the value of the button that was pressed.
  const query = new URLSearchParams(Object.fromEntries(searchParams));
  const location = pageAddress({ pathname: path, search: `?${query}` });
  if (before === null && location === address) return null;
  const headers = plainHeaders();
  setOwnPageHeaders(headers);
  headers.set("location", location);
  if (before !== null && named !== null && named !== before)
    appendCookie(headers, currencyCookie(parseCurrency(named)));
  return headers;
}

/** A form changes the visitor's own watchlist, whatever list its page shows. remix-serve logs addresses, and a list may have amounts. */
function withoutList(address: string): string {
  const [path, query] = address.split("?");
  const parameters = new URLSearchParams(query);
  parameters.delete("ids");
  return parameters.size === 0 ? `${path}` : `${path}?${parameters}`;
}

/**
 * Returns whether a page is for this visitor only: by its nature, or because the document reports their latest change of
 * the list. Data never do.
 */
function isForOneVisitor({ kind }: Target, { headers }: IncomingMessage): boolean {
  return kind === "own watchlist" || (kind === "page" && readListChange(headers.cookie) !== null);
}

/**
 * nginx does not subtract Age from `s-maxage`, but lets `X-Accel-Expires` override it, even for a page that is private to all
 * other caches. nginx before 1.23 reads only the first of the two headers if that is `X-Accel-Expires`, and needs both for a
 * public page that it may serve stale.
 */
function pageHeaders(page: RenderedPage, mode: ColourMode | null, isPlain: boolean, now: number) {
  const { headers, renderedAt, freshUntil, tag } = page;
  if (freshUntil === null || tag === null) return headers;
  const age = { age: String(Math.floor((now - renderedAt) / 1000)) };
  const left = String(Math.max(0, Math.ceil((freshUntil - now) / 1000)));
  const expires = isPlain ? { "x-accel-expires": left } : {};
  return mode === null
    ? { ...headers, ...age, ...expires }
    : { ...expires, ...headers, ...age, "cache-control": PRIVATE };
}
