import { subscribe } from "node:diagnostics_channel";
import { Server, ServerResponse } from "node:http";

/** What the HTTP server of this process is busy with. */
export interface RequestsUnderWay {
  /** Requests whose answers are not yet sent to the end. */
  count(): number;
  /** Grows with each new connection and each request that begins. */
  arrivals(): number;
  /** From now on each answer ends its connection, as far as its headers are not sent yet. */
  endConnections(): void;
  /** Refuses new connections, closes idle ones. */
  stopListening(): void;
}

/**
 * remix-serve keeps its server to itself, so it is watched through the channel on which Node tells of requests:
 * https://nodejs.org/api/diagnostics_channel.html#built-in-channels
 * @param onServer called once, when the first request shows which server is ours
 */
export function watchRequests(onServer: () => void): RequestsUnderWay {
  const underWay = new Set<ServerResponse>();
  let server: Server | null = null;
  let arrivals = 0;
  let isEnding = false;
  subscribe("http.server.request.start", (message) => {
    if (!isRequestStart(message)) return;
    const { response } = message;
    arrivals += 1;
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
    if (isEnding) response.setHeader("Connection", "close");
    if (server !== null) return;
    server = message.server;
    server.on("connection", () => {
      arrivals += 1;
    });
    onServer();
  });
  return {
    count: () => underWay.size,
    arrivals: () => arrivals,
    endConnections() {
      isEnding = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader("Connection", "close");
    },
    stopListening() {
      server?.close();
    },
  };
}

function isRequestStart(message: unknown): message is { response: ServerResponse; server: Server } {
  return (
    typeof message === "object" &&
    message !== null &&
    "response" in message &&
    message.response instanceof ServerResponse &&
    "server" in message &&
    message.server instanceof Server
  );
}
