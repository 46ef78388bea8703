import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

interface Pipelined {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests of each connection, in the order in which they came. */
export interface Pipelines {
  /** Takes a request in. */
  readonly add: RequestListener;
  /** Request of a connection that is being answered, or undefined. */
  current(connection: Duplex): Pipelined | undefined;
  /** Requests whose answers are not yet sent to the end. */
  all(): readonly Pipelined[];
}

/**
 * Lets each connection have one request answered at a time: the next one begins when the answer before it is on its way
 * to the visitor. Node reads requests that are sent ahead as they come and would have all of them answered at once, to be
 * held in memory for as long as nobody reads them.
 * @param maxWaiting requests that may wait on one connection; whoever sends more ahead is cut off
 */
export function createPipelines(answer: RequestListener, maxWaiting: number): Pipelines {
  const connections = new Map<Duplex, Pipelined[]>();

  function begin({ request, response }: Pipelined): void {
    response.once("close", () => {
      const pipeline = connections.get(request.socket);
      pipeline?.shift();
      const next = pipeline?.[0];
      // An answer that ends its connection leaves none for the next.
      if (next !== undefined && request.socket.writable) begin(next);
    });
    answer(request, response);
  }

  return {
    add(request, response) {
      const { socket } = request;
      // The connection was cut off, while Node reads the rest of what had come with one packet.
      if (socket.destroyed) return;
      const pipeline = connections.get(socket) ?? [];
      if (!connections.has(socket)) {
        connections.set(socket, pipeline);
        socket.once("close", () => connections.delete(socket));
      }
      pipeline.push({ request, response });
      if (pipeline.length === 1) begin({ request, response });
      else if (pipeline.length > 1 + maxWaiting) socket.destroy();
    },
    current: (connection) => connections.get(connection)?.[0],
    all: () => [...connections.values()].flat(),
  };
}
