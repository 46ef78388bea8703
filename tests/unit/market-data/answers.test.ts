import { describe, expect, it } from "vitest";
import type { MarketData } from "~/services/market-data/market-data.server";
import type { ServedAnswer } from "~/services/market-data/memory/answers.server";
import { type AnswerStore, EMPTY_STORE } from "~/services/market-data/store/answer-store.server";
import {
  categoryOf,
  DAY,
  failUnreachable,
  failureOf,
  HOUR,
  historyOf,
  hurried,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  refuseFor,
  SECOND,
  times,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

type Read = (market: MarketData) => Promise<ServedAnswer<unknown>>;

describe.each<[kind: string, freshMs: number, maxAgeMs: number, Read]>([
  ["coins", MINUTE, HOUR, (market) => market.coins("usd", 1)],
  ["a category", MINUTE, HOUR, categoryOf],
  ["the record of a coin", MINUTE, HOUR, (market) => market.coinRows(["bitcoin"], "usd")],
  ["a coin", MINUTE, HOUR, (market) => market.coin("bitcoin")],
  ["a history of 24 hours", 5 * MINUTE, HOUR, (market) => historyOf(market, "24h")],
  ["a history of a week", HOUR, DAY, (market) => historyOf(market, "7d")],
  ["the whole history", 12 * HOUR, DAY, (market) => historyOf(market, "max")],
  ["exchanges", 10 * MINUTE, DAY, (market) => market.common.exchanges.read()],
  ["names of exchanges", DAY, 7 * DAY, (market) => market.common.exchangeNames.read()],
  ["trending coins", 10 * MINUTE, DAY, (market) => market.common.trending.read()],
  ["ranks", HOUR, DAY, (market) => market.rankedCoins(1)],
  ["names", DAY, 7 * DAY, (market) => market.common.coinNames.read()],
])("the answer for %s", (_kind, freshMs, maxAgeMs, read) => {
  it("is served without a call while it is fresh, then at once while one refresh runs, and is new after that", async () => {
    const { market, clock, calls, hold } = marketWithFunction();
    const { value, fetchedAt } = await read(market);
    expect(fetchedAt).toBe(clock.now());
    clock.advance(freshMs - SECOND);
    expect(await read(market)).toMatchObject({ value, fetchedAt, freshForMs: SECOND, isOutOfDate: false });
    expect(calls).toHaveLength(1);
    clock.advance(SECOND + 1);
    const open = hold();
    for (const answer of await Promise.all(times(20, () => read(market))))
      expect(answer).toMatchObject({ value, fetchedAt, freshForMs: 0 });
    await promisesSettled();
    open();
    await promisesSettled();
    expect(await read(market)).toMatchObject({ fetchedAt: clock.now(), freshForMs: freshMs });
    expect(calls).toHaveLength(2);
  });

  it("is fetched again beyond its maximum age, and served up to it while refreshes fail", async () => {
    const { market, clock, service } = marketWithFunction();
    await read(market);
    clock.advance(maxAgeMs + 1);
    const { value, fetchedAt } = await read(market);
    expect(fetchedAt).toBe(clock.now());
    service.answer = failUnreachable;
    clock.advance(maxAgeMs);
    expect(await read(market)).toMatchObject({ value, fetchedAt });
    await promisesSettled();
    clock.advance(1);
    expect((await failureOf(read(market))).reason).toBe("unreachable");
  });
});

it.each([
  ["the service answers", false],
  ["another replica fetches it", true],
])("readers do not get an answer that expires while %s: they wait for a newer one", async (_, isOther) => {
  const isTaken = [false, isOther];
  const lock: AnswerStore["lock"] = async (name) => (isTaken.shift() ? null : EMPTY_STORE.lock(name));
  const { market, clock, hold, calls } = marketWithFunction({ store: { ...EMPTY_STORE, lock } });
  await market.coins("usd", 1);
  const open = hold();
  clock.advance(HOUR);
  await market.coins("usd", 1);
  await promisesSettled();
  clock.advance(1);
  const late = market.coins("usd", 1);
  open();
  expect((await late).fetchedAt).toBe(clock.now());
  expect(calls).toHaveLength(2);
});

describe("data are out of date", () => {
  async function warmMarket() {
    const setting = marketWithFunction();
    const { market, clock } = setting;
    await market.coins("usd", 1);
    const isOutOfDateAfter = async (ms: number) => {
      clock.advance(ms);
      const { isOutOfDate } = await market.coins("usd", 1);
      await promisesSettled();
      return isOutOfDate;
    };
    return { ...setting, isOutOfDateAfter };
  }

  it.each([
    ["refreshes fail", failUnreachable],
    ["the service has asked for a pause", () => refuseFor(HOUR)],
  ])("when %s and they are older than twice their ttl", async (_why, fail) => {
    const { market, clock, service, isOutOfDateAfter } = await warmMarket();
    service.answer = fail;
    clock.advance(MINUTE + 1);
    await failureOf(market.common.exchanges.read());
    expect(await isOutOfDateAfter(MINUTE - 1)).toBe(false);
    expect(await isOutOfDateAfter(1)).toBe(true);
    // Between two refreshes as well.
    for (let second = 0; second < 600; second++) expect(await isOutOfDateAfter(SECOND)).toBe(true);
  });

  it("while a refresh takes more than ten seconds", async () => {
    const { hold, isOutOfDateAfter } = await warmMarket();
    const open = hold();
    expect(await isOutOfDateAfter(2 * MINUTE + 1)).toBe(false);
    expect(await isOutOfDateAfter(10 * SECOND)).toBe(false);
    expect(await isOutOfDateAfter(1)).toBe(true);
    open();
    await promisesSettled();
    expect(await isOutOfDateAfter(0)).toBe(false);
  });

  it("not merely because nobody visited for long, or because another page cannot be refreshed", async () => {
    const { market, service, isOutOfDateAfter } = await warmMarket();
    service.answer = (path) => (path === "/exchanges" ? failUnreachable() : bodyFor(path));
    await failureOf(market.common.exchanges.read());
    expect(await isOutOfDateAfter(30 * MINUTE)).toBe(false);
  });
});

describe.each([
  ["a day back", -DAY],
  ["a year forward", 365 * DAY],
])("when the clock is set %s", (_step, ms) => {
  it("data stay fresh for a minute, and stale ones are shown for exactly an hour", async () => {
    const { market, clock, calls, service } = marketWithFunction();
    const { fetchedAt } = await market.coins("usd", 1);
    service.answer = failUnreachable;
    clock.step(ms);
    for (const [index, laterMs] of [MINUTE, 1, HOUR - MINUTE - 1].entries()) {
      clock.advance(laterMs);
      expect(await market.coins("usd", 1)).toMatchObject({ fetchedAt, freshForMs: 0 });
      await promisesSettled();
      expect(calls).toHaveLength(1 + index);
    }
    clock.advance(1);
    expect((await failureOf(market.coins("usd", 1))).reason).toBe("unreachable");
  });

  it.each([
    ["a cool-down lasts 5 s", failUnreachable, 5 * SECOND],
    ["a pause lasts as long as the service said", () => refuseFor(MINUTE), MINUTE],
  ])("%s", async (_what, fail, lengthMs) => {
    const { market, clock, service, calls } = marketWithFunction();
    service.answer = fail;
    await failureOf(market.coins("usd", 1));
    service.answer = bodyFor;
    clock.step(ms);
    clock.advance(lengthMs - 1);
    await failureOf(market.coins("usd", 1, null, hurried()));
    expect(calls).toHaveLength(1);
    clock.advance(1);
    expect((await market.coins("usd", 1)).value).toHaveLength(1);
  });
});

it("readers who wait for more answers than are cached get them all", async () => {
  const { market, service } = marketWithFunction({ memoryBytes: 100_000 });
  service.answer = (path) => times(250, (id) => ({ id: `${path.at(-1)}-${id}`, name: "A Coin" }));
  const pages = times(8, (page) => page);
  const answers = await Promise.all([...pages, ...pages].map(market.rankedCoins));
  const ids = pages.map((page) => `${page}-1`);
  expect(answers.map(({ value }) => value[0]?.id)).toEqual([...ids, ...ids]);
});
