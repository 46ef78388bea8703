import { expect, it, vi } from "vitest";
import { categoriesPage } from "~/services/pages/categories-page.server";
import { createGate, promisesSettled } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

it("amounts are in dollars until the ratio of the totals is known; the largest hundred are shown, by one call", async () => {
  const { service, calls } = openMarket();
  const gate = createGate();
  const totals = { data: { total_market_cap: { usd: 10, inr: 850 } } };
  const rows = Array.from({ length: 101 }, (_, index) => ({
    ...{ id: `c-${index}`, name: `C ${index}`, market_cap: 1000 + index, top_3_coins_id: ["bitcoin"] },
  }));
  service.answer = (path) => (path === "/global" ? gate.opened.then(() => totals) : rows);
  const { signal } = new AbortController();
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
