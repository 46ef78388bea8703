import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { readTarget, type Target } from "./request-target.server";

interface Rejection {
  readonly status: 400 | 403 | 405 | 411 | 413;
  readonly text: string;
  readonly allow?: string;
}

const MAX_PORT = 65_535;
/** Room for `MAX_CSV_LENGTH` characters, each of which may be nine when it is percent-encoded. nginx takes as much. */
const MAX_BODY_BYTES = 65_536;

/** Returns the first reason to reject a request, or its target. @param siteUrl the site's public origin; null if unknown */
export function readRequest(request: IncomingMessage, siteUrl: string | null): Rejection | Target {
  const target = readTarget(request.url ?? "", request.headers.accept);
  if (target === null) return { status: 400, text: "The address cannot be read." };
  const rejection = checkMethod(request, target) ?? checkHost(request) ?? checkBody(request);
  return rejection ?? checkOrigin(request, siteUrl) ?? target;
}

function checkMethod({ method }: IncomingMessage, { takesForm }: Target): Rejection | null {
  if (method === "GET" || method === "HEAD" || (method === "POST" && takesForm)) return null;
  return {
    status: 405,
    text: "This address does not take this method.",
    allow: takesForm ? "GET, HEAD, POST" : "GET, HEAD",
  };
}

/** Remix builds a URL from the host and a port in `X-Forwarded-Host`, and fails if that is invalid. */
function checkHost({ headers }: IncomingMessage): Rejection | null {
  const { host } = headers;
  // HTTP/1.0 has no Host; in HTTP/1.1 Node requires it.
  const isHost = host === undefined || (/^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}/`));
  const forwarded = String(headers["x-forwarded-host"] ?? "");
  const port = Number.parseInt(forwarded.split(":")[1] ?? "", 10);
  if (isHost && !(port < 0 || port > MAX_PORT)) return null;
  return { status: 400, text: "There is no such host." };
}

/** Limits a body by its announced length. Node reads no more than that. */
function checkBody(request: IncomingMessage): Rejection | null {
  if (!hasBody(request)) return null;
  if (request.method !== "POST") return { status: 400, text: "This method has no body." };
  if (request.headers["transfer-encoding"] !== undefined)
    return { status: 411, text: "A body must state its length." };
  if (Number(request.headers["content-length"]) > MAX_BODY_BYTES)
    return { status: 413, text: "Too much text: a form takes at most 64 kB. Nothing has been changed." };
  return null;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Rejects posts from other sites. A page of the site has its public origin, if that is known, whatever host a proxy asks for. On
 * secure connections browsers state in `Sec-Fetch-Site` where a request comes from; otherwise `Origin` must be the host of the
 * request, or the one that a proxy in front received. A request with neither does not come from a browser.
 */
function checkOrigin({ method, headers }: IncomingMessage, siteUrl: string | null): Rejection | null {
  if (method !== "POST" || (siteUrl !== null && headers.origin === siteUrl)) return null;
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
 * Sends a rejection. The request's body is not read, and its connection closes a little later: a client that is still
 * sending would otherwise lose the answer.
 * @param lingerMs milliseconds until the connection closes
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

/** Tells a visitor whose request has no answer yet to come again, because the process ends. */
export function sendStopping(response: ServerResponse): void {
  if (response.headersSent) return;
  response.writeHead(503, { ...HEADERS, "Retry-After": "5", Connection: "close" });
  response.end("The site is restarting. Please try again in a few seconds.\n");
}

/** https://nodejs.org/api/http.html#event-clienterror. All other errors are malformed requests: 400. */
const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers a request that cannot be parsed or was too slow, and closes its connection. */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const status = STATUS_OF_ERROR[error.code ?? ""] ?? 400;
  const body = `${STATUS_CODES[status]}\n`;
  const headers = { ...HEADERS, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}
