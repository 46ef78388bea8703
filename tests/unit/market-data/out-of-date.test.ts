import { beforeEach, expect, it } from "vitest";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import {
  createGate,
  failUnreachable,
  failureOf,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(() => void watchWarnings());

async function warmMarket() {
  const setting = marketWithFunction();
  await setting.market.coins("usd", 1);
  return setting;
}

it("says when the data was fetched", async () => {
  const { market, clock } = marketWithFunction();
  const start = clock.now();
  expect((await market.coins("usd", 1)).fetchedAt).toBe(start);
  clock.advance(30 * SECOND);
  expect((await market.coins("usd", 1)).fetchedAt).toBe(start);
});

it("is out of date when refreshes fail and it is older than twice its ttl", async () => {
  const { market, clock, service } = await warmMarket();
  service.answer = failUnreachable;
  clock.advance(MINUTE + 1);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(false);
  await promisesSettled();
  clock.advance(MINUTE - 1);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(false);
  await promisesSettled();
  clock.advance(1);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(true);
});

it("is out of date between two failing refreshes as well", async () => {
  const { market, clock, service } = await warmMarket();
  service.answer = failUnreachable;
  clock.advance(2 * MINUTE + 1);
  await market.coins("usd", 1);
  await promisesSettled();
  for (let second = 0; second < 600; second++) {
    expect((await market.coins("usd", 1)).isOutOfDate).toBe(true);
    await promisesSettled();
    clock.advance(SECOND);
  }
});

it("is out of date during a pause that the service asked for", async () => {
  const { market, clock, service } = await warmMarket();
  service.answer = () => {
    throw new MarketDataFailure("rate-limited", "HTTP 429", { status: 429, retryAfterMs: 5 * MINUTE });
  };
  await failureOf(market.exchanges());
  clock.advance(2 * MINUTE);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(false);
  clock.advance(1);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(true);
});

it("is not out of date merely because nobody came for long", async () => {
  const { market, clock } = await warmMarket();
  clock.advance(30 * MINUTE);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(false);
});

it("is not out of date when only another page cannot be refreshed", async () => {
  const { market, clock, service } = await warmMarket();
  service.answer = (path) => (path === "/exchanges" ? failUnreachable() : bodyFor(path));
  await failureOf(market.exchanges());
  clock.advance(2 * MINUTE + 1);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(false);
});

it("is up to date again after the first refresh that succeeds", async () => {
  const { market, clock, service } = await warmMarket();
  service.answer = failUnreachable;
  clock.advance(3 * MINUTE);
  await market.coins("usd", 1);
  await promisesSettled();
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(true);
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  clock.advance(5 * SECOND + 1);
  expect((await market.coins("usd", 1)).isOutOfDate).toBe(true);
  gate.open();
  await promisesSettled();
  const renewed = await market.coins("usd", 1);
  expect(renewed.isOutOfDate).toBe(false);
  expect(renewed.fetchedAt).toBe(clock.now());
});

it("is not fresh for any cache once it is stale", async () => {
  const { market, clock, service } = await warmMarket();
  service.answer = failUnreachable;
  clock.advance(MINUTE + 1);
  await market.coins("usd", 1);
  await promisesSettled();
  expect((await market.coins("usd", 1)).freshForMs).toBe(0);
});
