import { beforeEach, expect, it, vi } from "vitest";
import type { WatchedCoin } from "~/domain/watchlist/watchlist";
import { watchlistPage } from "~/services/page-models/watchlist-page.server";
import { DAY, eventually, failUnreachable, MINUTE } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

let setting: ReturnType<typeof openMarket>;

beforeEach(() => {
  setting = openMarket();
  setting.service.answer = (path) => {
    if (path === "/coins/list") return [{ id: "fruit-1", symbol: "fru", name: "Fruit 1" }];
    if (path.startsWith("/coins/markets?") && !path.includes("ids="))
      return [{ id: "fruit-1", name: "fruit-1", symbol: "fru", current_price: 7, market_cap_rank: 1 }];
    return failUnreachable();
  };
});

async function agedModel(list: readonly WatchedCoin[]) {
  const request = { list, isOwn: true, currency: "usd" } as const;
  return (await watchlistPage(request, new AbortController().signal)).model;
}

const held = (id: string, amount: string | null = null): WatchedCoin => ({ id, amount });

it("coins that cannot be fetched are named beside the others, and the total leaves them out by name", async () => {
  await setting.market.coins("usd", 1);
  const page = await agedModel([held("fruit-3", "2"), held("fruit-1", "3"), held("fruit-2")]);
  expect(page.coins.map(({ id }) => id)).toEqual(["fruit-1"]);
  expect(page.missing).toEqual(["fruit-3", "fruit-2"]);
  expect(page.gone).toEqual([]);
  expect(page.portfolio).toMatchObject({ total: "$21.00", totalLabel: "Total without fruit-3" });
});

it("the form of the list has each coin, also when the service is down", async () => {
  await setting.market.coins("usd", 1);
  setting.clock.advance(60 * MINUTE);
  setting.service.answer = failUnreachable;
  const list = [held("fruit-3", "2"), held("fruit-1", "3")];
  const request = { list, isOwn: true, currency: "usd", isEditing: true } as const;
  for (const rows of [list, list.slice(0, 1)]) {
    const { model } = await watchlistPage({ ...request, list: rows }, new AbortController().signal);
    expect(model.coins.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(model.fields?.map(({ text }) => text)).toEqual(["2", "3"].slice(0, rows.length));
  }
});

it("a coin is marked once its own answer, which no list asks for, has a notice", async () => {
  const { answer } = setting.service;
  let notice: string | null = "Migrated.";
  setting.service.answer = (path) =>
    path === "/coins/fruit-1"
      ? { id: "fruit-1", name: "fruit-1", public_notice: notice, market_data: { current_price: { usd: 7 } } }
      : answer(path);
  await setting.market.coins("usd", 1);
  const isMarked = async () =>
    (await agedModel([held("fruit-1")])).coins.map(({ hasNotice = false }) => hasNotice);
  expect(await isMarked()).toEqual([false]);
  expect(setting.calls).not.toContain("/coins/fruit-1");
  await setting.market.coin("fruit-1");
  expect(await isMarked()).toEqual([true]);
  // Newer prices keep it.
  setting.clock.advance(2 * MINUTE);
  await setting.market.coins("usd", 1);
  expect(await isMarked()).toEqual([true]);
  notice = null;
  await setting.market.coin("fruit-1");
  await eventually(async () => expect(await isMarked()).toEqual([false]));
});

it.each([
  ["usd", "gain on $3.00 paid", []],
  ["eur", "gain on $6.00 paid, at today’s rates", ["/global"]],
] as const)(
  "a cost in %s has a gain at the first visit, and only another currency takes a call",
  async (code, label, calls) => {
    const known = setting.service.answer;
    setting.service.answer = (path) =>
      path === "/global" ? { data: { total_market_cap: { usd: 200, eur: 100 } } } : known(path);
    await setting.market.coins("usd", 1);
    const before = setting.calls.length;
    const cost = { price: "1", currency: code };
    const { portfolio } = await agedModel([{ ...held("fruit-1", "3"), cost }]);
    expect(portfolio?.gain?.label).toBe(label);
    expect(setting.calls.slice(before).filter((path) => !path.startsWith("/coins/markets?"))).toEqual(calls);
  },
);

it.each([
  [0, 2, "$27.00"],
  [100_000, 0, null],
])("with %d calls a month, the past of two coins takes %d histories", async (callsPerMonth, calls, now) => {
  setting = openMarket({ callsPerMonth });
  setting.service.answer = (path) => {
    if (!path.includes("/market_chart?"))
      return ["a", "b"].map((id) => ({ id, name: id, symbol: id, current_price: 9 }));
    const now = setting.clock.now();
    const prices = Array.from({ length: 31 }, (_, day) => [now - (30 - day) * DAY, 6]);
    return { prices: [...prices, [now + MINUTE, 11]] };
  };
  const view = { range: "30d", than: "none" } as const;
  const list = [held("a", "1"), held("b", "2"), held("c")];
  const request = { list, isOwn: true, currency: "usd", view } as const;
  const { model } = await watchlistPage(request, new AbortController().signal);
  expect(setting.calls.filter((path) => path.includes("market_chart"))).toHaveLength(calls);
  expect(model.portfolio?.total).toBe("$27.00");
  expect(model.past?.shown?.to.value ?? null).toBe(now);
  expect(model.past?.changes["30d"] ?? null).toBe(now === null ? null : 50);
});
