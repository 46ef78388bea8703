import {
  type ActionFunctionArgs,
  createRequestHandler,
  type EntryContext,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { config } from "~/services/config.server";
import { setFinalCacheHeaders } from "~/services/documents/cache-control.server";
import { renderDocument } from "~/services/documents/render-document.server";
import { contentSecurityPolicy, setSecurityHeaders } from "~/services/documents/security-headers.server";
import { createFront } from "~/services/http/front.server";
import { createHttpMetrics } from "~/services/http/http-metrics.server";
import { takeOverHttpServer } from "~/services/http/http-server.server";
import { readSiteFiles } from "~/services/http/static-files.server";
import { metricsRegistry } from "~/services/metrics.server";
import { drainOnSignals } from "~/services/shutdown/shutdown.server";

// The development server evaluates this file again after each change, and shuts down by itself.
if (import.meta.env.PROD) {
  const front = createFront({
    files: readSiteFiles(import.meta.url),
    render: createRender(),
    metrics: createHttpMetrics(metricsRegistry),
    clock: SYSTEM_CLOCK,
  });
  drainOnSignals(takeOverHttpServer(config.listen, front));
}

/** Renders pages with Remix itself, without the server around it. This very module is part of its build. */
function createRender(): (request: Request) => Promise<Response> {
  let handler: ReturnType<typeof createRequestHandler> | null = null;
  return async (request) => {
    handler ??= createRequestHandler(await import(/* @vite-ignore */ import.meta.url), "production");
    return handler(request);
  };
}

/**
 * Milliseconds that Remix waits for streamed data. Loaders await all they need, so nothing is ever streamed; but the timer
 * runs to its end after each request and would delay a shutdown.
 */
export const streamTimeout = 1000;

/** Renders a document, the whole page in one piece. */
export default async function handleDocumentRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const html = await renderDocument(<RemixServer context={context} url={request.url} />);
  setFinalHeaders(status, headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(html));
  return new Response(html, { status, headers });
}

/** The same for an answer with data for a client-side navigation. */
export function handleDataRequest(response: Response) {
  setFinalHeaders(response.status, response.headers);
  return response;
}

/** Logs our own errors; a wrong address or method is the visitor's. */
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
