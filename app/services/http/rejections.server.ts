import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Why a request is rejected. */
interface Rejection {
  readonly status: 400 | 403 | 405 | 411 | 413;
  /** A sentence for whoever sent it. */
  readonly text: string;
  readonly allow?: string;
}

/** Addresses that take a form. */
const FORM_PATHS = ["/colour-mode", "/watchlist"].flatMap((path) => [path, `${path}.data`]);
const MAX_PORT = 65_535;
/** The forms of the site send a few dozen bytes, at most 2,000 of an address or a list of 3,500. */
const MAX_BODY_BYTES = 8192;

/** Returns the first reason to reject a request, or its URL. The URL's host means nothing: no page depends on it. */
export function readRequest(request: IncomingMessage): Rejection | URL {
  const url = parseTarget(request.url ?? "");
  if (url === null) return { status: 400, text: "The address cannot be read." };
  return (
    checkMethod(request.method ?? "", url.pathname) ??
    checkHost(request) ??
    checkBody(request) ??
    checkOrigin(request) ??
    url
  );
}

/** Parses an address in the form that browsers send: no dot segments, backslashes or fragment. Null for any other. */
function parseTarget(target: string): URL | null {
  // `OPTIONS *` has no path; a request to a proxy names a whole URL.
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

function checkMethod(method: string, pathname: string): Rejection | null {
  if (method === "GET" || method === "HEAD") return null;
  const isForm = FORM_PATHS.includes(pathname);
  if (method === "POST" && isForm) return null;
  return {
    status: 405,
    text: "This address does not take this method.",
    allow: isForm ? "GET, HEAD, POST" : "GET, HEAD",
  };
}

/** Remix makes a URL of the host and of a port in `X-Forwarded-Host`, and fails if that is not valid. */
function checkHost({ headers }: IncomingMessage): Rejection | null {
  const { host } = headers;
  // HTTP/1.0 has no Host; in HTTP/1.1 Node requires it.
  const isHost = host === undefined || (/^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}/`));
  const forwarded = String(headers["x-forwarded-host"] ?? "");
  const port = Number.parseInt(forwarded.split(":")[1] ?? "", 10);
  if (isHost && !(port < 0 || port > MAX_PORT)) return null;
  return { status: 400, text: "There is no such host." };
}

/** Limits a body by the length it announces. Node does not read more than that. */
function checkBody(request: IncomingMessage): Rejection | null {
  if (!hasBody(request)) return null;
  if (request.method !== "POST") return { status: 400, text: "This method has no body." };
  if (request.headers["transfer-encoding"] !== undefined)
    return { status: 411, text: "A body must state its length." };
  if (Number(request.headers["content-length"]) > MAX_BODY_BYTES)
    return { status: 413, text: `A body has at most ${MAX_BODY_BYTES} bytes.` };
  return null;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Rejects posts from other sites. On secure connections browsers state in `Sec-Fetch-Site` where a request comes from;
 * otherwise `Origin` must be the host of the request, or the one that a proxy in front was asked for. A request with neither
 * does not come from a browser.
 */
function checkOrigin({ method, headers }: IncomingMessage): Rejection | null {
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

const HEADERS = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

/**
 * Sends a rejection. The body of the request is not read, and its connection ends a little later: a client that is still
 * sending would otherwise lose the answer.
 * @param lingerMs milliseconds until the connection ends
 */
export function sendRejection(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text, allow }: Rejection,
  lingerMs: number,
): void {
  const body = `${text}\n`;
  response.writeHead(status, {
    ...HEADERS,
    ...(allow === undefined ? {} : { Allow: allow }),
    ...(hasBody(request) ? { Connection: "close" } : {}),
    "Content-Length": Buffer.byteLength(body),
  });
  if (!hasBody(request)) {
    response.end(body);
    return;
  }
  response.write(body);
  const timer = setTimeout(() => response.end(), lingerMs);
  response.once("close", () => clearTimeout(timer));
}

/** https://nodejs.org/api/http.html#event-clienterror. All other errors are requests that break the rules of HTTP: 400. */
const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers a request that cannot be parsed, or did not arrive in time, and ends its connection. */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const status = STATUS_OF_ERROR[error.code ?? ""] ?? 400;
  const body = `${STATUS_CODES[status]}\n`;
  const headers = { ...HEADERS, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}
