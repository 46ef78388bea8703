import { describe, expect, it } from "vitest";
import { TIME } from "~/domain/time";
import {
  failUnreachable,
  failureOf,
  idsOf,
  marketWithFunction,
  numbered,
  promisesSettled,
} from "./market-under-test";

/** The list of all coins: one that the service leaves out of its rows, and one that it does not. */
const LISTED = [
  { id: "listed", symbol: "lst", name: "Listed Coin" },
  { id: "coin-1", symbol: "c1", name: "Coin 1" },
];

/** A service that has rows of every coin whose id begins with `coin-`; pages of its list have the first three. */
function marketWithRows() {
  const setting = marketWithFunction();
  const { market, clock, calls, service } = setting;
  const answer = (path: string): unknown => {
    if (path === "/coins/list") return LISTED;
    const ids = (idsOf(path) ?? numbered(3)).filter((id) => id.startsWith("coin-"));
    return ids.map((id) => ({ id, current_price: clock.now() / TIME.SECOND }));
  };
  service.answer = answer;
  const rows = (...ids: string[]) => market.coinRows(ids, "usd");
  const read = async (...ids: string[]) => (await rows(...ids)).value.map(({ id }) => id);
  /** The ids of each call for rows. */
  const asked = () => calls.flatMap((path) => idsOf(path)?.join(" ") ?? []);
  /** Lets all that is known become stale, and the refresh that a read begins end. */
  async function refresh(...ids: string[]) {
    clock.advance(TIME.MINUTE + 1);
    await rows(...ids);
    await promisesSettled();
  }
  return { ...setting, answer, rows, read, asked, refresh };
}

describe("calls", () => {
  it("ask once for all coins, sorted and safely written, with the figures of the table and wrapped tokens", async () => {
    const { calls, rows, read } = marketWithRows();
    expect(await read("coin-3", "coin-1", "coin-2", "coin-1")).toEqual(["coin-3", "coin-1", "coin-2"]);
    await rows("a&vs_currency=eur#", "%2c", "b c+d");
    const figures = "include_rehypothecated=true&sparkline=true&price_change_percentage=1h,24h,7d";
    expect(calls.filter((path) => path !== "/coins/list")).toEqual([
      `/coins/markets?vs_currency=usd&ids=coin-1,coin-2,coin-3&${figures}`,
      `/coins/markets?vs_currency=usd&ids=%252c,a%26vs_currency%3Deur%23,b%20c%2Bd&${figures}`,
    ]);
  });

  it("ask only for rows that are not known in the currency, from rows or a page of the table", async () => {
    const { market, asked, read } = marketWithRows();
    await market.coins("usd", 1, "market_cap_desc");
    await read("coin-4", "coin-2");
    expect(await read("coin-2", "coin-5", "coin-4")).toEqual(["coin-2", "coin-5", "coin-4"]);
    await market.coinRows(["coin-1"], "eur");
    expect(asked()).toEqual(["coin-4", "coin-5", "coin-1"]);
  });

  it("add the missing lines of known coins, which cause no call by themselves", async () => {
    const { asked, market, service } = marketWithRows();
    const row = { current_price: 1, sparkline_in_7d: { price: [100, 101] } };
    const own = { id: "coin-1", market_data: { current_price: { usd: 1 } } };
    service.answer = (path) => idsOf(path)?.map((id) => ({ id, ...row })) ?? own;
    await market.coin("coin-1");
    const cards = (...ids: string[]) => market.coinRows(ids, "usd", undefined, "price");
    expect((await cards("coin-1")).value).toMatchObject([{ week: [] }]);
    const { week } = (await cards("coin-1", "coin-2")).value[0] ?? {};
    expect(week).toEqual([100, 101]);
    expect(asked()).toEqual(["coin-1 coin-2"]);
  });

  it("are shared by concurrent readers of the same coins", async () => {
    const { calls, hold, read } = marketWithRows();
    const open = hold();
    const reads = Promise.all([read("coin-1", "coin-2"), read("coin-2", "coin-1")]);
    await promisesSettled();
    open();
    expect((await reads).flat()).toEqual(["coin-1", "coin-2", "coin-2", "coin-1"]);
    expect(calls).toHaveLength(1);
  });

  it("name at most fifty ids, in addresses that are not too long, and none for no ids", async () => {
    const { calls, rows, read } = marketWithRows();
    expect(await rows()).toMatchObject({ value: [], notFound: [], freshForMs: TIME.MINUTE });
    expect(await read(...numbered(80))).toEqual(numbered(50));
    expect(calls.map((path) => idsOf(path)?.length)).toEqual([50]);
    const long = numbered(50).map((id) => `${id}-${"币".repeat(100)}`);
    expect(await read(...long)).toEqual(long);
    expect(calls.length).toBeLessThanOrEqual(18);
    expect(Math.max(...calls.map((path) => path.length))).toBeLessThan(4200);
  });
});

describe("coins that do not exist", () => {
  it("are left out and reported, and not asked for again in any combination or currency, as they are not on the list", async () => {
    const { market, clock, rows, asked } = marketWithRows();
    expect(await rows("ghost", "coin-1")).toMatchObject({ value: [{ id: "coin-1" }], notFound: ["ghost"] });
    expect((await rows("ghost")).notFound).toEqual(["ghost"]);
    expect((await market.coinRows(["ghost"], "eur")).notFound).toEqual(["ghost"]);
    clock.advance(10 * TIME.MINUTE);
    expect((await rows("ghost")).notFound).toEqual(["ghost"]);
    expect(asked()).toHaveLength(1);
  });

  it("cost no call once the list of all coins is known", async () => {
    const { market, asked, rows } = marketWithRows();
    await market.common.coinNames.read();
    expect(await rows("ghost", "coin-1")).toMatchObject({ value: [{ id: "coin-1" }], notFound: ["ghost"] });
    expect(asked()).toEqual(["coin-1"]);
  });

  const IMPOSSIBLE = ["", "..", "a/b", "a\nb", "a\u202eb", "a,b", "x".repeat(129), "<script>\u0000"];

  it.each(IMPOSSIBLE)("whose id cannot be valid, like %j, cost no call", async (id) => {
    const { rows, calls } = marketWithRows();
    expect(await rows(id)).toMatchObject({ value: [], notFound: [id] });
    expect(calls).toEqual([]);
  });
});

describe("coins that the service leaves out", () => {
  const NAMED = { ...LISTED[0], price: null, rank: null, week: [] };

  it("are shown by name, without figures, where the list of all coins has them, for one call for that a day", async () => {
    const { market, rows, calls, clock } = marketWithRows();
    const shown = { value: [NAMED, { id: "coin-1" }], notFound: ["ghost"], freshForMs: TIME.MINUTE };
    expect(await rows("ghost", "listed", "coin-1")).toMatchObject(shown);
    clock.advance(TIME.HOUR);
    // Even if the service knows none of the ids.
    const others = await market.coinRows(["listed", "ghost-2"], "eur");
    expect(others).toMatchObject({ value: [NAMED], notFound: ["ghost-2"] });
    expect(calls.filter((path) => path === "/coins/list")).toHaveLength(1);
  });

  it("are missing, but not unknown, where the list cannot be fetched", async () => {
    const { market, service, answer, rows } = marketWithRows();
    service.answer = (path) => (path === "/coins/list" ? failUnreachable() : answer(path));
    const failure = { reason: "bad-response" };
    const value = [{ id: "coin-1" }];
    expect(await rows("listed", "coin-1")).toMatchObject({ value, notFound: [], freshForMs: 0, failure });
    expect(await failureOf(market.coinRows(["listed"], "eur"))).toMatchObject(failure);
  });

  it.each([
    ["coin-1", "shown without figures", [{ ...LISTED[1], price: null }]],
    ["coin-9", "gone", []],
  ])("but were there before keep their figures once; then %s is %s", async (id, _what, value) => {
    const { clock, service, rows, refresh } = marketWithRows();
    const [known] = (await rows(id)).value;
    service.answer = (path) => (path === "/coins/list" ? LISTED : []);
    await refresh(id);
    expect((await rows(id)).value).toEqual([known]);
    clock.advance(5 * TIME.SECOND);
    await refresh(id);
    expect((await rows(id)).value).toMatchObject(value);
  });
});

describe("rows of different ages", () => {
  it("are as old as the oldest of them", async () => {
    const { clock, rows } = marketWithRows();
    const { fetchedAt } = await rows("coin-1");
    clock.advance(20 * TIME.SECOND);
    await rows("coin-2");
    expect(await rows("coin-2", "coin-1")).toMatchObject({ fetchedAt, freshForMs: 40 * TIME.SECOND });
  });

  it("are served stale at once while one call refreshes all that are stale, or missing", async () => {
    const { clock, asked, rows, read, refresh } = marketWithRows();
    await read("coin-1", "coin-2");
    clock.advance(TIME.MINUTE + 1);
    expect((await rows("coin-2", "coin-1")).freshForMs).toBe(0);
    await read("coin-1", "coin-2");
    await promisesSettled();
    expect((await rows("coin-1", "coin-2")).fetchedAt).toBe(clock.now());
    await refresh("coin-3", "coin-1");
    expect(asked()).toEqual(["coin-1 coin-2", "coin-1 coin-2", "coin-1 coin-3"]);
  });
});

describe("a service that fails", () => {
  it("leaves the known rows, which count as stale, later as out of date, and after an hour as none", async () => {
    const { clock, service, rows, refresh } = marketWithRows();
    const { value } = await rows("coin-1");
    service.answer = failUnreachable;
    const failure = { reason: "unreachable" };
    expect(await rows("coin-2", "coin-1")).toMatchObject({ value, notFound: [], freshForMs: 0, failure });
    await refresh("coin-1");
    expect((await rows("coin-1")).isOutOfDate).toBe(false);
    clock.advance(TIME.MINUTE);
    expect(await rows("coin-1")).toMatchObject({ value, isOutOfDate: true, failure: null });
    clock.advance(TIME.HOUR);
    expect(await failureOf(rows("coin-1"))).toMatchObject(failure);
  });

  it("is a failure where nothing is known, with one call per cool-down", async () => {
    const { clock, asked, service, answer, rows, read } = marketWithRows();
    service.answer = failUnreachable;
    expect((await failureOf(rows("coin-1", "coin-2"))).reason).toBe("unreachable");
    expect((await failureOf(rows("coin-2", "coin-1"))).reason).toBe("unreachable");
    expect(asked()).toHaveLength(1);
    service.answer = answer;
    clock.advance(5 * TIME.SECOND);
    expect(await read("coin-2")).toEqual(["coin-2"]);
  });
});
