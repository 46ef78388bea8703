import { connect, createServer, type Socket } from "node:net";
import { listen } from "./free-port.mjs";

/** A network link to a server on loopback, which can lose what is sent. */
export async function startWire(target: number) {
  const pairs: [Socket, Socket][] = [];
  const server = createServer((visitor) => {
    const behind = connect(target, "127.0.0.1");
    pairs.push([visitor, behind]);
    for (const socket of [visitor, behind]) socket.on("error", () => {});
    visitor.pipe(behind).pipe(visitor);
  });
  return {
    port: await listen(server),
    /** Connections made so far. */
    connections: () => pairs.length,
    /** From now on the current connections transmit nothing but stay open; new ones work. */
    silence() {
      for (const [visitor, behind] of pairs) {
        visitor.unpipe(behind);
        behind.unpipe(visitor);
        // Read and dropped.
        visitor.resume();
        behind.resume();
      }
    },
    stop() {
      for (const socket of pairs.flat()) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
