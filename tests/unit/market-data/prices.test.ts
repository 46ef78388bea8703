import { describe, expect, it, vi } from "vitest";
import { TIME } from "~/domain/time";
import type { MarketData } from "~/services/market-data/market-data.server";
import { simplePricesEndpoint } from "~/services/market-data/source/coin-lists.server";
import {
  categoryOf,
  failUnreachable,
  fakeTimers,
  idsOf,
  marketOnPlan,
  marketWithFunction,
  numbered,
  promisesSettled,
} from "./market-under-test";

/** A service whose lists have three coins, at 1 dollar each and 2 euros; by `/simple/price` they cost what the test says. */
function withPrices<Setting extends ReturnType<typeof marketWithFunction>>(setting: Setting) {
  const now = { usd: 3, eur: 4, inr: 5 };
  const answer = (path: string): unknown => {
    const ids = idsOf(path) ?? ["coin-3", "coin-1", "coin-2"];
    if (path.startsWith("/simple/price")) return Object.fromEntries(ids.map((id) => [id, { ...now }]));
    const current_price = path.includes("vs_currency=eur") ? 2 : 1;
    if (path.startsWith("/coins/markets")) return ids.map((id) => ({ id, current_price, total_volume: 9 }));
    return { id: path.slice("/coins/".length), market_data: { current_price: { usd: 1 } } };
  };
  setting.service.answer = answer;
  const priceCalls = () => setting.calls.filter((path) => path.startsWith("/simple/price"));
  /** The ids of each call for prices. */
  const asked = () => priceCalls().map(idsOf);
  const prices = async () => (await setting.table()).value.map(({ price }) => price);
  return { ...setting, now, answer, priceCalls, asked, prices };
}

/** The same on a limited plan. `grow` lets prices become so many times as old as they may be while they are fresh. */
function withPricesOnPlan(callsPerMinute = 0) {
  const setting = withPrices(marketOnPlan({ callsPerMinute }));
  const grow = async (times: number) =>
    setting.clock.advance(times * (await setting.freshMs("prices")) + TIME.SECOND);
  return { ...setting, grow };
}

describe("the prices of viewed coins", () => {
  type Read = (market: MarketData) => Promise<unknown>;

  const READS: readonly (readonly [page: string, ids: string, read: Read])[] = [
    ["a list", "coin-1,coin-2,coin-3", (market) => market.coins("usd", 1)],
    ["a table", "coin-1,coin-2,coin-3", (market) => market.coins("eur", 1, "volume_desc")],
    ["a category", "coin-1,coin-2,coin-3", categoryOf],
    ["rows", "a%26b,coin-2", (market) => market.coinRows(["coin-2", "a&b"], "usd")],
    ["a coin", "coin-1", (market) => market.coin("coin-1").then(() => market.renewPrices(["coin-1"], "usd"))],
  ];

  it.each(READS)("of %s are renewed by one call for all, in all currencies", async (_page, ids, read) => {
    const { market, calls, grow } = withPricesOnPlan();
    await read(market);
    expect(calls).toHaveLength(1);
    await grow(2);
    await read(market);
    const figures = "include_market_cap=true&include_24hr_vol=true&include_24hr_change=true";
    const query = `ids=${ids}&vs_currencies=inr,eur,usd&${figures}&include_last_updated_at=true&precision=full`;
    expect(calls.slice(1)).toEqual([`/simple/price?${query}`]);
  });

  it("cost no call of their own without a limit of the month", async () => {
    const { market, clock, priceCalls } = withPrices(marketWithFunction({ callsPerMinute: 30 }));
    for (const [, , read] of [...READS, ...READS]) {
      await read(market);
      clock.advance(7 * TIME.MINUTE);
    }
    expect(priceCalls()).toEqual([]);
    expect(await market.renewPrices(["coin-1"], "usd")).toBeNull();
  });

  it("are fresh for as long as the calls of the month allow, then renewed in the background, and waited for when clearly older", async () => {
    const { clock, now, asked, table, prices, freshMs, grow } = withPricesOnPlan();
    const { fetchedAt } = await table();
    const ageMs = 0.9 * (await freshMs("prices"));
    clock.advance(ageMs);
    const freshForMs = (await freshMs("prices")) - ageMs;
    expect(await table()).toMatchObject({ fetchedAt, freshForMs, isOutOfDate: false });
    expect(asked()).toEqual([]);
    clock.advance(freshForMs);
    expect(await prices()).toEqual([1, 1, 1]);
    await promisesSettled();
    const value = [{ price: 3, volume: null }, {}, {}];
    expect(await table()).toMatchObject({ fetchedAt: clock.now(), value });
    expect(asked()).toHaveLength(1);
    now.usd = 6;
    await grow(1.15);
    const seen = await Promise.all(Array.from({ length: 50 }, prices));
    expect(new Set(seen.flat())).toEqual(new Set([6]));
    expect(asked()).toHaveLength(2);
  });

  it("are refreshed in all currencies by the same call, even in a new one", async () => {
    const { market, table, asked, grow } = withPricesOnPlan();
    await table();
    await market.coins("eur", 1, "market_cap_desc");
    await grow(2);
    await table();
    const known = (["usd", "eur", "inr"] as const).map((currency) => market.known("coin-1", currency));
    expect(known).toMatchObject([{ price: 3 }, { price: 4 }, { price: 5, week: [], low24h: null }]);
    await market.coinRows(["coin-1"], "eur");
    expect(asked()).toHaveLength(1);
  });

  it("do not count as new if a call under way leaves their coins out", async () => {
    const { market, hold, asked, grow } = withPricesOnPlan();
    await market.coin("coin-1");
    const open = hold();
    await grow(2);
    const first = market.renewPrices(["coin-1"], "usd");
    await promisesSettled();
    const second = market.renewPrices(["coin-2"], "usd");
    open();
    await Promise.all([first, second]);
    expect(asked()).toEqual([["coin-1"], ["coin-1", "coin-2"]]);
  });

  it("come with those of up to 250 recently viewed coins", async () => {
    const { market, asked, grow } = withPricesOnPlan();
    await market.renewPrices(numbered(10, "early"), "usd");
    const ids = numbered(249);
    for (let start = 0; start < 249; start += 50)
      await market.renewPrices(ids.slice(start, start + 50), "usd");
    const before = asked().length;
    await grow(1);
    await market.renewPrices(["coin-1", "new"], "usd");
    expect(asked().slice(before)).toEqual([[...ids, "new"].toSorted()]);
    // All of them are fresh now.
    await market.renewPrices(ids, "usd");
    expect(asked()).toHaveLength(before + 1);
  });

  it("cost a second call only if the due ones do not fit in one address", async () => {
    const { market, asked, priceCalls, grow } = withPricesOnPlan();
    const long = numbered(100, "x".repeat(60));
    await market.renewPrices(long, "usd");
    expect(asked().flat().toSorted()).toEqual(long.toSorted());
    expect(asked()).toHaveLength(2);
    await grow(1);
    await market.renewPrices(long.slice(0, 30), "usd");
    await promisesSettled();
    expect(asked()).toHaveLength(3);
    expect(asked()[2]).toEqual(expect.arrayContaining(long.slice(0, 30)));
    const lengths = priceCalls().map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4100);
    expect(lengths[2]).toBeGreaterThan(4000);
  });

  it("that the service leaves out are not requested again and again", async () => {
    const { market, service, answer, asked, grow } = withPricesOnPlan();
    service.answer = (path) => (path.startsWith("/simple") ? { "coin-1": { usd: 3 } } : answer(path));
    for (let time = 1; time <= 3; time++) await market.renewPrices(["ghost", "coin-1", "with,comma"], "usd");
    expect(asked()).toEqual([["coin-1", "ghost"]]);
    await grow(1);
    await market.renewPrices(["ghost"], "usd");
    await promisesSettled();
    expect(asked()).toHaveLength(2);
  });
});

describe("prices that cannot be renewed", () => {
  it("stay, and are out of date once they are older than twice the time for which they are fresh", async () => {
    const { clock, service, asked, table, freshMs, grow } = withPricesOnPlan();
    const { fetchedAt } = await table();
    service.answer = failUnreachable;
    const old = { fetchedAt, freshForMs: 0, value: [{ price: 1 }, {}, {}] };
    await grow(1);
    for (const isOutOfDate of [false, true]) {
      // The second of them while the call cools down.
      for (let time = 1; time <= 2; time++) {
        expect(await table()).toMatchObject({ ...old, isOutOfDate });
        await promisesSettled();
      }
      clock.advance(fetchedAt + 2 * (await freshMs("prices")) - clock.now());
      if (!isOutOfDate) clock.advance(TIME.MINUTE);
    }
    expect(asked()).toHaveLength(2);
  });

  it("are not waited for where their call cannot start within a second and a half", async () => {
    const endFaking = fakeTimers();
    const { market, clock, asked, table, prices } = withPricesOnPlan(6);
    await table();
    clock.advance(TIME.HOUR);
    await market.coin("coin-9");
    expect(await table()).toMatchObject({ isOutOfDate: true, value: [{ price: 1 }, {}, {}] });
    expect(asked()).toEqual([]);
    clock.advance(12 * TIME.SECOND);
    await vi.advanceTimersByTimeAsync(12 * TIME.SECOND);
    expect(await prices()).toEqual([3, 3, 3]);
    expect(asked()).toHaveLength(1);
    endFaking();
  });

  it("fail no page, even if no price is known", async () => {
    const { market, service } = withPricesOnPlan();
    service.answer = failUnreachable;
    expect(await market.renewPrices(["coin-1"], "usd")).toMatchObject({ isOutOfDate: true });
    expect(market.known("coin-1", "usd")).toBeNull();
  });
});

describe("an answer with prices", () => {
  const UNKNOWN = { price: null, change24h: null, marketCap: null, volume: null };
  const { read: readAll } = simplePricesEndpoint([]);
  const read = (coin: unknown) => readAll({ bitcoin: coin }, "").get("bitcoin");

  it("is read field by field", () => {
    const usd = { usd: 64_668.5, usd_market_cap: 1.28e12, usd_24h_vol: 6.1e10, usd_24h_change: -4.38 };
    const eur = { eur: "59000.5", eur_market_cap: 0, eur_24h_vol: 0, eur_24h_change: "1e-2" };
    const { quotes, lastUpdated } = read({ ...usd, ...eur, last_updated_at: 1_795_000_000 }) ?? {};
    expect(quotes).toEqual({
      usd: { price: 64_668.5, change24h: -4.38, marketCap: 1.28e12, volume: 6.1e10 },
      eur: { price: 59_000.5, change24h: 0.01, marketCap: null, volume: null },
      inr: UNKNOWN,
    });
    expect(lastUpdated).toBe(1_795_000_000_000);
  });

  it.each([
    ...[{}, null, "bitcoin", { odd: [1] }, { usd: null, usd_market_cap: null, last_updated_at: null }],
    ...[{ usd: {}, usd_24h_vol: {}, last_updated_at: {} }, { usd: Number.NaN }, { eur: "much", inr: true }],
    ...[Number.NaN, 1_795_000_000_000_000, -5, 0, 1_230_767_999, Date.now() / 1000 + 360].map((time) => ({
      last_updated_at: time,
    })),
  ])("has nothing of a coin with %j", (coin) => {
    expect(read(coin)).toEqual({ quotes: { usd: UNKNOWN, eur: UNKNOWN, inr: UNKNOWN }, lastUpdated: null });
  });

  it("has no coins with impossible ids, and no more than 250", () => {
    const many = Object.fromEntries(numbered(300).map((id) => [id, {}]));
    const coins = readAll({ "": {}, "a/b": {}, "bit\u200bcoin": {}, ...many }, "");
    expect([...coins.keys()]).toEqual(numbered(250));
  });

  it.each([[null], [[]], ["text"], [5], [[{ usd: 1 }]]])("cannot be read from %j", (body) => {
    expect(() => readAll(body, "")).toThrow(expect.objectContaining({ reason: "bad-response" }));
  });
});
