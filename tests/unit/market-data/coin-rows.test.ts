import { beforeEach, describe, expect, it } from "vitest";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import { buildCatalogue } from "~/services/search/catalogue.server";
import {
  createGate,
  eventually,
  failUnreachable,
  failureOf,
  HOUR,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";

beforeEach(() => void watchWarnings());

/** Wrapped, staked and bridged tokens are coins, too. */
const REHYPOTHECATED = "include_rehypothecated=true";
const FIGURES = "sparkline=true&price_change_percentage=1h,24h,7d";

/** A service that knows every coin whose id begins with `coin-`; pages of its list have the first three. */
function marketWithRows() {
  const setting = marketWithFunction();
  const service = setting.service;
  const rows = (path: string): unknown => {
    const ids = idsOf(path) ?? ["coin-1", "coin-2", "coin-3"];
    const price = setting.clock.now() / 1000;
    return ids.filter((id) => id.startsWith("coin-")).map((id) => ({ id, current_price: price }));
  };
  service.answer = rows;
  const read = async (...ids: string[]) => {
    const { value } = await setting.market.coinRows(ids, "usd");
    return value.map(({ id }) => id);
  };
  /** The calls for rows, without those for the list of all coins. */
  const rowCalls = () => setting.calls.filter((path) => path !== "/coins/list");
  return { ...setting, rows, read, rowCalls };
}

/** Has a coin named by an answer without figures, as that of trending coins. */
function name(market: MarketData, id: string): void {
  const coin = { id, symbol: "", name: id, image: null, rank: null };
  market.records.noteNames({ value: [coin], fetchedAt: 0, receivedAt: 0 });
}

/** The ids that a call asks for; null for a call without ids. */
function idsOf(path: string): string[] | null {
  const list = /[?&]ids=([^&]*)/.exec(path)?.[1];
  return list === undefined ? null : list.split(",").map(decodeURIComponent);
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `coin-${index + 1}`);
}

/** All subsets of the ids. */
function combinations(ids: readonly string[]): string[][] {
  return Array.from({ length: 2 ** ids.length - 1 }, (_, bits) =>
    ids.filter((_, index) => (((bits + 1) >> index) & 1) === 1),
  );
}

describe("calls", () => {
  it("one call asks for all coins, sorted, with the figures of the table", async () => {
    const { calls, read } = marketWithRows();
    expect(await read("coin-3", "coin-1", "coin-2", "coin-1")).toEqual(["coin-3", "coin-1", "coin-2"]);
    expect(calls).toEqual([
      `/coins/markets?vs_currency=usd&ids=coin-1,coin-2,coin-3&${REHYPOTHECATED}&${FIGURES}`,
    ]);
  });

  it("asks only for rows that are not cached", async () => {
    const { calls, read } = marketWithRows();
    await read("coin-1", "coin-2");
    await read("coin-2", "coin-4", "coin-1");
    expect(calls.map(idsOf)).toEqual([["coin-1", "coin-2"], ["coin-4"]]);
  });

  it("does not ask for rows that came with a page of the table in the same currency", async () => {
    const { market, calls, read } = marketWithRows();
    await market.coinTable("usd", 1, "market_cap_desc");
    expect(await read("coin-2", "coin-1")).toEqual(["coin-2", "coin-1"]);
    expect(calls).toHaveLength(1);
    await market.coinRows(["coin-1"], "eur");
    expect(calls).toHaveLength(2);
  });

  it("a call that is due brings the lines of coins that are known without one, which ask for none by themselves", async () => {
    const { calls, market, service } = marketWithRows();
    const sparkline_in_7d = { price: Array.from({ length: 168 }, (_, hour) => 100 + hour) };
    service.answer = (path) =>
      idsOf(path)?.map((id) => ({ id, current_price: 1, sparkline_in_7d })) ?? {
        id: "coin-1",
        market_data: { current_price: { usd: 1 } },
      };
    const cards = async (...ids: string[]) => {
      const { value } = await market.coinRows(ids, "usd", undefined, "price");
      return value.map(({ week }) => week !== "");
    };
    name(market, "coin-2");
    await market.coin("coin-1");
    expect(await cards("coin-1")).toEqual([false]);
    expect(calls).toHaveLength(1);
    expect(await cards("coin-1", "coin-2")).toEqual([true, true]);
    expect(calls.slice(1).map(idsOf)).toEqual([["coin-1", "coin-2"]]);
  });

  it("all 255 combinations of eight coins cost at most eight calls", async () => {
    const { calls, read } = marketWithRows();
    for (const ids of combinations(numbered(8))) expect(await read(...ids)).toEqual(ids);
    expect(calls.length).toBeLessThanOrEqual(8);
  });

  it("so do concurrent ones, which wait for coins that are already being fetched", async () => {
    const { calls, service, rows, read } = marketWithRows();
    const gate = createGate();
    service.answer = (path) => gate.opened.then(() => rows(path));
    const reads = combinations(numbered(8)).map((ids) => read(...ids));
    await promisesSettled();
    gate.open();
    expect(await Promise.all(reads)).toEqual(combinations(numbered(8)));
    expect(calls.length).toBeLessThanOrEqual(8);
  });

  it("so do they within a cool-down, when the service fails", async () => {
    const { calls, service, market } = marketWithRows();
    service.answer = failUnreachable;
    for (const ids of combinations(numbered(8))) await failureOf(market.coinRows(ids, "usd"));
    expect(calls.length).toBeLessThanOrEqual(8);
  });

  it("accepts at most fifty ids", async () => {
    const { calls, read } = marketWithRows();
    expect(await read(...numbered(80))).toEqual(numbered(50));
    expect(calls.map((path) => idsOf(path)?.length)).toEqual([50]);
  });

  it("returns no rows for no ids, without a call", async () => {
    const { calls, market } = marketWithRows();
    const { value, freshForMs } = await market.coinRows([], "usd");
    expect({ value, freshForMs, calls }).toEqual({ value: [], freshForMs: MINUTE, calls: [] });
  });

  it("splits ids whose address would be too long", async () => {
    const { calls, read } = marketWithRows();
    const long = numbered(50).map((id) => `${id}-${"币".repeat(100)}`);
    expect(await read(...long)).toEqual(long);
    expect(calls.length).toBeLessThanOrEqual(17);
    expect(Math.max(...calls.map((path) => path.length))).toBeLessThan(4200);
  });
});

describe("coins that do not exist", () => {
  it("are left out and reported, and not asked for again for ten minutes in any combination or currency", async () => {
    const { market, clock, rowCalls, read } = marketWithRows();
    const { value, notFound } = await market.coinRows(["ghost", "coin-1"], "usd");
    expect(value.map(({ id }) => id)).toEqual(["coin-1"]);
    expect(notFound).toEqual(["ghost"]);
    await read("ghost");
    expect((await market.coinRows(["ghost"], "eur")).notFound).toEqual(["ghost"]);
    expect(rowCalls()).toHaveLength(1);
    clock.advance(10 * MINUTE);
    await read("ghost");
    expect(rowCalls()).toHaveLength(2);
  });

  it("cost no call once the list of all coins is known", async () => {
    const { market, calls, read } = marketWithRows();
    await buildCatalogue({ lines: "coin-1\tc1\tCoin 1" }, market.records);
    expect(await read("ghost", "coin-1")).toEqual(["coin-1"]);
    expect(calls.map(idsOf)).toEqual([["coin-1"]]);
  });

  it("do not delay others: ids that no list has named are fetched by a separate call", async () => {
    const { market, rowCalls } = marketWithRows();
    name(market, "coin-1");
    await market.coinRows(["coin-1", "ghost", "coin-2"], "usd");
    expect(rowCalls().map(idsOf)).toEqual([["coin-1"], ["coin-2", "ghost"]]);
  });

  it("that are made up get five calls, and no more until the quota has recovered", async () => {
    const { market, calls, rowCalls, service, rows } = marketWithRows();
    service.answer = rows;
    const leaving = new AbortController();
    const visits: Promise<unknown>[] = [];
    for (let index = 0; index < 20; index++) {
      const signal = AbortSignal.any([leaving.signal]);
      visits.push(
        Promise.allSettled([market.coinRows([`ghost-${index}`], "usd", createRequestBudget(signal))]),
      );
      // Rows requested in the same turn of the event loop would share a call.
      await promisesSettled();
    }
    expect(rowCalls()).toHaveLength(5);
    // The list of all coins, which says that they are made up, is one call for all of them.
    expect(calls).toHaveLength(6);
    leaving.abort();
    await Promise.all(visits);
  });

  it.each(["", "..", "a/b", "a\nb", "a\u202eb", "a,b", "x".repeat(129), "<script>\u0000"])(
    "whose id cannot be valid, like %j, cost no call",
    async (id) => {
      const { market, calls } = marketWithRows();
      const { value, notFound } = await market.coinRows([id], "usd");
      expect({ value, notFound, calls }).toEqual({ value: [], notFound: [id], calls: [] });
    },
  );

  it("cannot break out of their id in the address of the call", async () => {
    const { rowCalls, market } = marketWithRows();
    await market.coinRows(["a&vs_currency=eur#", "%2c", "b c+d"], "usd");
    expect(rowCalls()).toEqual([
      `/coins/markets?vs_currency=usd&ids=%252c,a%26vs_currency%3Deur%23,b%20c%2Bd&${REHYPOTHECATED}&${FIGURES}`,
    ]);
  });

  it("but did a minute ago count as gone after the second 404", async () => {
    const { clock, service, read } = marketWithRows();
    await read("coin-1");
    service.answer = () => [];
    clock.advance(MINUTE + 1);
    await read("coin-1");
    await promisesSettled();
    expect(await read("coin-1")).toEqual(["coin-1"]);
    clock.advance(5 * SECOND);
    await read("coin-1");
    await promisesSettled();
    expect(await read("coin-1")).toEqual([]);
  });
});

describe("coins that the service lists but leaves out", () => {
  const LISTED = [
    { id: "listed", symbol: "lst", name: "Listed Coin" },
    { id: "coin-1", symbol: "c1", name: "Coin 1" },
  ];

  /** Like the other one, with a list of all coins. */
  function marketWithList() {
    const setting = marketWithRows();
    setting.service.answer = (path) => (path === "/coins/list" ? LISTED : setting.rows(path));
    return setting;
  }

  it("are shown by name, without figures, and only the others are unknown", async () => {
    const { market } = marketWithList();
    const { value, notFound, freshForMs } = await market.coinRows(["ghost", "listed", "coin-1"], "usd");
    expect(value.map(({ id }) => id)).toEqual(["listed", "coin-1"]);
    expect(value[0]).toMatchObject({ symbol: "lst", name: "Listed Coin", price: null, rank: null, week: "" });
    expect({ notFound, freshForMs }).toEqual({ notFound: ["ghost"], freshForMs: MINUTE });
  });

  it("are so even if the service knows none of the ids", async () => {
    const { market } = marketWithList();
    const { value, notFound } = await market.coinRows(["listed"], "usd");
    expect(value.map(({ name }) => name)).toEqual(["Listed Coin"]);
    expect(notFound).toEqual([]);
    expect((await market.coinRows(["listed", "ghost"], "eur")).notFound).toEqual(["ghost"]);
  });

  it("cost one call for the list a day", async () => {
    const { market, calls, clock } = marketWithList();
    for (const id of ["listed", "ghost-1", "ghost-2"]) {
      await market.coinRows([id], "usd");
      clock.advance(HOUR);
    }
    expect(calls.filter((path) => path === "/coins/list")).toHaveLength(1);
  });

  it("are missing, but not unknown, where the list cannot be fetched", async () => {
    const { market, service, rows } = marketWithRows();
    service.answer = (path) => (path === "/coins/list" ? failUnreachable() : rows(path));
    const { value, notFound, freshForMs } = await market.coinRows(["listed", "coin-1"], "usd");
    expect(value.map(({ id }) => id)).toEqual(["coin-1"]);
    expect({ notFound, freshForMs }).toEqual({ notFound: [], freshForMs: 0 });
    expect((await failureOf(market.coinRows(["listed"], "eur"))).reason).toBe("bad-response");
  });

  it("keep their figures when they are left out for the first time", async () => {
    const { market, clock, service, read } = marketWithList();
    await read("coin-1");
    service.answer = (path) => (path === "/coins/list" ? LISTED : []);
    clock.advance(MINUTE + 1);
    await read("coin-1");
    await promisesSettled();
    const price = async () => (await market.coinRows(["coin-1"], "usd")).value[0]?.price;
    expect(await price()).not.toBeNull();
    clock.advance(5 * SECOND);
    await read("coin-1");
    await eventually(async () => expect(await price()).toBeNull());
  });
});

describe("rows of different ages", () => {
  it("are as old as the oldest of them", async () => {
    const { market, clock } = marketWithRows();
    const first = await market.coinRows(["coin-1"], "usd");
    clock.advance(20 * SECOND);
    await market.coinRows(["coin-2"], "usd");
    const both = await market.coinRows(["coin-2", "coin-1"], "usd");
    expect(both.fetchedAt).toBe(first.fetchedAt);
    expect(both.freshForMs).toBe(40 * SECOND);
  });

  it("are served stale at once while one call refreshes all that are stale", async () => {
    const { market, clock, calls, read } = marketWithRows();
    await read("coin-1", "coin-2");
    clock.advance(MINUTE + 1);
    expect((await market.coinRows(["coin-2", "coin-1"], "usd")).freshForMs).toBe(0);
    await read("coin-1");
    await promisesSettled();
    expect(calls).toHaveLength(2);
    expect((await market.coinRows(["coin-1", "coin-2"], "usd")).fetchedAt).toBe(clock.now());
    expect(calls).toHaveLength(2);
  });

  it("stale rows are refreshed together with missing ones", async () => {
    const { market, clock, calls, read } = marketWithRows();
    await read("coin-1");
    clock.advance(MINUTE + 1);
    name(market, "coin-2");
    expect(await read("coin-2", "coin-1")).toEqual(["coin-2", "coin-1"]);
    expect(calls.map(idsOf)).toEqual([["coin-1"], ["coin-1", "coin-2"]]);
  });

  it("are out of date when they are older than twice their ttl and cannot be refreshed", async () => {
    const { market, clock, service, read } = marketWithRows();
    await read("coin-1", "coin-2");
    service.answer = failUnreachable;
    clock.advance(MINUTE + 1);
    await read("coin-1", "coin-2");
    await promisesSettled();
    expect((await market.coinRows(["coin-1"], "usd")).isOutOfDate).toBe(false);
    clock.advance(MINUTE);
    expect((await market.coinRows(["coin-1"], "usd")).isOutOfDate).toBe(true);
  });
});

describe("a service that fails", () => {
  it("leaves the cached rows, which count as stale", async () => {
    const { market, service, read } = marketWithRows();
    await read("coin-1");
    service.answer = failUnreachable;
    const { value, notFound, freshForMs } = await market.coinRows(["coin-2", "coin-1"], "usd");
    expect(value.map(({ id }) => id)).toEqual(["coin-1"]);
    expect({ notFound, freshForMs }).toEqual({ notFound: [], freshForMs: 0 });
  });

  it("is a failure where nothing is cached, with one call per cool-down", async () => {
    const { market, clock, calls, service, read } = marketWithRows();
    service.answer = failUnreachable;
    expect((await failureOf(market.coinRows(["coin-1", "coin-2"], "usd"))).reason).toBe("unreachable");
    expect((await failureOf(market.coinRows(["coin-2"], "usd"))).reason).toBe("unreachable");
    expect(calls).toHaveLength(1);
    const { rows } = marketWithRows();
    service.answer = rows;
    clock.advance(5 * SECOND);
    expect(await read("coin-2")).toEqual(["coin-2"]);
  });

  it("never serves rows that are older than an hour", async () => {
    const { market, clock, service, read } = marketWithRows();
    await read("coin-1");
    service.answer = failUnreachable;
    clock.advance(HOUR + 1);
    expect((await failureOf(market.coinRows(["coin-1"], "usd"))).reason).toBe("unreachable");
  });
});
