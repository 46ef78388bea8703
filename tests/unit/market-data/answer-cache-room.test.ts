import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createAnswerCache } from "~/services/market-data/answer-cache.server";
import { createCoolDown } from "~/services/market-data/cool-down.server";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import type { Room } from "~/services/market-data/lives.server";
import { createMarketMetrics } from "~/services/market-data/metrics.server";
import { createClock, createGate, failureOf, HOUR, MINUTE, promisesSettled } from "./market-under-test";

const LIFE = { freshMs: MINUTE, maxAgeMs: HOUR };
const KEYS = Array.from({ length: 12 }, (_, index) => `/key-${index}`);

interface Text {
  readonly text: string;
}

function cacheWithRoom(room: Room) {
  const clock = createClock();
  const loads: string[] = [];
  const read = createAnswerCache<Text>({
    kind: "test",
    room,
    coolDown: createCoolDown(clock.now, () => 0),
    learn: async () => null,
    metrics: createMarketMetrics(new Registry(), () => 0),
    now: clock.now,
  });
  return {
    clock,
    loads,
    read: (path: string, load: () => Promise<Text> = async () => ({ text: path })) =>
      read(path, LIFE, async () => {
        loads.push(path);
        return { value: await load(), fetchedAt: clock.now() };
      }),
  };
}

it("serves every reader of more pages in flight than there is room for", async () => {
  const { read } = cacheWithRoom({ maxEntries: 2, maxBytes: 10_000 });
  const gate = createGate();
  const readers = KEYS.flatMap((path) =>
    [1, 2, 3].map(() => read(path, () => gate.opened.then(() => ({ text: path })))),
  );
  gate.open();
  const answers = await Promise.all(readers);
  expect(answers.map((answer) => answer.value.text)).toEqual(KEYS.flatMap((path) => [path, path, path]));
});

it("gives readers of more failing pages than there is room for their own failure", async () => {
  const { read } = cacheWithRoom({ maxEntries: 2, maxBytes: 10_000 });
  const gate = createGate();
  const readers = KEYS.map((path) =>
    read(path, () => gate.opened.then(() => Promise.reject(new MarketDataFailure("unreachable", path)))),
  );
  gate.open();
  const failures = await Promise.all(readers.map(failureOf));
  expect(failures.map((failure) => failure.message.split(" ")[0])).toEqual(KEYS);
});

it.each(["succeed", "fail"])(
  "still serves others when stale pages lose their room and their refreshes %s",
  async (how) => {
    const { clock, read } = cacheWithRoom({ maxEntries: 2, maxBytes: 10_000 });
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

it("forgets the page that was not read for longest when there are too many", async () => {
  const { loads, read } = cacheWithRoom({ maxEntries: 2, maxBytes: 10_000 });
  for (const path of ["/a", "/b", "/a", "/c", "/a", "/b"]) await read(path);
  expect(loads).toEqual(["/a", "/b", "/c", "/b"]);
});

it("forgets pages when together they are too long, however few they are", async () => {
  const { loads, read } = cacheWithRoom({ maxEntries: 100, maxBytes: 2500 });
  const long = async () => ({ text: "x".repeat(1000) });
  for (const path of ["/a", "/b", "/c", "/c", "/b", "/a"]) await read(path, long);
  expect(loads).toEqual(["/a", "/b", "/c", "/a"]);
});

it("counts bytes and not characters", async () => {
  const { loads, read } = cacheWithRoom({ maxEntries: 100, maxBytes: 2500 });
  const long = async () => ({ text: "₿".repeat(500) });
  for (const path of ["/a", "/b", "/a"]) await read(path, long);
  expect(loads).toEqual(["/a", "/b", "/a"]);
});

it("serves an answer that is longer than all the room there is", async () => {
  const { read } = cacheWithRoom({ maxEntries: 100, maxBytes: 100 });
  const answers = await Promise.all(
    [1, 2, 3].map(() => read("/a", async () => ({ text: "x".repeat(1000) }))),
  );
  expect(answers.map((answer) => answer.value.text.length)).toEqual([1000, 1000, 1000]);
});
