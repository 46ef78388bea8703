// Loaded into a site by NODE_OPTIONS, or imported by a test: connections from 127.0.113.x seem to come from 203.0.113.x, a visitor's
// address on the internet. What comes from elsewhere on loopback is a proxy's.
const { Server } = require("node:net");

const { emit } = Server.prototype;
Server.prototype.emit = /** @this {import("node:net").Server} */ function (
  /** @type {string | symbol} */ event,
  /** @type {unknown[]} */ ...args
) {
  const [socket] = args;
  const { remoteAddress = "" } = /** @type {import("node:net").Socket} */ (socket ?? {});
  if (event === "connection" && remoteAddress.startsWith("127.0.113."))
    Object.defineProperty(socket, "remoteAddress", { value: remoteAddress.replace("127.0", "203.0") });
  return Reflect.apply(emit, this, [event, ...args]);
};
