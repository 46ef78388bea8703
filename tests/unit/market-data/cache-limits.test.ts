import { expect, it } from "vitest";
import { createAnswerCache } from "~/services/market-data/cache/answer-cache.server";
import type { CacheLimits } from "~/services/market-data/cache/cache-policy.server";
import { createCoolDowns } from "~/services/market-data/cache/cool-downs.server";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import { createClock, createGate, failureOf, HOUR, MINUTE, promisesSettled } from "./market-under-test";

const POLICY = { ttlMs: MINUTE, maxAgeMs: HOUR };
const KEYS = Array.from({ length: 12 }, (_, index) => `/key-${index}`);

interface Text {
  readonly text: string;
}

function cacheWithLimits(limits: CacheLimits) {
  const clock = createClock();
  const loads: string[] = [];
  const cache = createAnswerCache<Text>({
    limits,
    coolDowns: createCoolDowns({ clock, random: () => 0 }),
    clock,
  });
  return {
    clock,
    loads,
    read: async (path: string, load: () => Promise<Text> = async () => ({ text: path })) => {
      const { answer } = await cache.read({
        key: path,
        policy: POLICY,
        lane: "visitor",
        budget: createRequestBudget(),
        load: async () => {
          loads.push(path);
          return { value: await load(), fetchedAt: clock.now(), receivedAt: clock.monotonic() };
        },
      });
      return answer;
    },
  };
}

it("serves every reader when more pages are in flight than the cache can keep", async () => {
  const { read } = cacheWithLimits({ maxEntries: 2, maxBytes: 10_000 });
  const gate = createGate();
  const readers = KEYS.flatMap((path) =>
    [1, 2, 3].map(() => read(path, () => gate.opened.then(() => ({ text: path })))),
  );
  gate.open();
  const answers = await Promise.all(readers);
  expect(answers.map((answer) => answer.value.text)).toEqual(KEYS.flatMap((path) => [path, path, path]));
});

it("returns the right failure to every reader when more pages fail than the cache can keep", async () => {
  const { read } = cacheWithLimits({ maxEntries: 2, maxBytes: 10_000 });
  const gate = createGate();
  const readers = KEYS.map((path) =>
    read(path, () => gate.opened.then(() => Promise.reject(new MarketDataFailure("unreachable", path)))),
  );
  gate.open();
  const failures = await Promise.all(readers.map(failureOf));
  expect(failures.map((failure) => failure.message.split(" ")[0])).toEqual(KEYS);
});

it.each(["succeed", "fail"])(
  "still serves others when stale pages are evicted and their refreshes %s",
  async (how) => {
    const { clock, read } = cacheWithLimits({ maxEntries: 2, maxBytes: 10_000 });
    await read("/a");
    await read("/b");
    clock.advance(MINUTE + 1);
    const gate = createGate();
    const refresh = async (): Promise<Text> => {
      await gate.opened;
      if (how === "fail") throw new MarketDataFailure("unreachable", "gone");
      return { text: "new" };
    };
    expect((await read("/a", refresh)).value.text).toBe("/a");
    expect((await read("/b", refresh)).value.text).toBe("/b");
    for (const path of KEYS) expect((await read(path)).value.text).toBe(path);
    gate.open();
    await promisesSettled();
    expect((await read("/key-11")).value.text).toBe("/key-11");
  },
);

it("evicts the least recently read page when there are too many", async () => {
  const { loads, read } = cacheWithLimits({ maxEntries: 2, maxBytes: 10_000 });
  for (const path of ["/a", "/b", "/a", "/c", "/a", "/b"]) await read(path);
  expect(loads).toEqual(["/a", "/b", "/c", "/b"]);
});

it("evicts pages when together they are too large, however few they are", async () => {
  const { loads, read } = cacheWithLimits({ maxEntries: 100, maxBytes: 2500 });
  const long = async () => ({ text: "x".repeat(1000) });
  for (const path of ["/a", "/b", "/c", "/c", "/b", "/a"]) await read(path, long);
  expect(loads).toEqual(["/a", "/b", "/c", "/a"]);
});

it("counts bytes, not characters", async () => {
  const { loads, read } = cacheWithLimits({ maxEntries: 100, maxBytes: 2500 });
  const long = async () => ({ text: "₿".repeat(500) });
  for (const path of ["/a", "/b", "/a"]) await read(path, long);
  expect(loads).toEqual(["/a", "/b", "/a"]);
});

it("serves an answer that is larger than the whole cache", async () => {
  const { read } = cacheWithLimits({ maxEntries: 100, maxBytes: 100 });
  const answers = await Promise.all(
    [1, 2, 3].map(() => read("/a", async () => ({ text: "x".repeat(1000) }))),
  );
  expect(answers.map((answer) => answer.value.text.length)).toEqual([1000, 1000, 1000]);
});
