import { createServer } from "node:http";
import type { Socket } from "node:net";
import { Registry } from "prom-client";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { createMarketData } from "~/services/market-data/market-data.server";
import { createClient } from "~/services/market-data/provider/client.server";
import {
  createClock,
  eventually,
  failureOf,
  fakeTimeouts,
  promisesSettled,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(() => void watchWarnings());

type Act = "answer" | "reset" | "close" | "half an answer" | "stall";

/**
 * A market in front of a service that keeps connections open, and acts on the n-th request of all as the list says; it answers
 * those after that.
 */
async function marketWithKeptConnections(acts: readonly Act[], timeoutMs = 0) {
  const requests: { readonly path: string; readonly connection: number }[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const act = acts[requests.length] ?? "answer";
    requests.push({ path, connection: connections.indexOf(request.socket) });
    if (act === "reset") request.socket.resetAndDestroy();
    if (act === "close") request.socket.destroy();
    if (act === "half an answer") {
      response.writeHead(200, { "content-length": "1000" });
      response.write('[{"id":', () => request.socket.resetAndDestroy());
    }
    if (act === "answer") response.end(JSON.stringify(bodyFor(path)));
  });
  server.on("connection", (socket) => void connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const registry = new Registry();
  const getBody = createClient({ baseUrl, apiKey: null, timeoutMs, fetch });
  const market = createMarketData({ getBody, clock: createClock(), random: () => 0, registry });
  return {
    market,
    requests,
    registry,
    /** Makes a first call, so that a connection is kept. */
    async keepConnection() {
      await market.exchanges();
      // `fetch` has the connection free again a turn after the body was read.
      await promisesSettled();
    },
  };
}

it.each(["reset", "close"] as const)(
  "is made on a new connection after a %s of a kept one before the answer",
  async (act) => {
    const { market, requests, registry, keepConnection } = await marketWithKeptConnections(["answer", act]);
    await keepConnection();
    expect((await market.coins("usd", 1)).value[0]?.id).toBe("bitcoin");
    expect(requests.map(({ connection }) => connection)).toEqual([0, 0, 1]);
    expect(requests[2]?.path).toBe(requests[1]?.path);
    const metrics = await registry.metrics();
    expect(metrics).toContain('market_data_calls_total{endpoint="coins",outcome="unreachable"} 1');
    expect(metrics).toContain('market_data_calls_total{endpoint="coins",outcome="ok"} 1');
  },
);

it("is the last one", async () => {
  const { market, requests, keepConnection } = await marketWithKeptConnections(["answer", "reset", "reset"]);
  await keepConnection();
  expect((await failureOf(market.coins("usd", 1))).reason).toBe("unreachable");
  expect(requests).toHaveLength(3);
});

it("is made after a reset of a new connection, too", async () => {
  const { market, requests } = await marketWithKeptConnections(["reset"]);
  expect((await market.coins("usd", 1)).value[0]?.id).toBe("bitcoin");
  expect(requests.map(({ connection }) => connection)).toEqual([0, 1]);
});

it("is not made after part of the answer", async () => {
  const { market, requests, keepConnection } = await marketWithKeptConnections(["answer", "half an answer"]);
  await keepConnection();
  expect((await failureOf(market.coins("usd", 1))).reason).toBe("unreachable");
  expect(requests).toHaveLength(2);
});

it("has what is left of the time for the call", async () => {
  const limits = fakeTimeouts();
  const { market, requests, keepConnection } = await marketWithKeptConnections(
    ["answer", "reset", "stall"],
    10_000,
  );
  await keepConnection();
  const failure = failureOf(market.coins("usd", 1));
  await eventually(() => expect(requests).toHaveLength(3));
  limits.pass();
  expect((await failure).reason).toBe("timed-out");
  // One for each call, not for each try.
  expect(limits.asked).toEqual([10_000, 10_000]);
});
