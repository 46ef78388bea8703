import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it } from "vitest";
import { TIME } from "~/domain/time";
import {
  createMemoryBudget,
  heapBytes,
  usualMemoryBudget,
} from "~/services/market-data/memory/memory-budget.server";
import { createObservedPrices } from "~/services/market-data/memory/observed-prices.server";
import { KINDS } from "~/services/market-data/policy/cache-policy.server";
import { type Endpoint, readAnswer } from "~/services/market-data/source/client.server";
import { coinEndpoint, historyEndpoint } from "~/services/market-data/source/coin.server";
import { coinsEndpoint, rankedCoinsEndpoint } from "~/services/market-data/source/coin-lists.server";
import { exchangeEndpoint } from "~/services/market-data/source/exchange.server";
import {
  CATEGORY_FIGURES_ENDPOINT,
  COIN_NAMES_ENDPOINT,
  EXCHANGES_ENDPOINT,
  GLOBAL_ENDPOINT,
  TRENDING_ENDPOINT,
} from "~/services/market-data/source/market.server";
import { packPoints, unpackPoints } from "~/services/market-data/source/packed-points.server";
import { largeBodyFor } from "../../support/large-bodies";
import { fakeTimers, historyOf, marketInTime, marketWithFunction, numbered } from "./market-under-test";

const MEGABYTE = 1_000_000;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function usedBytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("the estimate is a third above what a process takes to two thirds below, for", () => {
  it.each<[what: string, count: number, read: (index: number) => Promise<object>]>([
    ["tables", 15, (index) => answerOf(coinsEndpoint("usd", index + 1, "market_cap_desc"))],
    ["ranks", 10, (index) => answerOf(rankedCoinsEndpoint(index + 1))],
    ["coins", 80, (index) => answerOf(coinEndpoint(`coin-${index}`))],
    ["histories of 24h", 200, (index) => answerOf(historyEndpoint(`coin-${index}`, "usd", "24h"))],
    ["histories of 60d", 100, (index) => answerOf(historyEndpoint(`coin-${index}`, "usd", "60d"))],
    ["whole histories", 50, (index) => answerOf(historyEndpoint(`coin-${index}`, "usd", "max"))],
    ["exchanges", 50, () => answerOf(EXCHANGES_ENDPOINT)],
    ["exchanges with their markets", 50, (index) => answerOf(exchangeEndpoint(`exchange-${index}`))],
    ["categories", 6, () => answerOf(CATEGORY_FIGURES_ENDPOINT)],
    ["names", 3, () => answerOf(COIN_NAMES_ENDPOINT)],
    ["trending coins", 600, () => answerOf(TRENDING_ENDPOINT)],
    ["the whole market", 5000, () => answerOf(GLOBAL_ENDPOINT)],
  ])("%s", async (_what, count, read) => {
    // Code is compiled before.
    await read(0);
    const values: object[] = [];
    const before = usedBytes();
    for (let index = 0; index < count; index++) values.push(await read(index));
    const takenBytes = usedBytes() - before;
    const estimate = values.reduce((sum, value) => sum + heapBytes(value), 0);
    expect(takenBytes / estimate).toBeLessThan(4 / 3);
    expect(takenBytes / estimate).toBeGreaterThan(1 / 3);
  });

  /** Reads the large body of an address as the site does. */
  async function answerOf<Value extends object>(endpoint: Endpoint<Value>): Promise<object> {
    return readAnswer(largeBodyFor(endpoint.path), endpoint);
  }

  it("texts, by the bytes of their characters", () => {
    expect(heapBytes("₿".repeat(1000)) - heapBytes("b".repeat(1000))).toBe(1000);
  });

  it("what is referenced twice, which counts once", () => {
    const week = [1.5, 2.5];
    expect(heapBytes([{ week }, { week }])).toBeLessThan(heapBytes([{ week }, { week: [...week] }]));
  });
});

describe("the budget of the container image", () => {
  const options = /NODE_OPTIONS="(.+?)"/.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "";

  it("is at most half of the heap", () => {
    const print = ["-p", "v8.getHeapStatistics().heap_size_limit"];
    const limit = execFileSync(process.execPath, print, {
      env: { ...process.env, NODE_OPTIONS: options },
      encoding: "utf8",
    });
    const oldSpace = 2 ** 20 * Number(/--max-old-space-size=(\d+)/.exec(options)?.[1]);
    expect(usualMemoryBudget(Number(limit))).toBeLessThanOrEqual(oldSpace / 2);
    expect(usualMemoryBudget(Number(limit))).toBeGreaterThan(oldSpace / 3);
  });

  it("has room for all shares", () => {
    const shares = Object.values(KINDS).map(({ share }) => share);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });
});

describe("a budget", () => {
  const never = () => false;
  const text = (bytes: number) => ({ text: "x".repeat(bytes) });

  it("is one kind's alone while there is nothing else; others then get their share back", () => {
    const memory = createMemoryBudget(MEGABYTE);
    const [large, small] = [memory.cache(0.9, never), memory.cache(0.1, never)];
    for (const key of numbered(100)) small.set(key, text(20_000));
    expect(small.size).toBeGreaterThan(45);
    for (const key of numbered(100)) large.set(key, text(20_000));
    expect(small.size).toBe(4);
    expect(large.size + small.size).toBeGreaterThan(45);
    for (const key of numbered(100)) small.set(key, text(20_000));
    expect(large.size).toBeGreaterThan(40);
  });

  it("evicts what was used least recently, and counts what replaces a value anew", () => {
    const cache = createMemoryBudget(MEGABYTE).cache(1, never);
    for (const key of numbered(9)) cache.set(key, text(100_000));
    cache.get("coin-1");
    cache.set("coin-9", text(200_000));
    expect([...cache.keys()].sort()).toEqual(["coin-1", ...numbered(9).slice(2)]);
  });

  it("loses what has expired", () => {
    const memory = createMemoryBudget(MEGABYTE);
    const caches = [
      memory.cache(0.5, never),
      memory.cache<{ text: string }>(0.5, ({ text }) => text === "xx"),
    ];
    for (const cache of caches) for (const bytes of [1, 2, 3]) cache.set(String(bytes), text(bytes));
    memory.purge();
    expect(caches.map((cache) => [...cache.keys()].sort())).toEqual([
      ["1", "2", "3"],
      ["1", "3"],
    ]);
  });
});

describe("a market", () => {
  const withLargeBodies = (memoryBytes: number) => {
    const setting = marketWithFunction({ memoryBytes });
    setting.service.answer = (path) => JSON.parse(largeBodyFor(path));
    return setting;
  };

  it("takes no more memory than its budget, whatever is asked for", async () => {
    const memoryBytes = 3 * MEGABYTE;
    const { market, clock } = withLargeBodies(memoryBytes);
    const ask = async (count: number, from = 0) => {
      for (const [index, id] of numbered(count, `coin-${from}`).entries()) {
        await market.coin(id);
        await historyOf(market, "60d", id);
        await historyOf(market, "max", id, "eur");
        await market.exchange(id);
        await market.coins("eur", from + index, "volume_desc");
      }
    };
    await ask(1);
    const before = usedBytes();
    await ask(20, 1);
    // A second price of each of their coins.
    clock.advance(6 * TIME.MINUTE);
    await ask(5, 1);
    const takenBytes = usedBytes() - before;
    expect(takenBytes).toBeLessThan(memoryBytes);
    expect(takenBytes).toBeGreaterThan(memoryBytes / 2);
  });

  it("still knows what every page needs after a flood of histories", async () => {
    const { market, calls } = withLargeBodies(15 * MEGABYTE);
    const readCommon = async () => {
      await market.coins("usd", 1);
      await market.coins("usd", 1, "market_cap_desc");
      await market.rankedCoins(1);
      await market.common.exchanges.read();
      await market.common.categoryFigures.read();
      await market.common.trending.read();
      await market.common.glance.read();
    };
    await readCommon();
    for (const id of numbered(110)) await historyOf(market, "max", id);
    const count = calls.length;
    await readCommon();
    expect(calls.slice(count)).toEqual([]);
    await historyOf(market, "max", "coin-1");
    expect(calls).toHaveLength(count + 1);
  });

  describe("as time passes", () => {
    beforeEach(fakeTimers);

    it("forgets a coin whose lists are no longer served, and no coin before", async () => {
      const { market, wait } = marketInTime();
      await market.coins("usd", 1);
      await wait(2 * TIME.HOUR, TIME.MINUTE);
      expect(market.records.has("bitcoin")).toBe(true);
      await wait(6 * TIME.MINUTE, TIME.MINUTE);
      expect(market.records.has("bitcoin")).toBe(false);
    });
  });
});

it("observed prices of thousands of coins over a week stay within the budget, the latest coins whole", () => {
  const [start, maxBytes] = [Date.UTC(2026, 10, 20), 5 * MEGABYTE];
  let now = start;
  const ids = numbered(2000);
  const before = usedBytes();
  const observed = createObservedPrices(createMemoryBudget(maxBytes), { now: () => now });
  const note = (id: string) => {
    for (let hour = 0; hour < 168; hour++) {
      now = start + hour * TIME.HOUR;
      observed.note(id, "usd", now, 64_668.123_456_789 + hour);
    }
  };
  for (const id of ids) note(id);
  const takenBytes = usedBytes() - before;
  expect(takenBytes).toBeLessThan(maxBytes);
  expect(takenBytes).toBeGreaterThan(maxBytes / 2);
  const known = ids.filter((id) => observed.since(id, "usd", 0).length === 168);
  expect(known.length).toBeGreaterThan(1000);
  expect(known).toEqual(ids.slice(-known.length));
});

it("packed points are read as they were, with and without amounts", () => {
  const points = [
    [1_795_000_000_000, 64_668.123_456_789_01],
    [1_795_000_300_000, 0, 1.5, null],
    [1_795_000_600_000, 7.7e-12, null, 2.5e12],
    [1_795_000_900_000, 1e100, 3, 4],
  ] as const;
  for (const each of [points, []]) expect(unpackPoints(packPoints(each))).toEqual(each);
});
