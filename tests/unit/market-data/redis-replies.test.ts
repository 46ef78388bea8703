import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createSharedCache } from "~/services/market-data/shared/shared-cache.server";
import { eventually, watchWarnings } from "./market-under-test";

/** Replies of a Redis to the commands with which a connection begins, and to those that read. */
const REPLIES: Readonly<Record<string, string>> = { HELLO: "%0\r\n", PTTL: ":-2\r\n", GETRANGE: "$-1\r\n" };

const PART = Buffer.alloc(1_000_000, "x");

/** Something at the address of Redis that answers one command with a text of 300 MB, a part every few milliseconds. */
async function startOddRedis(longReplyTo: string) {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      for (const [, name = ""] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n([A-Z]+)\r\n/g)) {
        if (name === longReplyTo) sendSlowly(socket, 300);
        else socket.write(REPLIES[name] ?? "+OK\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `redis://127.0.0.1:${port}`, connections };
}

function sendSlowly(socket: Socket, parts: number): void {
  socket.write(`$${parts * PART.length}\r\n`);
  const timer = setInterval(() => socket.writableNeedDrain || socket.write(PART), 20);
  socket.once("close", () => clearInterval(timer));
}

const TIMEOUTS = { commandMs: 200, connectMs: 5000, quietMs: 60_000, upMs: 0 };

function sharedAt(url: string, timeouts: Partial<typeof TIMEOUTS> = {}) {
  const serviceUrl = "https://service.test";
  const shared = createSharedCache({ url, serviceUrl, timeouts: { ...TIMEOUTS, ...timeouts } });
  onTestFinished(() => shared.close());
  return shared;
}

it("a reply of 300 MB ends with its connection when the command times out", async () => {
  const warnings = watchWarnings();
  const { url, connections } = await startOddRedis("GETRANGE");
  const shared = sharedAt(url);
  expect(await shared.read("/exchanges")).toEqual({ answer: null, pauseMs: 0 });
  await eventually(() => expect(connections[0]?.closed).toBe(true));
  expect(connections[0]?.bytesWritten).toBeLessThan(100 * PART.length);
  expect(warnings).toHaveBeenCalledTimes(1);
});

it("there is no connection for a while after that", async () => {
  watchWarnings();
  const { url, connections } = await startOddRedis("GETRANGE");
  const shared = sharedAt(url);
  await shared.read("/exchanges");
  await eventually(() => expect(connections[0]?.closed).toBe(true));
  expect(await shared.read("/exchanges")).toEqual({ answer: null, pauseMs: 0 });
  expect(connections).toHaveLength(1);
});

it("there is one new connection afterwards, however many commands have failed", async () => {
  watchWarnings();
  const { url, connections } = await startOddRedis("GETRANGE");
  const shared = sharedAt(url, { quietMs: 50 });
  await Promise.all(["/exchanges", "/global"].map(shared.read));
  await eventually(() => expect(connections.map(({ closed }) => closed)).toEqual([true, false]));
  await shared.read("/exchanges");
  expect(connections).toHaveLength(2);
});

it.each([
  { what: "whose first reply does not end", protocol: "redis" },
  { what: "that is never encrypted", protocol: "rediss" },
])("a connection $what is closed, and another one is tried", async ({ protocol }) => {
  watchWarnings();
  const { url, connections } = await startOddRedis("HELLO");
  const shared = sharedAt(url.replace("redis", protocol), { connectMs: 200, quietMs: 50 });
  expect(await shared.read("/exchanges")).toEqual({ answer: null, pauseMs: 0 });
  await eventually(() => expect(connections[0]?.closed).toBe(true));
  await eventually(() => expect(connections.length).toBeGreaterThan(1));
});
