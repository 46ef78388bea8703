import { expect, it, vi } from "vitest";
import { categoriesPage } from "~/services/page-models/categories-page.server";
import { coinsPage } from "~/services/page-models/coins-page.server";
import { createGate, DAY, MINUTE, promisesSettled } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

const { signal } = new AbortController();

it("a category has its name as soon as the list of names is there, which is fetched once a day in the background", async () => {
  const { calls, clock, service } = openMarket();
  const names = [
    { category_id: "xdai-ecosystem", name: "Gnosis Chain Ecosystem" },
    { category_id: "a b", name: "Odd" },
  ];
  service.answer = (path) => (path === "/coins/categories/list" ? names : [{ id: "xdai", current_price: 1 }]);
  const nameOf = async (category: string) => {
    const { model } = await coinsPage("eur", 1, null, category, signal);
    return [model.categoryName, model.description.includes(`the category ${model.categoryName}`)];
  };
  await nameOf("xdai-ecosystem");
  await promisesSettled();
  expect(await nameOf("xdai-ecosystem")).toEqual(["Gnosis Chain Ecosystem", true]);
  expect(await nameOf("unlisted")).toEqual(["unlisted", true]);
  const ofNames = () => calls.filter((path) => path === "/coins/categories/list").length;
  expect(ofNames()).toBe(1);
  clock.advance(DAY + MINUTE);
  await nameOf("xdai-ecosystem");
  expect(ofNames()).toBe(2);
});

it.each([null, "layer-1"])("all sorts of a page, of category %s, share a call", async (category) => {
  const { calls, service } = openMarket();
  const rows = [1, 3, 2].map((price) => ({ id: `c${price}`, current_price: price }));
  service.answer = (path) => (path.startsWith("/coins/markets?") ? rows : {});
  for (const [sort, prices] of [["price_asc", [1, 2, 3]] as const, ["price_desc", [3, 2, 1]] as const]) {
    const { model } = await coinsPage("eur", 7, { order: "volume_desc", sort }, category, signal);
    expect(model.coins.map(({ price }) => price)).toEqual(prices);
  }
  const lists = calls.filter((path) => path.startsWith("/coins/markets?"));
  expect(lists).toEqual([expect.stringMatching(/vs_currency=eur&page=7&order=volume_desc/)]);
  expect(lists[0]?.includes("category=layer-1")).toBe(category !== null);
});

const TABLE = "order=market_cap_desc&sparkline=true&price_change_percentage=1h,24h,7d";

it.each([
  [null, ""],
  ["layer-1", "&category=layer-1"],
])(
  "cards of category %s get the line of the week by the table's call, which follows theirs once an hour",
  async (category, suffix) => {
    const { calls, clock, service } = openMarket();
    service.answer = (path) => {
      if (!path.startsWith("/coins/markets?")) return {};
      const week = path.includes("sparkline")
        ? { sparkline_in_7d: { price: Array.from({ length: 168 }, (_, hour) => hour + 1) } }
        : {};
      return [{ id: "bitcoin", current_price: 168, ...week }];
    };
    const hasLine = async () => {
      const { model } = await coinsPage("eur", 7, null, category, signal);
      await promisesSettled();
      return (model.coins[0]?.week.length ?? 0) > 0;
    };
    const lists = () => calls.filter((path) => path.startsWith("/coins/markets?"));
    expect([await hasLine(), await hasLine()]).toEqual([false, true]);
    expect(lists()).toEqual([
      `/coins/markets?vs_currency=eur&page=7${suffix}`,
      `/coins/markets?vs_currency=eur&page=7&${TABLE}${suffix}`,
    ]);
    const tables = () => lists().filter((path) => path.includes("sparkline")).length;
    for (let visit = 0; visit < 24; visit += 1) {
      clock.advance(5 * MINUTE);
      expect(await hasLine()).toBe(true);
    }
    expect(tables()).toBe(2);
  },
);

it("with a monthly limit the table's call is made alone, for cards, too", async () => {
  const { calls } = openMarket({ callsPerMonth: 10_000 });
  await coinsPage("eur", 7, null, null, signal);
  await promisesSettled();
  expect(calls.filter((path) => path.includes("page=7"))).toEqual([
    `/coins/markets?vs_currency=eur&page=7&${TABLE}`,
  ]);
});

it("a category tells its own figures once they are known, and never those of the whole market", async () => {
  const { service } = openMarket();
  const bodies: Record<string, unknown> = {
    "/global": { data: { total_market_cap: { usd: 9e12, eur: 4.5e12 } } },
    "/coins/categories": [{ id: "layer-1", name: "L1", market_cap: 2e12, market_cap_change_24h: 3 }],
    "/coins/categories/list": [],
  };
  service.answer = (path) => bodies[path] ?? [{ id: "c", current_price: 1 }];
  const lineOf = async (category: string | null) =>
    (await coinsPage("eur", 1, null, category, signal)).model.glance;
  await lineOf(null);
  await promisesSettled();
  expect(await lineOf(null)).toMatchObject({ start: "Market cap €4.50T" });
  expect(await lineOf("layer-1")).toBeNull();
  await categoriesPage("eur", signal);
  expect(await lineOf("layer-1")).toMatchObject({ start: "Market cap €1.00T", percent: 3 });
  expect(await lineOf("gaming")).toBeNull();
});

it("amounts are in dollars until the ratio of the totals is known; the largest hundred are shown, by one call", async () => {
  const { service, calls } = openMarket();
  const gate = createGate();
  const totals = { data: { total_market_cap: { usd: 10, inr: 850 } } };
  const rows = Array.from({ length: 101 }, (_, index) => ({
    ...{ id: `c-${index}`, name: `C ${index}`, market_cap: 1000 + index, top_3_coins_id: ["bitcoin"] },
  }));
  service.answer = (path) => (path === "/global" ? gate.opened.then(() => totals) : rows);
  const first = await categoriesPage("inr", signal);
  expect(first.model).toMatchObject({ shownIn: "usd", count: 101 });
  expect(first.model.categories).toHaveLength(100);
  expect(first.model.categories[0]).toMatchObject({ marketCap: 1100, topCoins: [{ name: "bitcoin" }] });
  gate.open();
  await promisesSettled();
  const second = await categoriesPage("inr", signal);
  expect(second.model).toMatchObject({ shownIn: "inr", categories: { 0: { marketCap: 93_500 } } });
  expect(calls.toSorted()).toEqual(["/coins/categories", "/global"]);
});
