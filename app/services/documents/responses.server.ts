import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { data, type HeadersFunction } from "@remix-run/node";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { throwFailureResponse } from "~/services/documents/failure-response.server";
import type { DataAge, Page } from "~/services/pages/page.server";
import {
  briefCacheHeaders,
  type CacheHeaders,
  NO_STORE,
  OWN_PAGE_HEADERS,
  publicCacheHeaders,
  setSecurityHeaders,
} from "./headers.server";

/**
 * Renders a complete document to HTML. (`renderToString` does not work: with Single Fetch it leaves out the scripts that
 * pass on the data.) Rejects with any error thrown outside of an error boundary.
 */
export async function renderDocument(document: ReactElement): Promise<string> {
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(document, {
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: (error) => console.error(error),
    });
  });
  // React 18 fills the end of a chunk with U+0000 where a character needs more bytes: https://github.com/facebook/react/issues/24985
  return html.replaceAll("\0", "");
}

/**
 * Returns the answer of a page's loader: its model, with cache headers for as long as its data are fresh. Throws the
 * response for a failed upstream.
 * @param isOwn whether the page is for this visitor only
 */
export async function pageResponse<Model extends DataAge>(promised: Promise<Page<Model>>, isOwn = false) {
  const page = await promised.catch(throwFailureResponse);
  return data(page.model, { headers: isOwn ? OWN_PAGE_HEADERS : publicHeaders(page) });
}

function publicHeaders({ model: { retryInMs = null, isOutOfDate }, freshForMs }: Page<DataAge>) {
  return retryInMs === null ? publicCacheHeaders(freshForMs, isOutOfDate) : briefCacheHeaders(retryInMs);
}

/** Headers of a page: those of its loader, or of the answer that the loader threw. Remix sends neither by itself. */
export const pageHeaders: HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ?? loaderHeaders;

/** Creates an answer that is not a document: the same for everyone, in any colour mode. */
export function publicResponse(body: string, contentType: string, cacheHeaders: CacheHeaders): Response {
  const headers = new Headers({ ...cacheHeaders, "Content-Type": contentType, Vary: "Accept-Encoding" });
  setSecurityHeaders(headers);
  return new Response(body, { headers });
}

export interface FailureInit {
  readonly status: number;
  readonly statusText: string;
  readonly headers?: Headers;
}

/** Creates a failure that is not a document: one sentence of plain text, never cached. */
export function plainFailure(
  sentence: string,
  { status, statusText, headers = new Headers() }: FailureInit,
): Response {
  headers.set("Content-Type", "text/plain; charset=utf-8");
  headers.set("Cache-Control", NO_STORE);
  setSecurityHeaders(headers);
  return new Response(`${sentence}\n`, { status, statusText, headers });
}

const busyHeaders = new Headers({
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": NO_STORE,
  "Retry-After": "5",
});
setSecurityHeaders(busyHeaders);

/** Answer to a page request when the queue is full. */
export const BUSY = {
  status: 503,
  statusText: "Service Unavailable",
  headers: Object.fromEntries(busyHeaders),
  body: "Too many pages are requested at the moment. Please try again in a few seconds.\n",
} as const;
