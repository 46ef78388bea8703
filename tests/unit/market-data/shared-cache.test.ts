import { beforeEach, describe, expect, it } from "vitest";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import { NOT_SHARED, parseRecord, type RawAnswer } from "~/services/market-data/shared/shared-cache.server";
import {
  createGate,
  failureOf,
  HOUR,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(() => void watchWarnings());

/** A market whose shared cache has the same record for every path. */
function marketAmongReplicas() {
  const other: { answer: RawAnswer | null; pauseMs: number } = { answer: null, pauseMs: 0 };
  const written: { path: string; answer: RawAnswer; usefulForMs: number }[] = [];
  const setting = marketWithFunction({
    shared: {
      ...NOT_SHARED,
      read: async () => ({ ...other }),
      write: (path, answer, usefulForMs) => void written.push({ path, answer, usefulForMs }),
    },
  });
  const { clock } = setting;
  return {
    ...setting,
    other,
    written,
    share(body: unknown, ageMs: number) {
      other.answer = { body: JSON.stringify(body), fetchedAt: clock.now() - ageMs };
    },
  };
}

describe("the answer of another replica", () => {
  it("is served without a call while it is fresh, with its own age", async () => {
    const { market, clock, calls, share } = marketAmongReplicas();
    share([{ id: "kraken" }], 4 * MINUTE);
    const { value, fetchedAt, freshForMs } = await market.exchanges();
    expect(value[0]?.id).toBe("kraken");
    expect({ fetchedAt, freshForMs }).toEqual({
      fetchedAt: clock.now() - 4 * MINUTE,
      freshForMs: 6 * MINUTE,
    });
    expect(calls).toEqual([]);
  });

  it("is served at once when it is stale, and then refreshed", async () => {
    const { market, clock, calls, share } = marketAmongReplicas();
    share([{ id: "kraken" }], 30 * MINUTE);
    expect((await market.exchanges()).freshForMs).toBe(0);
    await promisesSettled();
    expect(calls).toEqual(["/exchanges"]);
    expect((await market.exchanges()).fetchedAt).toBe(clock.now());
  });

  it("is not served beyond its maximum age", async () => {
    const { market, clock, share } = marketAmongReplicas();
    share([{ id: "bitcoin" }], HOUR + 1);
    expect((await market.coins("usd", 1)).fetchedAt).toBe(clock.now());
  });

  it.each([
    ["half a body", '[{"id":'],
    ["a body of another shape", '{"coins":[]}'],
    ["a refusal", '{"status":{"error_code":10012}}'],
    ["a body nested too deep", "[".repeat(100_000)],
    ["a body of too many values", `[${"[],".repeat(20_000)}[]]`],
    ["a body that is too long", `[${" ".repeat(2_000_000)}]`],
  ])("that contains %s is counted and replaced by a call", async (_, body) => {
    const { market, clock, calls, other, registry } = marketAmongReplicas();
    other.answer = { body, fetchedAt: clock.now() };
    expect((await market.exchanges()).value[0]?.id).toBe("kraken");
    expect(calls).toEqual(["/exchanges"]);
    expect(await registry.metrics()).toMatch(/market_data_unreadable_total\{kind="exchanges"\} [1-9]/);
  });

  it("is always a valid one: failures and bodies of another shape are not written", async () => {
    const { market, clock, service, written } = marketAmongReplicas();
    await market.exchanges();
    service.answer = () => ({ unexpected: "shape" });
    await failureOf(market.coins("usd", 1));
    expect(written).toEqual([
      {
        path: "/exchanges",
        answer: { body: JSON.stringify(bodyFor("/exchanges")), fetchedAt: clock.now() },
        usefulForMs: 24 * HOUR,
      },
    ]);
  });
});

describe("a pause of the service", () => {
  it("that another replica was asked for stops calls until it ends", async () => {
    const { market, clock, calls, other } = marketAmongReplicas();
    other.pauseMs = MINUTE;
    const failure = await failureOf(market.exchanges());
    expect(failure).toMatchObject({ reason: "rate-limited", status: 429, retryAfterMs: MINUTE });
    other.pauseMs = 0;
    clock.advance(MINUTE);
    expect((await market.exchanges()).value).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });

  it("that begins while a call waits for the lock keeps the call from being queued", async () => {
    const gate = createGate<{ release(): void }>();
    const { market, calls, service } = marketWithFunction({
      shared: {
        ...NOT_SHARED,
        lock: (path) => (path === "/exchanges" ? gate.opened : NOT_SHARED.lock(path)),
      },
    });
    const exchanges = failureOf(market.exchanges());
    service.answer = () => {
      throw new MarketDataFailure("rate-limited", "HTTP 429", { status: 429, retryAfterMs: MINUTE });
    };
    await failureOf(market.coins("usd", 1));
    gate.open({ release: () => {} });
    expect((await exchanges).reason).toBe("rate-limited");
    expect(calls).toHaveLength(1);
  });

  it("that begins while a call waits for its slot keeps the call from starting", async () => {
    const { market, calls, service, other } = marketAmongReplicas();
    const gate = createGate();
    service.answer = (path) => gate.opened.then(() => bodyFor(path));
    const first = [1, 2, 3, 4].map((page) => market.coins("usd", page));
    const fifth = failureOf(market.coins("usd", 5));
    await promisesSettled();
    other.pauseMs = MINUTE;
    gate.open();
    await Promise.all(first);
    expect((await fifth).reason).toBe("rate-limited");
    expect(calls).toHaveLength(4);
  });
});

describe("a record in Redis", () => {
  const NOW = Date.UTC(2026, 10, 20);

  it("is the time of the answer, a line break and the body", () => {
    expect(parseRecord(`${NOW - SECOND}\n[\n]`, NOW)).toEqual({ fetchedAt: NOW - SECOND, body: "[\n]" });
  });

  it("may be five seconds ahead of our clock, and then counts as new", () => {
    expect(parseRecord(`${NOW + 5 * SECOND}\n[]`, NOW)).toEqual({ fetchedAt: NOW, body: "[]" });
    expect(parseRecord(`${NOW + 5 * SECOND + 1}\n[]`, NOW)).toBeNull();
  });

  it.each(["", "[]", "\n[]", "soon\n[]", "-1\n[]", "Infinity\n[]", `${NOW}`])("is not %j", (record) => {
    expect(parseRecord(record, NOW)).toBeNull();
  });
});
