import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createMonthlyLimit } from "~/services/market-data/gate/monthly-limit.server";
import { MarketDataFailure } from "~/services/market-data/policy/failure.server";
import { createAnswerFile } from "~/services/market-data/store/answer-file.server";
import { EMPTY_STORE } from "~/services/market-data/store/answer-store.server";
import {
  createClock,
  createGate,
  DAY,
  HOUR,
  MINUTE,
  marketWithFunction,
  promisesSettled,
} from "./market-under-test";

/** November has thirty days: 300 calls are ten a day, of which the first day's are the reserve. */
const START = Date.UTC(2026, 10, 1);
const CALLS = 300;
const CALL_MS = (30 * DAY) / 290;

function limitFrom(start: number, callsPerMonth = CALLS, countInMonth = EMPTY_STORE.countInMonth) {
  const clock = createClock(start);
  const month = createMonthlyLimit(callsPerMonth, { ...EMPTY_STORE, countInMonth }, clock);
  const use = (calls: number) => {
    for (let call = 0; call < calls; call++) month.count();
  };
  return { clock, month, use };
}

describe("the calls of a month", () => {
  it("are spread evenly: a day's calls may be used at once, and the others one after the other", () => {
    const { clock, month, use } = limitFrom(START);
    use(10);
    expect(month.waitMs(1)).toBe(Math.round(CALL_MS));
    clock.advance(10 * CALL_MS + MINUTE);
    expect(month.waitMs(10)).toBe(0);
    expect(month.waitMs(11)).toBeCloseTo(CALL_MS - MINUTE, -1);
  });

  it("are as many on the last day as on any other, however busy the month was", () => {
    const { clock, month, use } = limitFrom(START);
    const perDay: number[] = [];
    for (let hour = 0; hour < 30 * 24; hour++) {
      if (hour % 24 === 0) perDay.push(0);
      while (month.waitMs(1) === 0) {
        use(1);
        perDay.push((perDay.pop() ?? 0) + 1);
      }
      clock.advance(HOUR);
    }
    const [first, ...others] = perDay;
    expect(first).toBeGreaterThanOrEqual(19);
    expect(Math.min(...others)).toBeGreaterThanOrEqual(9);
  });

  it("that were not used remain for later, but never more than the whole limit", () => {
    const { clock, month, use } = limitFrom(START);
    use(5);
    clock.advance(20 * DAY);
    expect(month.waitMs(198)).toBe(0);
    expect(month.waitMs(199)).toBeGreaterThan(0);
    clock.advance(9.5 * DAY);
    use(295);
    expect(month.waitMs(1)).toBe(DAY / 2);
    clock.advance(DAY / 2);
    expect([month.used(), month.waitMs(9)]).toEqual([0, 0]);
  });

  it("are assumed at the start to be evenly used, with half of the reserve", () => {
    const { month } = limitFrom(START + 10 * DAY);
    expect([month.used(), month.waitMs(3)]).toEqual([103, 0]);
    expect(month.waitMs(4)).toBeGreaterThan(0);
  });

  it("are estimated anew when the clock is set to another month", () => {
    const { clock, month, use } = limitFrom(START + 10 * DAY);
    use(3);
    clock.step(365 * DAY);
    expect(month.waitMs(2)).toBe(0);
    expect(month.waitMs(4)).toBeGreaterThan(0);
  });

  it.each([
    ["are those of all processes that the store has counted", 42, 43],
    // The first ten days' calls, what is left of the reserve, and 50 more.
    ["may be a few more than there should be", 156, 157],
    ["are not what the store has where that cannot be ours", 157, 104],
  ])("%s: %d", async (_what, calls, used) => {
    const path = join(await mkdtemp(join(tmpdir(), "monthly-limit-")), "answers");
    const [writtenAt, service] = [START + 10 * DAY, "http://service.test"];
    await writeFile(path, JSON.stringify({ service, writtenAt, month: "2026-11", calls }));
    const file = createAnswerFile(path, service, createClock(writtenAt));
    onTestFinished(() => file.close());
    const { month, use } = limitFrom(writtenAt, CALLS, file.countInMonth);
    use(1);
    await vi.waitFor(() => expect(console.info).toHaveBeenCalled());
    expect(month.used()).toBe(used);
  });

  it("do not include last month's, whose count arrives late", async () => {
    const [november, december] = [createGate<number>(), createGate<number>()];
    const countOf = (name: string) => (name === "2026-11" ? november : december).opened;
    const { clock, month, use } = limitFrom(START + 30 * DAY - MINUTE, CALLS, countOf);
    use(1);
    clock.advance(2 * MINUTE);
    use(1);
    december.open(2);
    await promisesSettled();
    november.open(299);
    await promisesSettled();
    expect(month.used()).toBe(2);
  });

  it("are logged once a day", async () => {
    const { clock, use } = limitFrom(START);
    for (let hour = 0; hour < 48; hour++) {
      use(1);
      await promisesSettled();
      clock.advance(HOUR);
    }
    expect(vi.mocked(console.info).mock.calls.map(([line]) => line)).toEqual([
      "market data: 1 of 300 calls used in 2026-11, 299 left; prices stay fresh for 60.0 min",
      "market data: 25 of 300 calls used in 2026-11, 275 left; prices stay fresh for 60.0 min",
    ]);
  });
});

describe("the plan", () => {
  it.each([
    [10_000, "all", 1, [2.71, 130, 38.7]],
    [10_000, "half", 1 / 2, [7.68, 369, 13.7]],
    [10_000, "a quarter", 1 / 4, [12.9, 619, 8.15]],
    [10_000, "less than none", -1, [60, 1440, 0.605]],
    [100_000, "all", 1, [1, 13, 387]],
    [100_000, "half", 1 / 2, [1, 36.8, 137]],
    [100_000, "a quarter", 1 / 4, [1.29, 61.9, 81.5]],
  ])("of %d calls a month with %s of its reserve", (callsPerMonth, _words, left, expected) => {
    const { month, use } = limitFrom(START, callsPerMonth);
    // A day's calls, rounded because calls are whole: 333 of 10,000.
    use(Math.round((callsPerMonth / 30) * (1 - left)));
    const { pricesMs, factsMs } = month.freshTimes() ?? {};
    const seen = [pricesMs, factsMs].map((ms = Number.NaN) => ms / MINUTE);
    const rounded = [...seen, month.callsPerHour()].map((number) => Number(number.toPrecision(3)));
    expect(rounded).toEqual(expected);
  });

  it("is any number of calls, and no plan, without a limit", () => {
    const { month, use } = limitFrom(START, 0);
    use(1000);
    expect(month.freshTimes()).toBeNull();
    expect(month.callsPerHour()).toBe(Number.POSITIVE_INFINITY);
    expect(month.waitMs(1_000_000, 1)).toBe(0);
  });
});

it("a site reserves a tenth for lists, shows known data, and says when the next call can start", async () => {
  // Ten calls an hour, 240 a day; those of the first day are the reserve.
  const { market, clock, calls } = marketWithFunction({ callsPerMonth: 30 * 240, start: START });
  let number = 0;
  async function readUntilRefused(read: (number: number) => Promise<unknown>) {
    for (let count = 0; ; count++) {
      number += 1;
      const failure = await read(number).catch((error: unknown) => error);
      if (failure instanceof MarketDataFailure) return { ...failure, count };
    }
  }
  const readList = (page: number) => market.coins("usd", page, "volume_desc");
  const refused = { reason: "overloaded", retryAfterMs: Math.round((30 / 29) * 6 * MINUTE) };
  const readCoin = (id: number) => market.coin(`coin-${id}`);
  expect(await readUntilRefused(readCoin)).toMatchObject({ ...refused, count: 216 });
  expect(await readUntilRefused(readList)).toMatchObject({ ...refused, count: 24 });
  clock.advance(refused.retryAfterMs);
  expect((await readList(number + 1)).value).toHaveLength(1);
  clock.advance(4 * DAY);
  await readUntilRefused(readList);
  calls.length = 0;
  expect(await market.coin("coin-1")).toMatchObject({ value: { id: "coin-1" }, freshForMs: 0 });
  await promisesSettled();
  expect(calls).toEqual([]);
});
