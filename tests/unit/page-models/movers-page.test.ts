import { beforeEach, expect, it, vi } from "vitest";
import type { ListedCoin } from "~/domain/market/coin";
import type { MoversView } from "~/domain/market/coin-selection";
import { homePage } from "~/services/page-models/home-page.server";
import { moversPage } from "~/services/page-models/movers-page.server";
import {
  createGate,
  failUnreachable,
  failureOf,
  idsOf,
  MINUTE,
  promisesSettled,
  refuseFor,
} from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

const TEN_O_CLOCK = Date.parse("2026-11-22T10:00:00.000Z");
const GAINERS: MoversView = { list: "gainers", period: "24h", top: 1000, isTable: true };

const coin = (id: string, day: number | null, week: number | null) => ({
  ...{ id, name: id, market_cap_rank: 1, current_price: 2, market_cap: 100, total_volume: 10 },
  price_change_percentage_24h_in_currency: day,
  price_change_percentage_7d_in_currency: week,
});
const COINS = [coin("flat", 0, 1), coin("up", 5, -3), coin("moon", 90, 40), coin("down", -7, null)];

let setting: ReturnType<typeof openMarket>;

function openSite(plan: Parameters<typeof openMarket>[0] = {}): void {
  setting = openMarket({ ...plan, start: TEN_O_CLOCK });
  setting.service.answer = (path) => {
    if (path.startsWith("/simple/price?")) return {};
    if (path === "/global") return { data: { total_market_cap: { usd: 1000, inr: 85_000, eur: 800 } } };
    if (idsOf(path)) return [{ ...coin("moon", -1, -1), current_price: 171, market_cap: 8600 }];
    return path.endsWith("&page=1") ? COINS : [];
  };
}

beforeEach(() => openSite());

it.each([
  ["gainers", "24h", ["moon", "up"]],
  ["losers", "24h", ["down"]],
  ["gainers", "7d", ["moon", "flat"]],
  ["losers", "7d", ["up"]],
] as const)("the %s of %s are chosen from all ranked coins", async (list, period, ids) => {
  const { model } = await moversPage("usd", { list, period, top: 1000, isTable: false });
  expect(model.coins.map(({ id }) => id)).toEqual(ids);
  expect(model).toMatchObject({ covered: 4, fetchedAt: TEN_O_CLOCK });
  expect(model.description).toContain("on 22 Nov 2026, 10:00 UTC, among 4 of the largest");
  expect(setting.calls.filter((path) => path.includes("per_page=250"))).toHaveLength(4);
});

it.each([
  ["inr", { price: 170, marketCap: 8500, volume: 850 }],
  ["eur", { price: 1.6, marketCap: 80, volume: 8 }],
] as const)(
  "in %s all amounts are converted by the totals of the market, once those are known, and no change is",
  async (currency, amounts) => {
    const unknown = { price: null, marketCap: null, volume: null };
    const changes = { change24h: 90, change7d: 40 };
    const [{ opened, open }, { service }] = [createGate(), setting];
    const { answer } = service;
    service.answer = (path) => (path === "/global" ? opened.then(() => answer(path)) : answer(path));
    expect((await moversPage(currency, GAINERS)).model.coins[0]).toMatchObject({ ...unknown, ...changes });
    open();
    await promisesSettled();
    expect((await moversPage(currency, GAINERS)).model.coins[0]).toMatchObject({ ...amounts, ...changes });
  },
);

it("amounts are those of a coin's record where it is known in the currency, and changes stay those in dollars", async () => {
  await setting.market.coinRows(["moon"], "inr");
  const { model } = await moversPage("inr", GAINERS);
  expect(model.coins[0]).toMatchObject({ price: 171, marketCap: 8600, change24h: 90, change7d: 40 });
});

it("has the prices that it shows refreshed on a limited plan", async () => {
  openSite({ callsPerMonth: 10_000 });
  await moversPage("inr", GAINERS);
  await promisesSettled();
  const [asked] = setting.calls.filter((path) => path.startsWith("/simple/price?"));
  expect(idsOf(asked ?? "")).toEqual(["moon", "up"]);
});

it.each([
  ["refuses them", () => refuseFor(9000), "rate-limited"],
  ["does not answer", failUnreachable, "unreachable"],
])("without any rank it fails where the service %s", async (_, answer, reason) => {
  setting.service.answer = answer;
  for (let visit = 0; visit < 2; visit += 1)
    expect((await failureOf(moversPage("usd", GAINERS))).reason).toBe(reason);
});

it("is empty while the first calls for ranks take long, and is retried soon", async () => {
  setting.hold();
  const { model, freshForMs } = await moversPage("usd", GAINERS);
  expect(model).toMatchObject({ coins: [], covered: 0, retryInMs: 2000 });
  expect(freshForMs).toBe(0);
});

it.each(["24h", "7d"] as const)(
  "the gainers of the top 100 in %s are Home's, and no list contradicts its newer figures",
  async (period) => {
    const [{ answer }, view] = [setting.service, { ...GAINERS, period, isTable: false }];
    await moversPage("usd", view);
    setting.clock.advance(MINUTE);
    setting.service.answer = (path) =>
      path.includes("per_page=250") ? answer(path) : [coin("up", 50, 30), coin("moon", 8, 6)];
    const figure = `change${period}` as const;
    const shown = ({ coins }: { readonly coins: readonly ListedCoin[] }) =>
      coins.map(({ id, [figure]: change }) => [id, change]);
    const { gainers } = (await homePage("usd", period)).model;
    expect(gainers.map(({ id }) => id)).toEqual(["up", "moon"]);
    const hundred = (await moversPage("usd", { ...view, top: 100 })).model;
    expect(shown(hundred)).toEqual(gainers.map(({ id, [figure]: change }) => [id, change]));
    expect(hundred).toMatchObject({ covered: 2, description: expect.stringContaining("Top 100, on") });
    expect(shown((await moversPage("usd", view)).model)).toEqual(expect.arrayContaining(shown(hundred)));
  },
);
