import { subscribe } from "node:diagnostics_channel";

/**
 * A service closes a connection that has been kept open whenever it likes, and a request that is sent meanwhile is lost although
 * nothing is wrong. `fetch` tells such an error from others no more than its caller, but reports each request and its socket
 * (undici, DiagnosticsChannel).
 */
const usedSockets = new WeakSet<object>();
const requestsOnUsedSockets = new WeakSet<object>();
const errorsOnUsedSockets = new WeakSet<object>();

subscribe("undici:client:sendHeaders", (message) => {
  const request = partOf(message, "request");
  const socket = partOf(message, "socket");
  if (request === null || socket === null) return;
  if (usedSockets.has(socket)) requestsOnUsedSockets.add(request);
  usedSockets.add(socket);
});

subscribe("undici:request:error", (message) => {
  const request = partOf(message, "request");
  const error = partOf(message, "error");
  if (request !== null && error !== null && requestsOnUsedSockets.has(request))
    errorsOnUsedSockets.add(error);
});

const RESET = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/** Returns whether `fetch` rejected because a connection that had served another request was closed before the response. */
export function isKeptConnectionLost(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error) || !("code" in cause)) return false;
  return RESET.test(String(cause.code)) && errorsOnUsedSockets.has(cause);
}

function partOf(message: unknown, name: string): object | null {
  if (typeof message !== "object" || message === null) return null;
  const part: unknown = Reflect.get(message, name);
  return typeof part === "object" ? part : null;
}
