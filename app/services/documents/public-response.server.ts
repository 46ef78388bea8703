import { type CacheHeaders, NO_STORE } from "./cache-control.server";
import { setSecurityHeaders } from "./security-headers.server";

/** Creates an answer that is no document: the same for everyone, in any colour mode. */
export function publicResponse(body: string, contentType: string, cacheHeaders: CacheHeaders): Response {
  const headers = new Headers({ ...cacheHeaders, "Content-Type": contentType, Vary: "Accept-Encoding" });
  setSecurityHeaders(headers);
  return new Response(body, { headers });
}

/** Creates a failure that is no document: one sentence of plain text, which is never kept. */
export function plainFailure(
  sentence: string,
  { status, statusText, headers }: ResponseInit & { readonly headers: Headers },
): Response {
  headers.set("Content-Type", "text/plain; charset=utf-8");
  headers.set("Cache-Control", NO_STORE);
  setSecurityHeaders(headers);
  return new Response(`${sentence}\n`, { status, statusText, headers } as ResponseInit);
}
