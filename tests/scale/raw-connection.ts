import { once } from "node:events";
import { connect } from "node:net";

/**
 * Opens a connection and sends a text, which need not be a request. What arrives is dropped unless somebody listens.
 * @param from the client's address on loopback
 */
export async function openConnection(url: string, text: string, from = "127.0.0.1") {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress: from });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  // A reset ends the connection as well.
  socket.on("error", () => {});
  await once(socket, "connect");
  // Without a reader, the end is not noticed.
  socket.resume();
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { socket, closed };
}
