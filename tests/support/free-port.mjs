import { once } from "node:events";
import { createServer } from "node:net";

/** Finds a TCP port on loopback that was free a moment ago. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await once(server.close(), "close");
  return port;
}

/** Makes a server listen on a free port of loopback, which it returns. @param {import("node:net").Server} server */
export async function listen(server) {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return /** @type {import("node:net").AddressInfo} */ (server.address()).port;
}
