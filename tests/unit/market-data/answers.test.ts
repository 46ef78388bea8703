import { beforeEach, describe, expect, it } from "vitest";
import type { Range } from "~/domain/market/range";
import { createRequestBudget } from "~/services/market-data/calls/request-budget.server";
import type { ServedAnswer } from "~/services/market-data/facts/answers.server";
import { type AnswerStore, NO_STORE } from "~/services/market-data/kept/answer-store.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import {
  answerNormally,
  createGate,
  DAY,
  eventually,
  failUnreachable,
  failureOf,
  HOUR,
  MINUTE,
  marketWithFunction,
  marketWithServer,
  promisesSettled,
  refuseFor,
  SECOND,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(() => void watchWarnings());

type Read = (market: MarketData) => Promise<ServedAnswer<unknown>>;

function history(range: Range): Read {
  return (market) => market.priceHistory({ id: "bitcoin", currency: "usd", range });
}

describe.each<[kind: string, freshMs: number, maxAgeMs: number, Read]>([
  ["coins", MINUTE, HOUR, (market) => market.coins("usd", 1)],
  ["the coin table", MINUTE, HOUR, (market) => market.coinTable("usd", 1, "volume_desc")],
  ["a category", MINUTE, HOUR, (market) => market.category("layer-1", "usd", 1, null)],
  ["the record of a coin", MINUTE, HOUR, (market) => market.coinRows(["bitcoin"], "usd")],
  ["a coin", MINUTE, HOUR, (market) => market.coin("bitcoin")],
  ["a history of 24 hours", 5 * MINUTE, HOUR, history("24h")],
  ["a history of a week", HOUR, DAY, history("7d")],
  ["the whole history", HOUR, DAY, history("max")],
  ["exchanges", 10 * MINUTE, DAY, (market) => market.exchanges()],
  ["names of exchanges", DAY, 7 * DAY, (market) => market.exchangeNames()],
  ["trending coins", 10 * MINUTE, DAY, (market) => market.trendingCoins()],
  ["ranks", HOUR, DAY, (market) => market.rankedCoins(1)],
  ["names", DAY, 7 * DAY, (market) => market.coinNames()],
])("the answer for %s", (_kind, freshMs, maxAgeMs, read) => {
  it("is served without a call while it is fresh, then at once while one refresh runs, and is new after that", async () => {
    const { market, clock, calls, service } = marketWithFunction();
    const { value, fetchedAt } = await read(market);
    expect(fetchedAt).toBe(clock.now());
    clock.advance(freshMs - SECOND);
    expect(await read(market)).toMatchObject({ value, fetchedAt, freshForMs: SECOND, isOutOfDate: false });
    expect(calls).toHaveLength(1);
    clock.advance(SECOND + 1);
    const gate = createGate();
    service.answer = (path) => gate.opened.then(() => bodyFor(path));
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => read(market))))
      expect(answer).toMatchObject({ value, fetchedAt, freshForMs: 0 });
    await promisesSettled();
    gate.open();
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

it.each(["the service answers", "this replica waits for what another one fetches"])(
  "an answer that expires while %s is not served: readers wait for a newer one",
  async (why) => {
    const isTaken = [false, why !== "the service answers"];
    const lock: AnswerStore["lock"] = async (name) => (isTaken.shift() ? null : NO_STORE.lock(name));
    const { market, clock, service, calls } = marketWithFunction({ store: { ...NO_STORE, lock } });
    await market.coins("usd", 1);
    const gate = createGate();
    service.answer = (path) => gate.opened.then(() => bodyFor(path));
    clock.advance(HOUR);
    await market.coins("usd", 1);
    await promisesSettled();
    clock.advance(1);
    const late = market.coins("usd", 1);
    gate.open();
    expect((await late).fetchedAt).toBe(clock.now());
    expect(calls).toHaveLength(2);
  },
);

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
    ["refreshes fail", failUnreachable, (market: MarketData) => market.coins("usd", 1)],
    ["the service has asked for a pause", () => refuseFor(HOUR), (market: MarketData) => market.exchanges()],
  ])("when %s and they are older than twice their ttl", async (_why, fail, read) => {
    const { market, clock, service, isOutOfDateAfter } = await warmMarket();
    service.answer = fail;
    clock.advance(MINUTE + 1);
    await Promise.allSettled([read(market)]);
    expect(await isOutOfDateAfter(MINUTE - 1)).toBe(false);
    expect(await isOutOfDateAfter(1)).toBe(true);
    // Between two refreshes as well.
    for (let second = 0; second < 600; second++) expect(await isOutOfDateAfter(SECOND)).toBe(true);
  });

  it("while a refresh takes more than ten seconds", async () => {
    const { service, isOutOfDateAfter } = await warmMarket();
    const gate = createGate();
    service.answer = (path) => gate.opened.then(() => bodyFor(path));
    expect(await isOutOfDateAfter(2 * MINUTE + 1)).toBe(false);
    expect(await isOutOfDateAfter(10 * SECOND)).toBe(false);
    expect(await isOutOfDateAfter(1)).toBe(true);
    gate.open();
    await promisesSettled();
    expect(await isOutOfDateAfter(0)).toBe(false);
  });

  it("not merely because nobody came for long, or because another page cannot be refreshed", async () => {
    const { market, service, isOutOfDateAfter } = await warmMarket();
    service.answer = (path) => (path === "/exchanges" ? failUnreachable() : bodyFor(path));
    await failureOf(market.exchanges());
    expect(await isOutOfDateAfter(30 * MINUTE)).toBe(false);
  });

  it("until the first refresh that succeeds", async () => {
    const { market, clock, service, isOutOfDateAfter } = await warmMarket();
    service.answer = failUnreachable;
    await isOutOfDateAfter(3 * MINUTE);
    service.answer = bodyFor;
    expect(await isOutOfDateAfter(5 * SECOND)).toBe(true);
    expect(await market.coins("usd", 1)).toMatchObject({ isOutOfDate: false, fetchedAt: clock.now() });
  });
});

describe("an outage", () => {
  it("of an hour is bridged by warm pages, at 18 calls an address, and over within a cool-down", async () => {
    const { market, clock, calls, service } = marketWithFunction();
    const { fetchedAt } = await market.coins("usd", 1);
    service.answer = failUnreachable;
    for (let second = 0; second < 3600; second++) {
      clock.advance(SECOND);
      for (const _reader of [1, 2]) expect((await market.coins("usd", 1)).fetchedAt).toBe(fetchedAt);
      await promisesSettled();
    }
    // 5, 10, 20, 40, 80 and 160 s take five and a quarter minutes; 5 min fit eleven times into the rest of the hour.
    expect(calls.length).toBeLessThanOrEqual(1 + 6 + 11 + 1);
    clock.advance(SECOND);
    expect((await failureOf(market.coins("usd", 1))).reason).toBe("unreachable");
    service.answer = bodyFor;
    clock.advance(5 * MINUTE);
    expect(await market.coins("usd", 1)).toMatchObject({ fetchedAt: clock.now(), isOutOfDate: false });
  });

  it.each([
    ["refuses connections", null, 0],
    ["resets", { kind: "reset" }, 2],
    ["cuts its answers", { kind: "cut" }, 1],
    ["answers 500", { kind: "answer", status: 500, body: {} }, 1],
  ] as const)(
    "of a real server that %s fails cold pages alone, with so many requests per cool-down",
    async (_fault, behaviour, requests) => {
      const warnings = watchWarnings();
      const { market, clock, upstream } = await marketWithServer();
      const { fetchedAt } = await market.coins("usd", 1);
      if (behaviour === null) await upstream.refuse();
      else upstream.behave(() => behaviour);
      clock.advance(MINUTE + 1);
      for (let failures = 1; failures <= 3; failures++) {
        await market.coins("usd", 1);
        await eventually(() => expect(warnings).toHaveBeenCalledTimes(failures));
        await promisesSettled();
        for (let reader = 0; reader < 10; reader++)
          expect((await market.coins("usd", 1)).fetchedAt).toBe(fetchedAt);
        expect(upstream.calls).toHaveLength(1 + failures * requests);
        clock.advance(5 * SECOND * 2 ** (failures - 1) + 1);
      }
      await failureOf(market.coins("usd", 2));
      upstream.behave(answerNormally);
      if (behaviour === null) await upstream.accept();
      await eventually(async () => expect((await market.coins("usd", 1)).fetchedAt).toBe(clock.now()));
    },
  );
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
    clock.advance(MINUTE);
    expect((await market.coins("usd", 1)).freshForMs).toBe(0);
    await promisesSettled();
    expect(calls).toHaveLength(1);
    clock.advance(1);
    expect((await market.coins("usd", 1)).fetchedAt).toBe(fetchedAt);
    await promisesSettled();
    expect(calls).toHaveLength(2);
    clock.advance(HOUR - MINUTE - 1);
    expect((await market.coins("usd", 1)).fetchedAt).toBe(fetchedAt);
    await promisesSettled();
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
    await failureOf(market.coins("usd", 1, createRequestBudget(undefined, 0)));
    expect(calls).toHaveLength(1);
    clock.advance(1);
    expect((await market.coins("usd", 1)).value).toHaveLength(1);
  });
});

describe("what is kept", () => {
  const PAGES = Array.from({ length: 260 }, (_, index) => index + 1);
  /** Lists of categories: 200 of them, and 16 MB, are kept. */
  const ofCategories = (market: MarketData) => (page: number) =>
    market.category("layer-1", "usd", page, null);

  it("does not matter to those who wait for more answers than there is room for", async () => {
    const { market, service } = marketWithFunction();
    service.answer = (path) => [{ id: path.slice(path.indexOf("&page=")) }];
    const answers = await Promise.all([...PAGES, ...PAGES].map(ofCategories(market)));
    const ids = PAGES.map((page) => `&page=${page}&category=layer-1`);
    expect(answers.map(({ value }) => value[0]?.id)).toEqual([...ids, ...ids]);
  });

  it("is what was read last, when there are too many answers", async () => {
    const { market, calls } = marketWithFunction();
    const read = ofCategories(market);
    for (const page of [...PAGES.slice(0, 200), 1, 201, 1]) await read(page);
    expect(calls).toHaveLength(201);
    await read(2);
    expect(calls).toHaveLength(202);
  });

  it("is what fits into so many bytes, not characters", async () => {
    const { market, calls, service } = marketWithFunction();
    // Four answers of these coins have less than the four million characters that ranks may have in bytes.
    const coin = { symbol: "₿".repeat(200), name: "₿".repeat(200) };
    const sparkline_in_7d = { price: Array(190).fill(0.123_456_789_012) };
    service.answer = () =>
      Array.from({ length: 250 }, (_, id) => ({ ...coin, id: `coin-${id}`, sparkline_in_7d }));
    for (const page of [1, 2, 3, 4, 4, 3, 2]) await market.rankedCoins(page);
    expect(calls).toHaveLength(4);
    await market.rankedCoins(1);
    expect(calls).toHaveLength(5);
  });
});
