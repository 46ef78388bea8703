import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from "node:http";
import type { ListenOptions, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { runForRequest } from "../log.server";
import type { Config, ListenConfig } from "../settings.server";
import { publicNetworkOf, runForNetwork, visitorNetwork } from "../visitor-network.server";
import type { Front } from "./front.server";
import { readRequest, rejectUnreadable, sendRejection, sendStopping } from "./rejections.server";

/**
 * Limits of one process; times in milliseconds. They are generous for a browser on a bad connection, and low enough that no
 * client can block the process or fill its memory with malformed requests.
 */
export const LIMITS = {
  /** Concurrent connections; further ones are closed at once. */
  connections: 2000,
  /** Requests that may wait on one connection while another is answered. Browsers do not pipeline. */
  waitingRequests: 16,
  /** Time from the start of a connection, or of a later request, to the end of the headers. */
  headMs: 10_000,
  /** Time from the same start to the end of the body. */
  requestMs: 15_000,
  /** Time without a request. nginx closes its connections after 4 s, so it never sends a request to a closing one. */
  idleMs: 5_000,
  /** Time in which no byte of a finished answer is read. Node notices after one to two times this. */
  unreadMs: 15_000,
  /** Time for a visitor who is still sending a body to read the rejection. */
  lingerMs: 1_000,
  checkMs: 1_000,
} as const;

export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;

/** `opening`: what the log says before where the server listens. */
type LoggedListenConfig = ListenConfig & { readonly opening?: string };

/** The HTTP server of this process, as the shutdown sees it. */
export type HttpServer = ReturnType<typeof takeOverHttpServer>;

/**
 * Takes over the HTTP server that remix-serve is about to start. remix-serve offers no access to it, but Node announces each
 * server before it listens: https://nodejs.org/api/diagnostics_channel.html#built-in-channels
 *
 * This module then sees each request first. It rejects what no browser sends and passes the rest, one at a time per
 * connection, to the front, which passes unanswered requests to the listeners that remix-serve had set.
 */
export function takeOverHttpServer(
  { listen, siteUrl }: { readonly listen: LoggedListenConfig; readonly siteUrl: Config["siteUrl"] },
  front: Front = (_request, _response, _target, pass) => pass(),
  limits: Limits = LIMITS,
) {
  let server: Server | null = null;
  let arrivals = 0;
  let isEnding = false;
  let onListening = () => {};
  let listeners: RequestListener[] = [];

  const queues = createRequestQueues((request, response) => {
    const target = readRequest(request, siteUrl);
    if ("status" in target) return sendRejection(request, response, target, limits.lingerMs);
    dropHeaders(request);
    const answer = () =>
      front(request, response, target, () => {
        for (const listener of listeners) listener(request, response);
      });
    const network = visitorNetwork(request, listen.connectionsPerAddress > 0);
    runForNetwork(network, () => runForRequest(request.headers["x-request-id"], answer));
  }, limits.waitingRequests);

  function takeOver(starting: Server): void {
    server = starting;
    listeners = starting.listeners("request").filter(isRequestListener);
    starting.removeAllListeners("request");
    starting.on("request", (_, response) => {
      arrivals += 1;
      if (isEnding) response.setHeader("Connection", "close");
      queues.add(response);
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
    const starting = message as { readonly server: unknown; readonly options: ListenOptions };
    if (server !== null || !(starting.server instanceof Server)) return;
    takeOver(starting.server);
    setListenOptions(starting.server, starting.options, listen);
  });

  return {
    /** Number of requests whose answers are not fully sent. */
    requestCount: () => queues.all().length,
    /** Increases with each new connection and each new request. */
    arrivals: () => arrivals,
    onListening(callback: () => void) {
      onListening = callback;
    },
    /** From now on, each answer whose headers are not sent yet closes its connection. */
    endConnections() {
      isEnding = true;
      for (const response of queues.all()) {
        if (!response.headersSent) response.setHeader("Connection", "close");
      }
    },
    stopListening: () => void server?.close(),
    /** Closes connections with a request that is still being sent; a rejected one first gets its answer and then closes by itself. */
    endIncompleteRequests() {
      for (const { req, headersSent } of queues.all()) {
        if (!req.complete && !headersSent) req.socket.destroy();
      }
    },
    /** Answers all requests that have no answer yet with 503. */
    rejectUnanswered() {
      for (const response of queues.all()) sendStopping(response);
    },
  };
}

type RequestQueues = ReturnType<typeof createRequestQueues>;

/**
 * Answers the requests of each connection one at a time; the next one starts when the previous answer has been passed to the
 * system. Node alone would start all pipelined requests, and buffer all answers until they are read.
 * @param maxWaiting requests that may wait on one connection; a client that sends more is disconnected
 */
function createRequestQueues(answer: RequestListener, maxWaiting: number) {
  const queues = new Map<Duplex, ServerResponse[]>();

  function begin(response: ServerResponse): void {
    const { req } = response;
    response.once("close", () => {
      const queue = queues.get(req.socket);
      queue?.shift();
      const next = queue?.[0];
      // After an answer that closes its connection, the rest of the queue is not answered.
      if (next !== undefined && req.socket.writable) begin(next);
    });
    // It may have been told already that the process ends.
    if (!response.headersSent) answer(req, response);
  }

  return {
    add(response: ServerResponse): void {
      const { socket } = response.req;
      // Disconnected, while Node is still parsing the last packet.
      if (socket.destroyed) return;
      const queue = queues.get(socket) ?? [];
      if (!queues.has(socket)) {
        queues.set(socket, queue);
        socket.once("close", () => queues.delete(socket));
      }
      queue.push(response);
      if (queue.length === 1) begin(response);
      else if (queue.length > 1 + maxWaiting) socket.destroy();
    },
    current: (connection: Duplex) => queues.get(connection)?.[0],
    all: () => [...queues.values()].flat(),
  };
}

function setLimits(server: Server, queues: RequestQueues, limits: Limits): void {
  server.maxConnections = limits.connections;
  server.headersTimeout = limits.headMs;
  server.requestTimeout = limits.requestMs;
  server.keepAliveTimeout = limits.idleMs;
  server.timeout = limits.unreadMs;
  // An option of createServer, which Node reads when the server starts to listen.
  Object.assign(server, { connectionsCheckingInterval: limits.checkMs });
  server.on("clientError", (error, socket) => {
    const current = queues.current(socket);
    const isAnswered = current !== undefined && (current.req.complete || current.headersSent);
    if (isAnswered || !socket.writable) socket.destroy();
    else rejectUnreadable(error, socket);
  });
  server.on("timeout", (socket) => {
    // A visitor who is waiting for an answer is not disconnected.
    if (queues.current(socket) === undefined || socket.writableLength > 0) socket.destroy();
  });
  // Makes room for new visitors.
  server.on("drop", () => server.closeIdleConnections());
}

/**
 * Limits the connections of each public network; all others may be those of a proxy. One too many closes the oldest idle one; if
 * all are waiting for an answer, the new one is closed.
 * @param max 0: no limit
 */
function limitConnectionsPerAddress(server: Server, queues: RequestQueues, max: number): void {
  if (max === 0) return;
  const networks = new Map<string, Set<Socket>>();
  let isLogged = false;
  server.on("connection", (socket: Socket) => {
    const network = publicNetworkOf(socket.remoteAddress);
    if (network === null) return;
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
        `connections: a public address has more than ${max}. Set CONNECTIONS_PER_ADDRESS=0 if it is a proxy's.`,
      );
    isLogged = true;
  });
}

/**
 * Has the server listen as configured, and names the port: PORT=0 is any free one. remix-serve alone reads an empty PORT as 0, and
 * uses another one if the default is taken.
 */
function setListenOptions(server: Server, options: ListenOptions, listen: LoggedListenConfig): void {
  const { port, host, opening = "" } = listen;
  options.port = port;
  options.host = host ?? undefined;
  server.once("listening", () => {
    const address = server.address();
    if (typeof address !== "object" || address === null) return;
    const where = host === null ? "" : ` of ${host}`;
    console.info(`${opening} The server listens on port ${address.port}${where}.`.trim());
  });
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
 * Drops headers that make Express and Remix answer with an error and log a stack: invalid conditions and ranges (files are
 * small, so nobody needs them), and an origin, which is already checked.
 */
function dropHeaders({ headers }: IncomingMessage): void {
  for (const name of ["range", "if-range", "if-match", "if-unmodified-since", "origin"]) delete headers[name];
}

function isRequestListener(listener: unknown): listener is RequestListener {
  return typeof listener === "function";
}
