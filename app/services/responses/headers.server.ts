import { createHash } from "node:crypto";
import { config } from "~/services/config.server";

/** Seconds for which caches may serve a stale page. */
const STALE_WHILE_REVALIDATE_SECONDS = 60;
const STALE_IF_ERROR_SECONDS = 3600;

/** Pages that are out of date, or about to change, are fresh for this long. */
const MIN_SECONDS = 5;

export const NO_STORE = "no-store";

export type CacheHeaders = Readonly<Record<string, string>>;

/**
 * Headers of a page that any cache may store. Browsers revalidate each time. This process itself obeys
 * `X-Accel-Expires`: it caches an answer for that many seconds, and not at all without the header.
 * @param freshForMs milliseconds; 0 once a part is stale
 * @param isOutOfDate a recovery must show at once
 */
export function publicCacheHeaders(freshForMs: number, isOutOfDate = false): CacheHeaders {
  if (isOutOfDate) return cachedFor(MIN_SECONDS, "");
  const seconds = Math.max(MIN_SECONDS, Math.floor(freshForMs / 1000));
  return cachedFor(
    seconds,
    `, stale-while-revalidate=${STALE_WHILE_REVALIDATE_SECONDS}, stale-if-error=${STALE_IF_ERROR_SECONDS}`,
  );
}

/**
 * Headers of a page that is about to be replaced: cached until a second before, for a few seconds at most, and never served in place
 * of an error.
 * @param replacedInMs milliseconds, 2000 or more
 */
export function briefCacheHeaders(replacedInMs: number): CacheHeaders {
  return cachedFor(Math.min(MIN_SECONDS, Math.floor(replacedInMs / 1000) - 1), "");
}

function cachedFor(seconds: number, whenStale: string): CacheHeaders {
  return {
    "Cache-Control": `public, max-age=0, s-maxage=${seconds}${whenStale}`,
    "X-Accel-Expires": String(seconds),
  };
}

export const FAILED_PAGE_HEADERS: CacheHeaders = { "Cache-Control": NO_STORE };

export const OWN_PAGE_HEADERS: CacheHeaders = { "Cache-Control": `private, ${NO_STORE}` };

export function setFinalCacheHeaders(headers: Headers, status: number): void {
  // 202 is how a redirect reaches the browser in an answer with data.
  if (status < 400 && status !== 202 && headers.has("Cache-Control")) return;
  headers.set("Cache-Control", NO_STORE);
  headers.delete("X-Accel-Expires");
}

export function setOwnPageHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(OWN_PAGE_HEADERS)) headers.set(name, value);
  headers.delete("X-Accel-Expires");
}

/**
 * Lets the service worker keep a page, and tells it from one of another server, such as that of a café's network. A page of a failure
 * would replace the one with prices.
 */
export function allowOfflineCopy(headers: Headers): void {
  if (headers.get("Cache-Control") === NO_STORE) return;
  headers.set("X-Offline-Copy", "allowed");
}

const TWO_YEARS_SECONDS = 63_072_000;

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  // Only if the operator has said that the site is reached by https.
  ...(config.isOriginHttps && {
    "Strict-Transport-Security": `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`,
  }),
};

/** Adds a cookie; where visitors reach the site only by https, browsers send it by no other way. */
export function appendCookie(headers: Headers, cookie: string): void {
  headers.append("Set-Cookie", config.isOriginHttps ? `${cookie}; Secure` : cookie);
}

export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
}

/**
 * Removes the marker from the inline scripts and styles of a document, and returns its Content Security Policy. It allows the
 * site's own files, and the scripts and styles that had the marker, by the SHA-256 of their
 * text. Anything injected, with a coin's name for example, is not listed and does not run.
 *
 * The marker is in the attribute `nonce`, because Remix and React write that one, but a nonce would be worthless in a
 * document that caches share.
 * @param marker an unpredictable text, so that it cannot occur in the data; letters, digits, `-` and `_`
 */
export function sealDocument(
  html: string,
  marker: string,
): { readonly html: string; readonly policy: string } {
  const attribute = ` nonce="${marker}"`;
  const marked = new RegExp(`<(script|style)[^>]*?${attribute}[^>]*>([\\s\\S]*?)</\\1>`, "g");
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, element, text = ""] of html.matchAll(marked)) {
    const hash = createHash("sha256").update(text).digest("base64");
    hashes[element === "script" ? "script" : "style"].add(`'sha256-${hash}'`);
  }
  const policy = [
    // Prefetches have no directive of their own: Firefox uses the default, and would block all of them for 'none'.
    "default-src 'self'",
    ...["child-src", "font-src", "media-src", "object-src"].map((directive) => `${directive} 'none'`),
    ["script-src 'self'", ...hashes.script].join(" "),
    ["style-src 'self'", ...hashes.style].join(" "),
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html: html.replaceAll(attribute, ""), policy };
}
