import { STATUS_CODES } from "node:http";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { data, type HeadersFunction } from "@remix-run/node";
import type { ReactElement } from "react";
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";
import type { DataAge } from "~/domain/refresh-schedule";
import type { AgedModel } from "~/services/page-models/aged-model.server";
import { type FailureReason, MarketDataFailure } from "../market-data/policy/failure.server";
import {
  appendCookie,
  briefCacheHeaders,
  FAILED_PAGE_HEADERS,
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
  const { pipe } = await new Promise<ReturnType<typeof renderToPipeableStream>>((resolve, reject) => {
    const rendering = renderToPipeableStream(document, {
      // React 18 calls this after a fatal error, too. A stream of that would fail with nobody listening.
      onAllReady: () => resolve(rendering),
      onShellError: reject,
      onError: (error) => console.error(error),
    });
  });
  const html = await text(pipe(new PassThrough()));
  // React 18 fills the end of a chunk with U+0000 where a character needs more bytes: https://github.com/facebook/react/issues/24985
  return html.replaceAll("\0", "");
}

/** Characters that XML documents cannot contain: https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Makes a text part of an XML document, also of an attribute in double quotes. */
export function xmlText(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? "");
}

/** Renders a drawing as an SVG document. React escapes its texts. */
export function svgDocument(drawing: ReactElement): string {
  return `${renderToStaticMarkup(drawing).replace(NOT_XML, "")}\n`;
}

/**
 * Returns the answer of a page's loader: its model, with cache headers for as long as its data are fresh. Throws the
 * response for a failed upstream.
 * @param isOwn whether the page is for this visitor only
 * @param cookie that it sets, if any
 */
export async function pageResponse<Model extends DataAge>(
  promised: Promise<AgedModel<Model>>,
  isOwn = false,
  cookie: string | null = null,
) {
  const aged = await promised.catch(throwFailureResponse);
  const headers = new Headers(isOwn ? OWN_PAGE_HEADERS : publicHeaders(aged));
  if (cookie !== null) appendCookie(headers, cookie);
  return data(aged.model, { headers });
}

function publicHeaders({
  model: { retryInMs = null, isOutOfDate, hasFailed },
  freshForMs,
}: AgedModel<DataAge>) {
  if (hasFailed) return FAILED_PAGE_HEADERS;
  return retryInMs === null ? publicCacheHeaders(freshForMs, isOutOfDate) : briefCacheHeaders(retryInMs);
}

/** Headers of a page: those of its loader, or of the answer that the loader threw. Remix sends neither by itself. */
export const pageHeaders: HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ?? loaderHeaders;

const STATUS: Readonly<Record<FailureReason, number>> = {
  "not-found": 404,
  "rate-limited": 503,
  overloaded: 503,
  "timed-out": 503,
  unreachable: 502,
  "bad-response": 502,
  "beyond-plan": 502,
};

/** `Retry-After` in milliseconds if the time of the next call is unknown. */
const USUAL_RETRY_MS = 5000;

/**
 * Returns the status for a failed service call, and for a 503 `Retry-After`, the seconds until the service may be called
 * again.
 * @throws anything but a MarketDataFailure
 */
export function failureInit(error: unknown) {
  if (!(error instanceof MarketDataFailure)) throw error;
  const status = STATUS[error.reason];
  const headers = new Headers();
  if (status === 503) {
    headers.set("Retry-After", String(Math.ceil((error.retryAfterMs ?? USUAL_RETRY_MS) / 1000)));
  }
  return { status, statusText: STATUS_CODES[status] ?? "", headers };
}

/**
 * Throws a loader's response to a failed service call, with the status for the failure. The body of a 503 is the seconds of its
 * `Retry-After`, in JSON, because the error boundary sees no headers. Anything but a MarketDataFailure is rethrown.
 */
export function throwFailureResponse(error: unknown): never {
  const { headers, ...init } = failureInit(error);
  const seconds = headers.get("Retry-After");
  if (seconds !== null) headers.set("Content-Type", "application/json; charset=utf-8");
  // A Response, not data(): Remix 2 loses the status text of the latter.
  throw new Response(seconds, { ...init, headers });
}

/**
 * Creates an answer that is not a document: the same for everyone, in any colour mode.
 * @param others its cache headers, and any others
 */
export function publicResponse(
  body: BodyInit,
  contentType: string,
  others: Readonly<Record<string, string>>,
): Response {
  const headers = new Headers({ ...others, "Content-Type": contentType, Vary: "Accept-Encoding" });
  setSecurityHeaders(headers);
  return new Response(body, { headers });
}

/** Creates a failure that is not a document: one sentence of plain text, never cached. */
export function plainFailure(
  sentence: string,
  { status, headers = new Headers() }: { readonly status: number; readonly headers?: Headers },
): Response {
  const init = { status, statusText: STATUS_CODES[status] ?? "", headers: plainHeaders(headers) };
  return new Response(`${sentence}\n`, init);
}

export function noSuchFile(): Response {
  return plainFailure("There is no such file.", { status: 404 });
}

/** Adds the headers of plain text that is never cached. */
export function plainHeaders(headers = new Headers()): Headers {
  headers.set("Content-Type", "text/plain; charset=utf-8");
  headers.set("Cache-Control", NO_STORE);
  setSecurityHeaders(headers);
  return headers;
}

export const BUSY = {
  status: 503,
  statusText: "Service Unavailable",
  headers: Object.fromEntries(plainHeaders(new Headers({ "Retry-After": "5" }))),
  body: "Too many pages are requested at the moment. Please try again in a few seconds.\n",
} as const;
