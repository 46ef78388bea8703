import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { hasBody, type Refusal } from "./refusals.server";

const HEADERS = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

/**
 * Answers with a refusal. Of a body nothing more is read; the connection ends a little later, because a visitor who still
 * sends would otherwise lose the answer with it.
 * @param lingerMs milliseconds of that
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text, allow }: Refusal,
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
  const lingering = setTimeout(() => response.end(), lingerMs);
  response.once("close", () => clearTimeout(lingering));
}

/** Ends a connection whose request cannot be read, or did not arrive in time. */
export function endUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const status = STATUS_OF_ERROR[error.code ?? ""] ?? 400;
  const body = `${STATUS_CODES[status]}\n`;
  const headers = { ...HEADERS, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** https://nodejs.org/api/http.html#event-clienterror: all else is a request that breaks the rules. */
const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};
