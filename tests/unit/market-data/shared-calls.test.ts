import { expect, it } from "vitest";
import { createMarketData } from "~/services/market-data/market-data.server";
import { NOT_SHARED, type SharedCache } from "~/services/market-data/shared/shared-cache.server";
import { FAULTS } from "../../support/faulty-upstream";
import {
  createGate,
  marketWithFunction,
  marketWithServer,
  promisesSettled,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

function times<Result>(count: number, make: (index: number) => Result): Result[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

it("makes one call for a thousand concurrent visitors of a cold page", async () => {
  const { market, upstream } = await marketWithServer();
  const answers = await Promise.all(times(1000, () => market.coins("usd", 1)));
  expect(upstream.calls).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.value)).size).toBe(1);
});

it("makes fifty calls for twenty visitors each of fifty cold pages, at most four at a time", async () => {
  const { market, upstream } = await marketWithServer();
  const answers = await Promise.all(times(1000, (index) => market.coins("usd", (index % 50) + 1)));
  expect(answers).toHaveLength(1000);
  expect(upstream.calls).toHaveLength(50);
  expect(new Set(upstream.calls.map((call) => call.path)).size).toBe(50);
  expect(upstream.mostAtOnce()).toBeLessThanOrEqual(4);
});

it("has at most four calls under way at a time, for all kinds of data together", async () => {
  const { market, calls, service, mostAtOnce } = marketWithFunction();
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  const readers = [
    ...times(5, (index) => market.coins("eur", index + 1)),
    ...times(5, (index) => market.coin(`coin-${index}`)),
    market.exchanges(),
    market.priceHistory("bitcoin", "usd", "7d"),
  ];
  await promisesSettled();
  expect(calls).toHaveLength(4);
  gate.open();
  await Promise.all<unknown>(readers);
  expect(calls).toHaveLength(12);
  expect(mostAtOnce()).toBe(4);
});

it("makes one failing call for all who wait for the same cold page", async () => {
  watchWarnings();
  const { market, upstream } = await marketWithServer(() => FAULTS.serverError);
  const outcomes = await Promise.allSettled(times(100, () => market.coins("usd", 1)));
  expect(outcomes.every((outcome) => outcome.status === "rejected")).toBe(true);
  expect(upstream.calls).toHaveLength(1);
});

it("shares of a coin what is kept of it, and of everything else what the service sent", async () => {
  const written = new Map<string, string>();
  const shared: SharedCache = { ...NOT_SHARED, write: (path, { body }) => void written.set(path, body) };
  const bodies: Record<string, unknown> = {
    "/coins/bitcoin": { id: "bitcoin", name: "Bitcoin", localization: { de: "x".repeat(100_000) } },
    "/exchanges": [{ id: "one", name: "One", description: "that nobody reads" }],
  };
  const market = createMarketData({ getBody: async (path) => JSON.stringify(bodies[path]), shared });
  const { value } = await market.coin("bitcoin");
  await market.exchanges();
  expect(JSON.parse(written.get("/coins/bitcoin") ?? "")).toEqual({ kept: value });
  expect(JSON.parse(written.get("/exchanges") ?? "")).toEqual(bodies["/exchanges"]);
});
