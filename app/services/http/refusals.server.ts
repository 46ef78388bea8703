import type { IncomingMessage } from "node:http";
import { LIMITS } from "./limits.server";

/** Reason why a request goes no further. */
export interface Refusal {
  readonly status: 400 | 403 | 405 | 411 | 413;
  /** A sentence for whoever sent it. */
  readonly text: string;
  readonly allow?: string;
}

/** The addresses with an action of their own; others answer a POST with the site's error page. */
const FORM_PATHS: readonly string[] = ["/colour-mode", "/watchlist"].flatMap((path) => [
  path,
  `${path}.data`,
]);
const MAX_PORT = 65_535;

/** Finds the first reason against a request, or the URL that it asks for. Its host means nothing: no page depends on it. */
export function readRequest(request: IncomingMessage): Refusal | URL {
  const url = readTarget(request.url ?? "");
  if (url === null) return { status: 400, text: "The address cannot be read." };
  return (
    refusalOfMethod(request.method ?? "", url.pathname) ??
    refusalOfHost(request) ??
    refusalOfBody(request) ??
    refusalOfOrigin(request) ??
    url
  );
}

/** Reads an address as a browser would send it, without dot segments, backslashes or a fragment; null for any other. */
function readTarget(target: string): URL | null {
  // `OPTIONS *` has no path, and what a proxy is asked for has more than one.
  if (!target.startsWith("/")) return null;
  const base = "http://site.invalid";
  if (!URL.canParse(base + target)) return null;
  const url = new URL(base + target);
  if (url.pathname !== target.split("?", 1)[0] || url.hash !== "") return null;
  try {
    decodeURIComponent(url.pathname);
    return url;
  } catch {
    return null;
  }
}

function refusalOfMethod(method: string, pathname: string): Refusal | null {
  if (method === "GET" || method === "HEAD") return null;
  const isForm = FORM_PATHS.includes(pathname);
  if (method === "POST" && (isForm || !pathname.endsWith(".data"))) return null;
  return {
    status: 405,
    text: "This address does not take this method.",
    allow: isForm ? "GET, HEAD, POST" : "GET, HEAD",
  };
}

/** Remix makes a URL of the host, with the port of `X-Forwarded-Host` if there is one, and fails where that is none. */
function refusalOfHost({ headers }: IncomingMessage): Refusal | null {
  const { host } = headers;
  // HTTP/1.0 knows no Host; of HTTP/1.1 Node demands it.
  const isHost = host === undefined || (/^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}/`));
  const forwarded = String(headers["x-forwarded-host"] ?? "");
  const port = Number.parseInt(forwarded.split(":")[1] ?? "", 10);
  if (isHost && !(port < 0 || port > MAX_PORT)) return null;
  return { status: 400, text: "There is no such host." };
}

/** Bounds a body by the length that is said in advance, which Node holds it to, so that nothing has to be counted. */
function refusalOfBody(request: IncomingMessage): Refusal | null {
  if (!hasBody(request)) return null;
  if (request.method !== "POST") return { status: 400, text: "This method has no body." };
  if (request.headers["transfer-encoding"] !== undefined)
    return { status: 411, text: "A body has to say its length." };
  if (Number(request.headers["content-length"]) > LIMITS.bodyBytes)
    return { status: 413, text: `A body has at most ${LIMITS.bodyBytes} bytes.` };
  return null;
}

/** Tells whether more follows after the headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Refuses posts that come from other sites. Browsers say in `Sec-Fetch-Site` where a request comes from, on trustworthy
 * connections; otherwise `Origin` has to be the host that was asked for, or that a proxy in front says it was asked for.
 * Requests with neither come from no browser.
 */
function refusalOfOrigin({ method, headers }: IncomingMessage): Refusal | null {
  if (method !== "POST") return null;
  const site = headers["sec-fetch-site"];
  const isOwn = site === undefined ? isOwnOrigin(headers) : site === "same-origin" || site === "none";
  return isOwn ? null : { status: 403, text: "Other sites cannot post here." };
}

function isOwnOrigin({ origin, host, ...headers }: IncomingMessage["headers"]): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  const [forwarded = ""] = String(headers["x-forwarded-host"] ?? "").split(",");
  return [host ?? "", forwarded.trim()].some((text) => {
    const address = `${protocol}//${text}`;
    return text !== "" && URL.canParse(address) && new URL(address).host === originHost;
  });
}
