import { beforeEach, expect, it, vi } from "vitest";
import {
  createGate,
  fakeTimers,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  SECOND,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(fakeTimers);

it("makes a visitor's call before a background refresh that has waited longer", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  await market.exchanges();
  // Names the coin, whose call would otherwise come last.
  await market.coins("eur", 1);
  clock.advance(10 * MINUTE + 1);
  calls.length = 0;
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  const readers = [1, 2, 3, 4].map((page) => market.coins("usd", page));
  await market.exchanges();
  const cold = market.coin("bitcoin");
  gate.open();
  await Promise.all<unknown>([...readers, cold]);
  await promisesSettled();
  expect(calls.slice(4)).toEqual(["/coins/bitcoin", "/exchanges"]);
});

it("alternates between visitors and refreshes while both wait, beginning with a visitor", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  const known = [1, 2, 3].map((page) => () => market.coins("eur", page));
  for (const read of known) await read();
  clock.advance(MINUTE + 1);
  calls.length = 0;
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  const first = [1, 2, 3, 4].map((page) => market.coins("usd", page));
  for (const read of known) await read();
  const visitors = [1, 2, 3].map((page) => market.coins("inr", page));
  await promisesSettled();
  gate.open();
  await Promise.all([...first, ...visitors]);
  await promisesSettled();
  const currencies = calls.slice(4).map((path) => /vs_currency=(\w+)/.exec(path)?.[1]);
  expect(currencies).toEqual(["inr", "eur", "inr", "eur", "inr", "eur"]);
});

it.each([
  { callsPerMinute: 5, gapMs: 12 * SECOND, readers: 2 },
  { callsPerMinute: 30, gapMs: 2 * SECOND, readers: 4 },
  { callsPerMinute: 600, gapMs: 100, readers: 6 },
])(
  "starts one call every $gapMs ms when $callsPerMinute a minute are allowed",
  async ({ callsPerMinute, gapMs, readers }) => {
    const { market, service } = marketWithFunction({ callsPerMinute });
    const start = Date.now();
    const starts: number[] = [];
    service.answer = (path) => {
      starts.push(Date.now() - start);
      return bodyFor(path);
    };
    const pages = Array.from({ length: readers }, (_, index) => market.coins("usd", index + 1));
    await vi.advanceTimersByTimeAsync((readers - 1) * gapMs);
    await Promise.all(pages);
    expect(starts).toEqual(pages.map((_, index) => index * gapMs));
  },
);

it("does not save up calls while it is idle", async () => {
  const { market, calls } = marketWithFunction({ callsPerMinute: 60 });
  await market.coins("usd", 1);
  await vi.advanceTimersByTimeAsync(MINUTE);
  const readers = [2, 3, 4].map((page) => market.coins("usd", page));
  await promisesSettled();
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  await Promise.all(readers);
  expect(calls).toHaveLength(4);
});

it("has no limit per minute when none is given", async () => {
  const { market, calls } = marketWithFunction({ callsPerMinute: 0 });
  await Promise.all(Array.from({ length: 100 }, (_, index) => market.coins("usd", index + 1)));
  expect(calls).toHaveLength(100);
});

it("rejects cold pages at once when thousands are waiting, and serves those that wait", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { market, calls, service } = marketWithFunction();
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  const readers = Array.from({ length: 2100 }, (_, index) => market.coins("usd", index + 1));
  gate.open();
  const outcomes = await Promise.allSettled(readers);
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason.reason] : [],
  );
  expect(new Set(refused)).toEqual(new Set(["overloaded"]));
  expect(calls.length + refused.length).toBe(2100);
  expect(calls).toHaveLength(2004);
});
