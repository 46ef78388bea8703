import { beforeEach, expect, it, vi } from "vitest";
import { homePage } from "~/services/page-models/home-page.server";
import { publicCacheHeaders } from "~/services/responses/headers.server";
import { globalBody } from "../../support/fake-bodies";
import { failUnreachable, MINUTE } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

const coin = (rank: number, change: number, weekly: number) => ({
  ...{ id: `coin-${rank}`, market_cap_rank: rank, current_price: 1 },
  price_change_percentage_24h: change,
  ...{ price_change_percentage_24h_in_currency: change, price_change_percentage_7d_in_currency: weekly },
});

const COINS = [coin(1, 2, -5), coin(2, -1, 4), coin(3, 7, 9)];
const TRENDING = { coins: [7, 3].map((rank) => ({ item: { id: `coin-${rank}`, market_cap_rank: rank } })) };

function answer(path: string): unknown {
  if (path.startsWith("/coins/markets?")) return COINS;
  return path === "/global" ? globalBody() : TRENDING;
}

const CALLS = ["/coins/markets?vs_currency=usd&page=1", "/global", "/search/trending"];

let setting: ReturnType<typeof openMarket>;
beforeEach(() => {
  setting = openMarket();
  setting.service.answer = answer;
});

const idsOf = (coins: readonly { readonly id: string }[]) => coins.map(({ id }) => id);

it("the home page is complete at the first visit, with three calls, and further visits make none", async () => {
  for (let visit = 0; visit < 3; visit += 1) {
    const { model, freshForMs } = await homePage("usd", "24h");
    expect(idsOf(model.largest)).toEqual(["coin-1", "coin-2", "coin-3"]);
    expect(idsOf(model.gainers)).toEqual(["coin-3", "coin-1"]);
    expect(model.trending).toMatchObject([
      { id: "coin-7", price: null },
      { id: "coin-3", price: 1 },
    ]);
    expect(model.popular).toContainEqual({ id: "bitcoin", name: "Bitcoin", price: null, change24h: null });
    expect(model.day).toContainEqual({ kind: "change", percent: -1.2345 });
    expect(model).toMatchObject({ fetchedAt: setting.clock.now(), isOutOfDate: false, retryInMs: null });
    expect(freshForMs).toBe(MINUTE);
  }
  expect([...setting.calls].sort()).toEqual(CALLS);
});

it("it waits for trending coins and the whole market also where it knows its coins from another page", async () => {
  await setting.market.coins("usd", 1);
  const { model } = await homePage("usd", "24h");
  expect(model.trending).toHaveLength(2);
  expect(model.day).not.toEqual([]);
});

it("its gainers are those of seven days if asked for, from the table of the largest coins", async () => {
  const { model } = await homePage("usd", "7d");
  expect(model.gainers).toMatchObject([
    { id: "coin-3", change7d: 9 },
    { id: "coin-2", change7d: 4 },
  ]);
  const lists = setting.calls.filter((path) => path.startsWith("/coins/markets?"));
  const table = /vs_currency=usd&page=1&.*price_change_percentage=1h,24h,7d/;
  expect(lists).toEqual([expect.stringMatching(table)]);
});

it("it has coins without the rest if only that fails", async () => {
  setting.service.answer = (path) => (path.startsWith("/coins/markets?") ? COINS : failUnreachable());
  const { model } = await homePage("usd", "24h");
  expect(model).toMatchObject({ day: [], trending: [], retryInMs: null });
  expect(model.largest).toHaveLength(3);
});

it("it waits a second for its first coins, is cached for a moment, and is asked for again soon", async () => {
  setting.hold();
  const { model, freshForMs } = await homePage("usd", "24h");
  expect(model).toMatchObject({ largest: [], gainers: [], trending: [], retryInMs: 2000 });
  expect(publicCacheHeaders(freshForMs)["X-Accel-Expires"]).toBe("5");
});

it("it shows the large coins that are known while their list has not arrived", async () => {
  setting.service.answer = () => [coin(1, 2, 1), coin(500, 90, 90)];
  await setting.market.coins("usd", 2);
  setting.hold();
  const { model } = await homePage("usd", "24h");
  expect([model.largest, model.gainers].map(idsOf)).toEqual([["coin-1"], ["coin-1"]]);
  expect(model.retryInMs).toBe(2000);
});
