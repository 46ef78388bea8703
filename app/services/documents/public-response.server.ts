import { NO_STORE } from "./cache-control.server";
import { setSecurityHeaders } from "./security-headers.server";

/** Makes an answer that is no document, with the headers that all answers have: the same for everyone, in any colour mode. */
export function publicResponse(
  body: string,
  init: Readonly<Record<string, string>> & {
    readonly "Content-Type": string;
    readonly "Cache-Control": string;
  },
): Response {
  const headers = new Headers({ Vary: "Accept-Encoding", ...init });
  setSecurityHeaders(headers);
  return new Response(body, { headers });
}

/** Says in a sentence what a page says with a whole screen, and is kept by nobody. */
export function plainFailure(
  sentence: string,
  { status, statusText, headers }: ResponseInit & { readonly headers: Headers },
): Response {
  headers.set("Content-Type", "text/plain; charset=utf-8");
  headers.set("Cache-Control", NO_STORE);
  setSecurityHeaders(headers);
  return new Response(`${sentence}\n`, { status, statusText, headers } as ResponseInit);
}
