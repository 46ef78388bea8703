import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The requests of each connection, in the order in which they came. */
export interface Turns {
  /** Takes a request in. */
  readonly add: RequestListener;
  /** What a connection is being answered, or undefined. */
  current(connection: Duplex): Exchange | undefined;
  /** All requests whose answers are not yet sent to the end. */
  all(): readonly Exchange[];
}

/**
 * Lets each connection have one request answered at a time: the next one begins when the answer before it is on its way
 * to the visitor. Node reads requests that are sent ahead as they come and would have all of them answered at once, to be
 * held in memory for as long as nobody reads them.
 * @param maxWaiting requests that may wait on one connection; whoever sends more ahead is cut off
 */
export function takeTurns(answer: RequestListener, maxWaiting: number): Turns {
  const connections = new Map<Duplex, Exchange[]>();

  function begin({ request, response }: Exchange): void {
    response.once("close", () => {
      const exchanges = connections.get(request.socket);
      exchanges?.shift();
      const next = exchanges?.[0];
      // An answer that ends its connection leaves none for the next.
      if (next !== undefined && request.socket.writable) begin(next);
    });
    answer(request, response);
  }

  return {
    add(request, response) {
      const { socket } = request;
      // Cut off, while Node reads the rest of what had come with one packet.
      if (socket.destroyed) return;
      const exchanges = connections.get(socket) ?? [];
      if (!connections.has(socket)) {
        connections.set(socket, exchanges);
        socket.once("close", () => connections.delete(socket));
      }
      exchanges.push({ request, response });
      if (exchanges.length === 1) begin({ request, response });
      else if (exchanges.length > 1 + maxWaiting) socket.destroy();
    },
    current: (connection) => connections.get(connection)?.[0],
    all: () => [...connections.values()].flat(),
  };
}
