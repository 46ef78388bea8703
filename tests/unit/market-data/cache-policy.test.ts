import { beforeEach, describe, expect, it } from "vitest";
import { KINDS } from "./kinds-of-data";
import {
  createGate,
  failUnreachable,
  failureOf,
  HOUR,
  marketWithFunction,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(() => void watchWarnings());

describe.each(KINDS)("$kind", ({ read, freshMs, maxAgeMs }) => {
  it("is served without a call while it is fresh", async () => {
    const { market, clock, calls } = marketWithFunction();
    const first = await read(market);
    clock.advance(freshMs - SECOND);
    const second = await read(market);
    expect(calls).toHaveLength(1);
    expect(second.value).toBe(first.value);
    expect(second.freshForMs).toBe(SECOND);
  });

  it("is served stale at once while exactly one refresh runs, and is new afterwards", async () => {
    const { market, clock, calls, service } = marketWithFunction();
    const first = await read(market);
    clock.advance(freshMs + 1);
    const gate = createGate();
    service.answer = (path) => gate.opened.then(() => bodyFor(path));
    const stale = await Promise.all(Array.from({ length: 20 }, () => read(market)));
    expect(stale.every((answer) => answer.value === first.value && answer.freshForMs === 0)).toBe(true);
    await promisesSettled();
    expect(calls).toHaveLength(2);
    gate.open();
    await promisesSettled();
    const renewed = await read(market);
    expect(renewed.fetchedAt).toBe(clock.now());
    expect(renewed.freshForMs).toBe(freshMs);
    expect(calls).toHaveLength(2);
  });

  it("is fetched again beyond its maximum age, and readers wait", async () => {
    const { market, clock, calls } = marketWithFunction();
    await read(market);
    clock.advance(maxAgeMs + 1);
    const answer = await read(market);
    expect(answer.fetchedAt).toBe(clock.now());
    expect(calls).toHaveLength(2);
  });

  it("is served up to its maximum age and not beyond it while refreshes fail", async () => {
    const { market, clock, service } = marketWithFunction();
    const first = await read(market);
    service.answer = failUnreachable;
    clock.advance(maxAgeMs);
    expect((await read(market)).value).toBe(first.value);
    await promisesSettled();
    clock.advance(1);
    expect((await failureOf(read(market))).reason).toBe("unreachable");
  });
});

it("lets readers wait when a refresh takes until the answer has expired", async () => {
  const { market, clock, service } = marketWithFunction();
  await market.coins("usd", 1);
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  clock.advance(HOUR);
  await market.coins("usd", 1);
  clock.advance(1);
  const late = market.coins("usd", 1);
  gate.open();
  expect((await late).fetchedAt).toBe(clock.now());
});
