import { beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import type { TableView } from "~/domain/market/table-view";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { coinExport, historyCsv } from "~/services/exports/coin-export.server";
import { coinPage } from "~/services/page-models/coin-page.server";
import { coinsPage } from "~/services/page-models/coins-page.server";
import { convertPage } from "~/services/page-models/convert-page.server";
import { homePage } from "~/services/page-models/home-page.server";
import { mapPage } from "~/services/page-models/map-page.server";
import { moversPage } from "~/services/page-models/movers-page.server";
import { withKnownPrices } from "~/services/page-models/search-page.server";
import { watchlistPage } from "~/services/page-models/watchlist-page.server";
import { DAY, HOUR, idsOf, MINUTE, promisesSettled } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

const NOON = Date.UTC(2026, 10, 22, 12);

/** How old the prices are when they are fetched. */
const AGES: Readonly<Record<string, number>> = {
  new: MINUTE,
  "an-hour": HOUR,
  "three-hours": 3 * HOUR,
  "a-day": DAY + HOUR,
  "days-12": 12 * DAY,
};

const MARKS = {
  new: undefined,
  "an-hour": undefined,
  "three-hours": "09:00 UTC",
  "a-day": "21 Nov",
  "days-12": "10 Nov",
};

let setting: ReturnType<typeof openMarket>;

function openSite(plan: Parameters<typeof openMarket>[0] = {}): void {
  setting = openMarket({ ...plan, start: NOON });
  vi.spyOn(SYSTEM_CLOCK, "now").mockImplementation(setting.clock.now);
  const updatedAt = (id: string) => setting.clock.now() - (AGES[id] ?? 0);
  const fieldsOf = (id: string) => ({ id, name: id, last_updated: new Date(updatedAt(id)).toISOString() });
  setting.service.answer = (path) => {
    if (path.startsWith("/simple/price?"))
      return Object.fromEntries(
        (idsOf(path) ?? []).map((id) => [id, { usd: 5, last_updated_at: updatedAt(id) / 1000 }]),
      );
    if (path.startsWith("/search/trending"))
      return { coins: Object.keys(AGES).map((id) => ({ item: fieldsOf(id) })) };
    if (path.startsWith("/coins/markets?"))
      return (idsOf(path) ?? Object.keys(AGES)).map((id, index) => ({
        ...{ ...fieldsOf(id), current_price: 5, market_cap: 900 - index, market_cap_rank: index + 1 },
        ...{ price_change_percentage_24h: 3, price_change_percentage_7d_in_currency: 2 },
        sparkline_in_7d: { price: Array.from({ length: 168 }, () => 4.5) },
      }));
    if (!path.startsWith("/coins/") || path.includes("categories")) return [];
    const id = path.split("/")[2] ?? "";
    // It lags behind by ten minutes.
    if (path.includes("/market_chart?"))
      return { prices: [2 * HOUR, 10 * MINUTE].map((ms, index) => [updatedAt(id) - ms, 3 + index]) };
    return { ...fieldsOf(id), market_data: { current_price: { usd: 5 } } };
  };
}

beforeEach(() => openSite());

const { signal } = new AbortController();
const ids = Object.keys(AGES);
const TABLE: TableView = { order: "market_cap_desc", sort: null };

const marksOf = (coins: readonly { readonly id: string; readonly priceFrom?: string | undefined }[]) =>
  Object.fromEntries(coins.map(({ id, priceFrom }) => [id, priceFrom]));

const coinOf = (id: string) => coinPage(id, "usd", "24h", DEFAULT_CHART_VIEW, signal);

const list = (isEditing: boolean) =>
  watchlistPage(
    { list: ids.map((id) => ({ id, amount: "2" })), isOwn: true, currency: "usd", isEditing },
    signal,
  );

describe("a price older than an hour beyond its page has its date, or its time of the same day", () => {
  it.each([
    ["cards", async () => (await coinsPage("usd", 1, null, null, signal)).model.coins],
    ["the table", async () => (await coinsPage("usd", 1, TABLE, null, signal)).model.coins],
    ["Home", async () => (await homePage("usd", "24h")).model.largest],
    ["one's own watchlist", async () => (await list(false)).model.coins],
    ["its form", async () => (await list(true)).model.coins],
    ["results of a search", async () => withKnownPrices((await setting.market.coins("usd", 1)).value, "usd")],
    ["coins' pages", async () => (await Promise.all(ids.map(coinOf))).map(({ model }) => model.coin)],
  ])("in %s", async (_place, read) => expect(marksOf(await read())).toEqual(MARKS));

  it("and a page of old data, which tells its age, marks no price of that age", async () => {
    const before = await coinsPage("usd", 1, null, null, signal);
    setting.clock.advance(59 * MINUTE);
    setting.service.answer = () => ({ error: "none" });
    const { model } = await coinsPage("usd", 1, null, null, signal);
    expect(model.fetchedAt).toBe(before.model.fetchedAt);
    expect(marksOf(model.coins)).toEqual(MARKS);
  });

  it("and a total names its coins", async () => {
    const words = "three-hours from 09:00 UTC, a-day from 21 Nov and days-12 from 10 Nov";
    expect((await list(false)).model.portfolio?.totalLabel).toBe(`Total, with the price of ${words}`);
  });

  it("and a conversion names the time of the older price", async () => {
    await setting.market.coins("usd", 1);
    const query = { amount: "1", from: "new", to: "three-hours", currency: "usd" } as const;
    expect((await convertPage(query, signal)).model.pricesFrom).toBe(NOON - 3 * HOUR);
  });
});

it.each([{}, { callsPerMonth: 10_000 }])(
  "movers and the map leave out what nobody has traded for a day, with %j",
  async (plan) => {
    openSite(plan);
    const traded = ["new", "an-hour", "three-hours"];
    const idsIn = (coins: readonly { readonly id: string }[]) => coins.map(({ id }) => id);
    const gainers = async (period: "24h" | "7d") =>
      (await moversPage("usd", { list: "gainers", period, top: 1000, isTable: false })).model.coins;
    expect(idsIn(await gainers("7d"))).toEqual(traded);
    expect(idsIn((await mapPage("usd", "24h", signal)).model.fields)).toEqual(traded);
    expect(idsIn((await homePage("usd", "24h")).model.gainers)).toEqual(traded);
    // A visitor later, from the same answers.
    setting.clock.advance(2 * HOUR);
    expect(idsIn(await gainers("24h"))).toEqual(traded);
  },
);

it.each([
  [{}, "24h"],
  [{}, "1y"],
  [{ callsPerMonth: 10_000 }, "7d"],
])("no point of a chart or file is after the price's own time, with %j and over %s", async (plan, range) => {
  openSite(plan);
  for (const id of ids) {
    const pricedAt = NOON - (AGES[id] ?? 0);
    for (let visit = 0; visit < 2; visit++) {
      const model = (await coinExport(id, new URLSearchParams({ currency: "usd", range }), signal)).model;
      expect(model.points.at(-1)?.slice(0, 2)).toEqual([pricedAt, 5]);
      expect(historyCsv(model).body.trim().split("\r\n").at(-1)).toMatch(
        new RegExp(`^${new Date(pricedAt).toISOString()},5,`),
      );
      const drawn = await coinOf(id);
      expect(drawn.model.history?.drawing.span?.[1]).toBe(pricedAt);
      expect(drawn.model.description).toContain(id === "days-12" ? "on 10 Nov 2026, 12:00 UTC" : "UTC");
    }
  }
});

it("an old price makes no page out of date, and is not asked for all the time", async () => {
  const pages = [() => list(false), () => coinOf("days-12"), () => coinsPage("usd", 1, null, null, signal)];
  const calls = () => setting.calls.filter((path) => path.startsWith("/coins/"));
  for (const page of pages) {
    await page();
    await promisesSettled();
    const before = calls();
    const { model, freshForMs } = await page();
    expect(model).toMatchObject({ fetchedAt: NOON, isOutOfDate: false });
    expect(freshForMs).toBe(MINUTE);
    await promisesSettled();
    expect(calls()).toEqual(before);
  }
});
