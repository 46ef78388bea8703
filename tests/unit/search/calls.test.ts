import { expect, it, onTestFinished, vi } from "vitest";
import {
  DAY,
  eventually,
  failUnreachable,
  failureOf,
  fakeTimers,
  HOUR,
  MINUTE,
  promisesSettled,
  SECOND,
  times,
} from "../market-data/market-under-test";
import { NAME_ROWS, searchAmong, searchBody } from "./searched-coins";

function searchWithFunction(callsPerMinute = 0) {
  const setting = searchAmong(searchBody, callsPerMinute);
  const callsOf = (path: string) => setting.calls.filter((call) => call.startsWith(path)).length;
  return { ...setting, callsOf };
}

const RANKS = "/coins/markets?vs_currency=usd&per_page=250&sparkline=true&price_change_percentage=1h,24h,7d";

/** Paths of all the calls that searches make, however many searches there are. */
const CALLS = ["/coins/list", ...times(4, (page) => `${RANKS}&page=${page}`), "/exchanges"];

it("makes no more calls for a thousand different queries than for one", async () => {
  const { find, calls } = searchWithFunction();
  const queries = times(1000, (number) => `coin ${number.toString(36)}`);
  await Promise.all(queries.slice(0, 500).map((query) => find(query)));
  for (const query of queries.slice(500)) await find(query);
  await eventually(() => expect([...calls].sort()).toEqual(CALLS));
});

it("makes no call before the first search, and fetches the list once a day", async () => {
  const { find, clock, callsOf, calls } = searchWithFunction();
  expect(calls).toEqual([]);
  await find("btc");
  clock.advance(DAY);
  await find("btc");
  expect(callsOf("/coins/list")).toBe(1);
  clock.advance(SECOND);
  await find("btc");
  await eventually(() => expect(callsOf("/coins/list")).toBe(2));
});

it("finds a coin of a newer list soon after that list has arrived", async () => {
  const { find, clock, service } = searchWithFunction();
  expect((await find("brandnew")).count).toBe(0);
  service.answer = (path) =>
    path === "/coins/list"
      ? [...NAME_ROWS, { id: "brandnew", symbol: "bn", name: "Brandnew" }]
      : searchBody(path);
  clock.advance(DAY + SECOND);
  await eventually(async () => expect((await find("brandnew")).coins[0]?.id).toBe("brandnew"));
});

it("keeps the list for a week if it cannot be refreshed, and then fails", async () => {
  const { find, clock, service } = searchWithFunction();
  await find("btc");
  service.answer = failUnreachable;
  clock.advance(7 * DAY);
  expect((await find("btc")).coins[0]?.id).toBe("bitcoin");
  clock.advance(SECOND);
  expect((await failureOf(find("btc"))).reason).toBe("unreachable");
});

it("fetches ranks once an hour, while somebody searches", async () => {
  const { find, clock, callsOf } = searchWithFunction();
  await find("btc");
  await eventually(() => expect(callsOf("/coins/markets")).toBe(4));
  for (let minute = 0; minute < 59; minute++) {
    clock.advance(MINUTE);
    await find("btc");
  }
  expect(callsOf("/coins/markets")).toBe(4);
  clock.advance(2 * MINUTE);
  await eventually(async () => {
    await find("btc");
    expect(callsOf("/coins/markets")).toBe(8);
  });
  clock.advance(5 * HOUR);
  expect(callsOf("/coins/markets")).toBe(8);
});

it("finds coins without ranks at first, and with ranks once they have arrived", async () => {
  const { find, clock, service } = searchWithFunction();
  service.answer = (path) => (path === "/coins/list" ? NAME_ROWS : failUnreachable());
  const unranked = await find("btc");
  expect(unranked.coins.map(({ id }) => id)).toContain("bitcoin");
  expect(unranked.freshForMs).toBe(0);
  service.answer = searchBody;
  clock.advance(2 * MINUTE);
  // The rank is on the record before the catalogue is in that order.
  await eventually(async () => expect((await find("btc")).freshForMs).toBe(MINUTE));
  expect((await find("btc")).coins[0]).toMatchObject({ id: "bitcoin", rank: 1 });
});

it("waits at most a second for ranks", async () => {
  const { find, service } = searchWithFunction();
  service.answer = (path) => (path === "/coins/list" ? NAME_ROWS : new Promise(() => {}));
  onTestFinished(fakeTimers());
  const found = find("btc");
  await promisesSettled();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect((await found).count).toBeGreaterThan(1);
});

it("uses ranks and pictures from the pages that others visit", async () => {
  const { find, market, service } = searchWithFunction();
  service.answer = (path) => {
    if (path === "/coins/list") return NAME_ROWS;
    if (path !== "/coins/markets?vs_currency=eur&page=9") return failUnreachable();
    return [{ id: "zzz-last", market_cap_rank: 870, image: "https://pictures.example/zzz.png" }];
  };
  await find("zzz");
  await market.coins("eur", 9);
  expect((await find("zzz")).coins[0]).toMatchObject({
    rank: 870,
    image: expect.stringMatching(/^\/picture\/[^/]+\/pictures\.example\/zzz\.png$/),
  });
});

it("makes visitors' calls before those for ranks", async () => {
  const { find, market, calls } = searchWithFunction(600);
  void find("btc").catch(() => {});
  await eventually(() => expect(calls.length).toBeGreaterThan(0));
  await eventually(() => expect(calls.some((call) => call.includes("per_page=250"))).toBe(true));
  await market.common.exchanges.read();
  expect(calls.slice(0, calls.indexOf("/exchanges") + 1)).not.toContain(CALLS[4]);
});

it("fails with the failure of the list, and recovers with it", async () => {
  const { find, clock, service } = searchWithFunction();
  service.answer = failUnreachable;
  expect((await failureOf(find("btc"))).reason).toBe("unreachable");
  service.answer = searchBody;
  clock.advance(10 * SECOND);
  expect((await find("btc")).coins[0]?.id).toBe("bitcoin");
});

it("verifies the ids of the list: asking for one of them costs no quota", async () => {
  const { find, market } = searchWithFunction();
  expect(market.records.has("yearn-finance")).toBe(false);
  await find("btc");
  expect([market.records.has("yearn-finance"), market.records.has("made-up")]).toEqual([true, false]);
});
