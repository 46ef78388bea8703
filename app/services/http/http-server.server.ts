import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, type RequestListener, Server } from "node:http";
import type { ListenOptions } from "node:net";
import type { ListenConfig } from "../config.server";
import type { Front } from "./front.server";
import { LIMITS, type Limits } from "./limits.server";
import { endOnFailure } from "./listen-failure.server";
import { createPipelines, type Pipelines } from "./pipelines.server";
import { readRequest } from "./refusals.server";
import { canonicalTarget } from "./request-target.server";
import { endUnreadable, refuse } from "./short-answers.server";

/** Hold on the HTTP server of this process. */
export interface HttpServer {
  /** Requests whose answers are not yet sent to the end. */
  requestCount(): number;
  /** Grows with each new connection and each request that begins. */
  arrivals(): number;
  /** Calls back once the server listens. */
  onListening(callback: () => void): void;
  /** Lets each answer end its connection from now on, as far as its headers are not sent yet. */
  endConnections(): void;
  /** Refuses new connections, closes idle ones. */
  stopListening(): void;
}

/**
 * Takes hold of the server that remix-serve is about to start. It keeps that server to itself and passes no options on, so
 * Node's own channel has to tell, before anybody can connect:
 * https://nodejs.org/api/diagnostics_channel.html#built-in-channels
 * From then on this module sees each request first. It refuses what no browser sends, and hands the rest, one at a time for
 * each connection and with one spelling of the address, to the front, which passes on what it does not answer to the
 * listeners that remix-serve had set.
 * @param front answers requests before remix-serve; without one all are passed on
 */
export function holdHttpServer(
  listen: ListenConfig,
  front: Front = (_request, _response, pass) => pass(),
  limits: Limits = LIMITS,
): HttpServer {
  let server: Server | null = null;
  let arrivals = 0;
  let isEnding = false;
  let onListening = () => {};
  let listeners: RequestListener[] = [];

  const pipelines = createPipelines((request, response) => {
    const url = readRequest(request);
    if (!(url instanceof URL)) return refuse(request, response, url, limits.lingerMs);
    request.url = canonicalTarget(url);
    dropHeaders(request);
    front(request, response, () => {
      for (const listener of listeners) listener(request, response);
    });
  }, limits.waitingRequests);

  function take(taken: Server): void {
    server = taken;
    listeners = taken.listeners("request").filter(isRequestListener);
    taken.removeAllListeners("request");
    taken.on("request", (request, response) => {
      arrivals += 1;
      if (isEnding) response.setHeader("Connection", "close");
      pipelines.add(request, response);
    });
    taken.on("connection", () => {
      arrivals += 1;
    });
    taken.once("listening", () => onListening());
    endOnFailure(taken, listen);
    bound(taken, pipelines, limits);
  }

  onListen((starting, options) => {
    if (server !== null) return;
    take(starting);
    listenAt(listen, options);
  });

  return {
    requestCount: () => pipelines.all().length,
    arrivals: () => arrivals,
    onListening(callback) {
      onListening = callback;
    },
    endConnections() {
      isEnding = true;
      for (const { response } of pipelines.all()) {
        if (!response.headersSent) response.setHeader("Connection", "close");
      }
    },
    stopListening: () => void server?.close(),
  };
}

/** Tells of each HTTP server of this process that is about to listen, with the options that it will read. */
function onListen(callback: (server: Server, options: ListenOptions) => void): void {
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    if (isListenStart(message)) callback(message.server, message.options);
  });
}

/** Corrects where to listen: remix-serve reads an empty PORT as any port, and takes any for a default that is taken. */
function listenAt({ port, host }: ListenConfig, options: ListenOptions): void {
  if (options.port !== port)
    console.warn(`PORT is not set: the server listens on ${port}, whatever the next line says.`);
  options.port = port;
  options.host = host ?? undefined;
}

/** Holds connections to what they are granted. */
function bound(server: Server, pipelines: Pipelines, limits: Limits): void {
  server.maxConnections = limits.connections;
  server.headersTimeout = limits.headMs;
  server.requestTimeout = limits.requestMs;
  server.keepAliveTimeout = limits.idleMs;
  server.timeout = limits.unreadMs;
  // An option of createServer, which Node reads when the server begins to listen.
  Object.assign(server, { connectionsCheckingInterval: limits.checkMs });
  server.on("clientError", (error, socket) => {
    const current = pipelines.current(socket);
    const isAnswered = current !== undefined && (current.request.complete || current.response.headersSent);
    if (isAnswered || !socket.writable) socket.destroy();
    else endUnreadable(error, socket);
  });
  server.on("timeout", (socket) => {
    // A visitor who waits for an answer may wait.
    if (pipelines.current(socket) === undefined || socket.writableLength > 0) socket.destroy();
  });
  // New visitors have precedence over those who only stay connected.
  server.on("drop", () => server.closeIdleConnections());
}

/**
 * Takes out what Express and Remix would answer with an error and a stack in the log: conditions and ranges that do not
 * hold for a file, which nobody needs for files of this size, and an origin that was checked already.
 */
function dropHeaders({ headers }: IncomingMessage): void {
  for (const name of ["range", "if-range", "if-match", "if-unmodified-since", "origin"]) delete headers[name];
}

function isRequestListener(listener: unknown): listener is RequestListener {
  return typeof listener === "function";
}

function isListenStart(message: unknown): message is { server: Server; options: ListenOptions } {
  return (
    typeof message === "object" &&
    message !== null &&
    "server" in message &&
    message.server instanceof Server &&
    "options" in message &&
    typeof message.options === "object"
  );
}
