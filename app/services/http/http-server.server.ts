import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from "node:http";
import { isIP, type ListenOptions, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ListenConfig } from "../config.server";
import { networkOf, runForNetwork } from "../visitor-network.server";
import type { Front } from "./front.server";
import { readRequest, rejectUnreadable, sendRejection } from "./rejections.server";

/**
 * Limits of one process; times in milliseconds. They are generous for a browser on a bad line, and small enough that nobody
 * can block the process or fill its memory without sending honest requests.
 */
export const LIMITS = {
  /** Connections at a time; further ones are closed at once. */
  connections: 2000,
  /** Requests that may wait on one connection while another is answered. Browsers send none ahead. */
  waitingRequests: 16,
  /** Time from the start of a connection, or of a later request, to the end of the request's headers. */
  headMs: 10_000,
  /** Time from the same start to the end of the body. */
  requestMs: 15_000,
  /** Time without a request. nginx closes its connections after 4 s, so it never sends a request to a closing one. */
  idleMs: 5_000,
  /** Time in which no byte of a finished answer is read. Node notices after one to two times this long. */
  unreadMs: 15_000,
  /** Time for a visitor who is still sending a body to read that it is rejected. */
  lingerMs: 1_000,
  /** Time between two checks for requests that are late. */
  checkMs: 1_000,
} as const;

export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;

/** The HTTP server of this process, as the shutdown sees it. */
export type HttpServer = ReturnType<typeof takeOverHttpServer>;

/**
 * Takes over the HTTP server that remix-serve is about to start. remix-serve offers no access to it, but Node announces each
 * server before it listens: https://nodejs.org/api/diagnostics_channel.html#built-in-channels
 *
 * This module then sees each request first. It rejects what no browser sends and passes the rest, one at a time for each
 * connection, to the front, which hands what it does not answer to the listeners that remix-serve had set.
 */
export function takeOverHttpServer(
  listen: ListenConfig,
  front: Front = (_request, _response, _url, pass) => pass(),
  limits: Limits = LIMITS,
) {
  let server: Server | null = null;
  let arrivals = 0;
  let isEnding = false;
  let onListening = () => {};
  let listeners: RequestListener[] = [];

  const queues = createRequestQueues((request, response) => {
    const url = readRequest(request);
    if (!(url instanceof URL)) return sendRejection(request, response, url, limits.lingerMs);
    dropHeaders(request);
    runForNetwork(visitorNetwork(request, listen.connectionsPerAddress), () =>
      front(request, response, url, () => {
        for (const listener of listeners) listener(request, response);
      }),
    );
  }, limits.waitingRequests);

  function takeOver(starting: Server): void {
    server = starting;
    listeners = starting.listeners("request").filter(isRequestListener);
    starting.removeAllListeners("request");
    starting.on("request", (request, response) => {
      arrivals += 1;
      if (isEnding) response.setHeader("Connection", "close");
      queues.add(request, response);
    });
    starting.on("connection", () => {
      arrivals += 1;
    });
    starting.once("listening", () => onListening());
    exitOnListenError(starting, listen);
    limitConnectionsPerAddress(starting, queues, listen.connectionsPerAddress);
    setLimits(starting, queues, limits);
  }

  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    if (server !== null || !isListenStart(message)) return;
    takeOver(message.server);
    setListenOptions(message.options, listen);
  });

  return {
    /** Number of requests whose answers are not completely sent. */
    requestCount: () => queues.all().length,
    /** Grows with each new connection and each new request. */
    arrivals: () => arrivals,
    onListening(callback: () => void) {
      onListening = callback;
    },
    /** From now on, each answer whose headers are not sent yet closes its connection. */
    endConnections() {
      isEnding = true;
      for (const { response } of queues.all()) {
        if (!response.headersSent) response.setHeader("Connection", "close");
      }
    },
    /** Stops accepting connections and closes idle ones. */
    stopListening: () => void server?.close(),
    /** Ends connections with a request that is still being sent; one that is rejected already reads why, and ends by itself. */
    endIncompleteRequests() {
      for (const { request, response } of queues.all()) {
        if (!request.complete && !response.headersSent) request.socket.destroy();
      }
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type RequestQueues = ReturnType<typeof createRequestQueues>;

/**
 * Answers the requests of each connection one at a time; the next one begins when the previous answer has been handed to the
 * system. Node alone would start all requests that a client sends ahead, and keep all answers in memory until they are read.
 * @param maxWaiting requests that may wait on one connection; a client that sends more is disconnected
 */
function createRequestQueues(answer: RequestListener, maxWaiting: number) {
  const queues = new Map<Duplex, Exchange[]>();

  function begin({ request, response }: Exchange): void {
    response.once("close", () => {
      const queue = queues.get(request.socket);
      queue?.shift();
      const next = queue?.[0];
      // After an answer that closes its connection, the rest of the queue is not answered.
      if (next !== undefined && request.socket.writable) begin(next);
    });
    answer(request, response);
  }

  return {
    add(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request;
      // Disconnected, while Node still reads the requests of the last packet.
      if (socket.destroyed) return;
      const queue = queues.get(socket) ?? [];
      if (!queues.has(socket)) {
        queues.set(socket, queue);
        socket.once("close", () => queues.delete(socket));
      }
      queue.push({ request, response });
      if (queue.length === 1) begin({ request, response });
      else if (queue.length > 1 + maxWaiting) socket.destroy();
    },
    /** Request of a connection that is being answered, if any. */
    current: (connection: Duplex) => queues.get(connection)?.[0],
    /** Requests whose answers are not completely sent. */
    all: () => [...queues.values()].flat(),
  };
}

function setLimits(server: Server, queues: RequestQueues, limits: Limits): void {
  server.maxConnections = limits.connections;
  server.headersTimeout = limits.headMs;
  server.requestTimeout = limits.requestMs;
  server.keepAliveTimeout = limits.idleMs;
  server.timeout = limits.unreadMs;
  // An option of createServer, which Node reads when the server begins to listen.
  Object.assign(server, { connectionsCheckingInterval: limits.checkMs });
  server.on("clientError", (error, socket) => {
    const current = queues.current(socket);
    const isAnswered = current !== undefined && (current.request.complete || current.response.headersSent);
    if (isAnswered || !socket.writable) socket.destroy();
    else rejectUnreadable(error, socket);
  });
  server.on("timeout", (socket) => {
    // A visitor who waits for us is not disconnected.
    if (queues.current(socket) === undefined || socket.writableLength > 0) socket.destroy();
  });
  // Makes room for new visitors.
  server.on("drop", () => server.closeIdleConnections());
}

/**
 * Limits the connections of each network. One too many closes the oldest one without a request; if all are waiting for an
 * answer, it is closed itself.
 * @param max 0: no limit
 */
function limitConnectionsPerAddress(server: Server, queues: RequestQueues, max: number): void {
  if (max === 0) return;
  const networks = new Map<string, Set<Socket>>();
  let isLogged = false;
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const open = networks.get(network) ?? new Set();
    networks.set(network, open.add(socket));
    socket.once("close", () => {
      open.delete(socket);
      if (open.size === 0) networks.delete(network);
    });
    if (open.size <= max) return;
    for (const connection of open) {
      if (connection.destroyed || queues.current(connection) !== undefined) continue;
      connection.destroy();
      break;
    }
    if (!isLogged)
      console.warn(
        `connections: an address has more than ${max}. Set CONNECTIONS_PER_ADDRESS=0 behind a proxy.`,
      );
    isLogged = true;
  });
}

/**
 * Returns the network of a visitor; null where it is hidden.
 * @param max connections that an address may hold; 0: addresses are those of a proxy, and only what nginx says names the visitor.
 * Behind any other proxy visitors can say what they like, which makes no difference: they would have no share otherwise.
 */
function visitorNetwork({ headers, socket }: IncomingMessage, max: number): string | null {
  const address = max === 0 ? headers["x-real-ip"] : socket.remoteAddress;
  return typeof address === "string" && isIP(address) !== 0 ? networkOf(address) : null;
}

/** remix-serve by itself reads an empty PORT as any free port, and takes any other one when the default is taken. */
function setListenOptions(options: ListenOptions, { port, host }: ListenConfig): void {
  if (options.port !== port)
    console.warn(`PORT is not set: the server listens on ${port}, whatever the next line says.`);
  options.port = port;
  options.host = host ?? undefined;
}

/** Exits with 1 and one sentence, without a stack, when the server cannot listen. */
function exitOnListenError(server: Server, listen: ListenConfig): void {
  const exit = (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${listenErrorText(listen, error)}\n`);
    process.exit(1);
  };
  server.once("error", exit);
  server.once("listening", () => server.off("error", exit));
}

function listenErrorText({ port, host }: ListenConfig, { code, message }: NodeJS.ErrnoException): string {
  if (code === "EADDRINUSE") return `PORT ${port} is taken: something else listens there.`;
  if (code === "EACCES") return `PORT ${port} is not open to the user who runs the server.`;
  if (host === null) return `The server cannot listen on PORT ${port}: ${message}.`;
  return `HOST must be an address of this machine, or a name of one, but is ${JSON.stringify(host)} (${code}).`;
}

/**
 * Drops headers that Express and Remix would answer with an error and a stack in the log: conditions and ranges that do not
 * fit a file (files are small, so nobody needs them), and an origin, which is already checked.
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
