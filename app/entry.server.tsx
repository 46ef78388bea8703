import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  createRequestHandler,
  type EntryContext,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { InlineMarker } from "~/components/site/inline-marker";
import { pageAddress } from "~/domain/addresses/canonical-address";
import { isKeptOffline } from "~/domain/addresses/page-addresses";
import { listChangeCookie, readListChange } from "~/domain/watchlist/watchlist";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { config } from "~/services/config.server";
import { createFront } from "~/services/http/front.server";
import { createHttpMetrics } from "~/services/http/http-metrics.server";
import { takeOverHttpServer } from "~/services/http/http-server.server";
import { createRenderQueue } from "~/services/http/page-cache.server";
import { readSiteFiles } from "~/services/http/static-files.server";
import { BusyError } from "~/services/http/work-queue.server";
import { marketData } from "~/services/market-data/configured.server";
import { metricsRegistry, surviveUnhandledRejections } from "~/services/metrics.server";
import {
  allowOfflineCopy,
  appendCookie,
  sealDocument,
  setFinalCacheHeaders,
  setOwnPageHeaders,
  setSecurityHeaders,
} from "~/services/responses/headers.server";
import { BUSY, renderDocument } from "~/services/responses/responses.server";
import { marketInWords } from "~/services/settings.server";
import { drainOnSignals, isStopping } from "~/services/shutdown.server";

const renderQueue = createRenderQueue();

// Not in development: Vite evaluates this file again after each change, and stops by itself.
if (import.meta.env.PROD) {
  surviveUnhandledRejections();
  const front = createFront({
    files: readSiteFiles(import.meta.url),
    render: createRender(),
    renderQueue,
    watch: createHttpMetrics(metricsRegistry),
    clock: SYSTEM_CLOCK,
    isStopping,
  });
  const listen = { ...config.listen, opening: marketInWords(config.marketData) };
  drainOnSignals(takeOverHttpServer({ ...config, listen }, front), marketData.close);
}

/** Returns Remix's own request handler. This module is part of the build that it serves, so it is imported late. */
function createRender(): (request: Request) => Promise<Response> {
  let handler: ReturnType<typeof createRequestHandler> | null = null;
  return async (request) => {
    handler ??= createRequestHandler(await import(/* @vite-ignore */ import.meta.url), "production");
    return handler(request);
  };
}

/**
 * Milliseconds that Remix waits for streamed data. Loaders await all they need, so nothing is streamed, but Remix never clears
 * the timer, which would delay a shutdown.
 */
export const streamTimeout = 1000;

/** Renders a whole page at once, when its slot comes. */
export default async function handleDocumentRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const marker = randomUUID();
  const document = (
    <InlineMarker.Provider value={marker}>
      <RemixServer context={context} url={request.url} nonce={marker} />
    </InlineMarker.Provider>
  );
  const marked = await renderQueue
    .run(status < 400 ? "document" : "failure", request.signal, () => renderDocument(document))
    .catch(nullWhenBusy);
  if (marked === null) return new Response(BUSY.body, BUSY);
  const { html, policy } = sealDocument(marked, marker);
  setFinalHeaders(status, headers);
  // The page reports the latest change of the visitor's list: once, and only to this visitor.
  if (readListChange(request.headers.get("Cookie")) !== null) {
    setOwnPageHeaders(headers);
    appendCookie(headers, listChangeCookie(null));
  } else if (status === 200 && isKeptOffline(pageAddress(new URL(request.url)))) {
    allowOfflineCopy(headers);
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Link", scriptLinks(context));
  headers.set("Content-Security-Policy", policy);
  return new Response(html, { status, headers });
}

function nullWhenBusy(error: unknown): null {
  if (error instanceof BusyError) return null;
  throw error;
}

/**
 * Preloads the scripts that are needed first and are the largest. Remix lists all of a page's scripts at the end of the document,
 * which a slow phone reaches late. The rest can wait: a phone that starts loading fourteen files paints the page later.
 */
function scriptLinks({ manifest: { entry } }: EntryContext): string {
  return [entry.module, ...entry.imports].map((path) => `<${path}>; rel=modulepreload`).join(", ");
}

export function handleDataRequest(response: Response, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  setFinalHeaders(response.status, response.headers);
  if (readListChange(request.headers.get("Cookie")) !== null) setOwnPageHeaders(response.headers);
  return response;
}

/** Logs our own errors. Wrong addresses and methods are client errors that would only fill the log. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && (error.status === 404 || error.status === 405)) return;
  console.error(error);
}

function setFinalHeaders(status: number, headers: Headers): void {
  setFinalCacheHeaders(headers, status);
  headers.set("Vary", "Cookie, Accept-Encoding");
  setSecurityHeaders(headers);
}
