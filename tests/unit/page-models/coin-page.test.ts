import { beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_CHART_VIEW, type Metric } from "~/domain/chart/chart-view";
import type { Range } from "~/domain/market/range";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { coinExport } from "~/services/exports/coin-export.server";
import { coinPage } from "~/services/page-models/coin-page.server";
import { failUnreachable, fakeTimers, MINUTE, refuseFor, SECOND } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

const FIGURES = {
  ...{ current_price: { usd: 5 }, price_change_percentage_24h: -4, max_supply: 21, atl: { usd: 4 } },
};

let setting: ReturnType<typeof openMarket>;
/** Answers that replace the usual ones, by a part of the path. */
let odd: Record<string, () => unknown>;

function openSite(plan: Parameters<typeof openMarket>[0] = {}): void {
  odd = {};
  setting = openMarket(plan);
  const { clock, service } = setting;
  vi.spyOn(SYSTEM_CLOCK, "now").mockImplementation(clock.now);
  service.answer = (path) => {
    const [, other] = Object.entries(odd).find(([part]) => path.includes(part)) ?? [];
    if (other !== undefined) return other();
    if (path.includes("/market_chart?")) return { prices: [[clock.now() - MINUTE, 6]] };
    const week = { price: Array.from({ length: 168 }, () => 5) };
    if (path.startsWith("/coins/markets?"))
      return [{ id: "bitcoin", name: "Listed", current_price: 5, max_supply: 21, sparkline_in_7d: week }];
    return { id: "bitcoin", name: "Bitcoin", market_data: FIGURES };
  };
}

beforeEach(fakeTimers);
beforeEach(() => openSite());

const { signal } = new AbortController();
const view = DEFAULT_CHART_VIEW;
const visit = (range: Range = "24h") => coinPage("bitcoin", "usd", range, view, signal);

/** Has the service refuse calls for a while. */
async function pause(ms: number): Promise<void> {
  odd["/exchanges"] = () => refuseFor(ms);
  await setting.market.common.exchanges.read().catch(() => {});
}

it("shows the coin, its history and its details, and for 24 hours the change beside the price", async () => {
  const { model, freshForMs } = await visit();
  expect(freshForMs).toBe(MINUTE);
  expect(model).toMatchObject({
    coin: { id: "bitcoin", name: "Bitcoin", price: 5, change24h: -4 },
    details: { marketCount: 0 },
    history: { range: "24h", figures: { change: -4 }, limit: null },
    retryInMs: null,
    isOutOfDate: false,
  });
  expect((await visit("7d")).model.history?.figures?.change).not.toBe(-4);
});

it("has one range of 24 hours, the service's, in its key figures and above the chart of 24 hours", async () => {
  const market_data = { ...FIGURES, low_24h: { usd: 4 }, high_24h: { usd: 5.5 } };
  odd["/market_chart"] = () => ({ prices: [[setting.clock.now() - 60 * MINUTE, 6]] });
  odd["/coins/bitcoin"] = () => ({ id: "bitcoin", market_data });
  const { dayRange, history } = (await visit()).model;
  expect(dayRange).toMatchObject({ low: 4, high: 5.5 });
  expect(history?.figures).toMatchObject({ lowest: [null, 4], highest: [null, 5.5] });
  expect((await visit("7d")).model.history?.figures).toMatchObject({ lowest: [null, 4], highest: { 1: 6 } });
});

it("has no change of 24 hours anywhere, if the service knows none", async () => {
  odd["/market_chart"] = () => ({ prices: [[setting.clock.now() - 24 * 60 * MINUTE, 6]] });
  odd["/coins/bitcoin"] = () => ({ id: "bitcoin", market_data: { current_price: { usd: 5 } } });
  const { coin, details, history } = (await visit()).model;
  expect([coin.change24h, history?.figures?.change]).toEqual([null, null]);
  expect(details?.changes).toContainEqual(["24 hours", null]);
});

it("keeps what it knows of a coin when the service sends another one in its place", async () => {
  await visit();
  odd["/coins/bitcoin"] = () => ({ id: "batcoin", name: "Batcoin", market_data: FIGURES });
  setting.clock.advance(MINUTE + SECOND);
  await visit();
  await setting.wait(SECOND);
  expect((await visit()).model.coin).toMatchObject({ id: "bitcoin", name: "Bitcoin" });
  expect(setting.market.known("batcoin", "usd")).toBeNull();
});

it("fails as a bad response where the service sends another coin and nothing is known of this one", async () => {
  odd["/coins/bitcoin"] = () => ({ id: "batcoin", name: "Batcoin", market_data: FIGURES });
  for (let time = 1; time <= 2; time++)
    await expect(visit()).rejects.toMatchObject({ reason: "bad-response" });
});

describe("a coin whose history", () => {
  it("cannot be read lacks its chart alone, and keeps an older one", async () => {
    odd["/market_chart"] = () => ({ prices: null });
    const { model, freshForMs } = await visit();
    expect(model).toMatchObject({ coin: { price: 5 }, details: { marketCount: 0 }, retryInMs: null });
    expect(model.history).toMatchObject({ figures: null, drawing: { points: [] } });
    // Until the service may be asked for it again.
    expect(freshForMs).toBe(5 * SECOND);
    odd["/market_chart"] = () => ({ prices: [[setting.clock.now() - 60 * MINUTE, 6]] });
    setting.clock.advance(5 * SECOND);
    expect((await visit()).model.history?.figures).toMatchObject({ first: { 1: 6 } });
    odd["/market_chart"] = () => ({ prices: null });
    setting.clock.advance(6 * MINUTE);
    await visit();
    await setting.wait(SECOND);
    expect((await visit()).model.history?.figures).toMatchObject({ first: { 1: 6 } });
  });

  it("is older or younger than its price has the age of the price", async () => {
    const from = setting.clock.now();
    await visit("24h");
    setting.clock.advance(30 * SECOND);
    expect((await visit("7d")).model.fetchedAt).toBe(from);
    setting.clock.advance(MINUTE);
    await setting.market.coins("usd", 1);
    expect((await visit("7d")).model.fetchedAt).toBe(from + 90 * SECOND);
  });

  it("alone is out of date says how old that is", async () => {
    const from = setting.clock.now();
    await visit();
    setting.clock.advance(30 * MINUTE);
    odd["/market_chart"] = failUnreachable;
    await visit();
    await setting.wait(SECOND);
    const age = { isOutOfDate: true, oldHistoryFrom: from, fetchedAt: from + 30 * MINUTE };
    expect((await visit()).model).toMatchObject(age);
  });
});

describe("a pause of the service", () => {
  it.each([
    ["a second is waited for, and nothing is missing", SECOND, () => setting.market.coins("usd", 1)],
    ["several seconds is waited for while nothing is known of the coin", 2.5 * SECOND, () => {}],
  ])("of %s", async (_, ms, learn) => {
    await learn();
    await pause(ms);
    const page = visit();
    await setting.wait(4 * SECOND);
    expect((await page).model).toMatchObject({ coin: { name: "Bitcoin" }, retryInMs: null });
  });

  it("is not waited for where the coin is known: it is shown from its record, and requested again", async () => {
    const from = setting.clock.now();
    await setting.market.coins("usd", 1);
    await pause(2.5 * SECOND);
    const { model, freshForMs } = await visit();
    const shown = { coin: { name: "Listed", price: 5 }, details: null, history: null };
    expect(model).toMatchObject({ ...shown, fetchedAt: from, isOutOfDate: false, retryInMs: 2.5 * SECOND });
    expect(model.figures).toContainEqual({ term: "Max Supply", value: "21" });
    expect(freshForMs).toBe(0);
  });

  it("makes the page say how old the record is, once that is older than two minutes", async () => {
    const from = setting.clock.now();
    await setting.market.coins("usd", 1);
    setting.clock.advance(130 * SECOND);
    await pause(5 * SECOND);
    const { model } = await visit();
    expect(model).toMatchObject({ fetchedAt: from, isOutOfDate: true });
    expect(model.oldHistoryFrom).toBeNull();
  });
});

it("fails where the coin's own call fails, although its price is known", async () => {
  await setting.market.coins("usd", 1);
  odd["/coins/bitcoin"] = failUnreachable;
  await expect(visit()).rejects.toThrow("no connection");
});

describe("on a limited plan", () => {
  beforeEach(() => openSite({ callsPerMonth: 10_000 }));

  const query = { currency: "usd", range: "7d" };

  it.each([
    ["page", (metric: Metric) => coinPage("bitcoin", "usd", "7d", { ...view, metric }, signal)],
    ["file", (metric: Metric) => coinExport("bitcoin", new URLSearchParams({ ...query, metric }), signal)],
  ])("the week's line is enough for a %s of prices of seven days, not of market caps", async (_, read) => {
    for (const [count, metric] of (["price", "market_cap"] as const).entries()) {
      await read(metric);
      expect(setting.calls.filter((path) => path.includes("/market_chart?"))).toHaveLength(count);
    }
  });

  it("the price has the age of the call for all prices", async () => {
    const from = setting.clock.now();
    await visit();
    setting.clock.advance(20 * MINUTE);
    odd["/simple/price"] = () => ({ bitcoin: { usd: 7 } });
    const { model } = await visit();
    expect([model.coin.price, model.fetchedAt]).toEqual([7, from + 20 * MINUTE]);
  });
});
