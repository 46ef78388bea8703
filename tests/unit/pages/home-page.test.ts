import { beforeEach, expect, it, vi } from "vitest";
import { publicCacheHeaders } from "~/services/documents/headers.server";
import { homePage } from "~/services/pages/home-page.server";
import { idsOf, MINUTE, promisesSettled } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

const coin = (rank: number, change: number) => ({
  ...{ id: `coin-${rank}`, market_cap_rank: rank, current_price: 1 },
  price_change_percentage_24h_in_currency: change,
});

let setting: ReturnType<typeof openMarket>;
beforeEach(() => {
  setting = openMarket({ callsPerMonth: 10_000 });
  setting.service.answer = (path) => {
    if (!path.startsWith("/coins/markets?")) return {};
    if (!path.includes("vs_currency=eur")) return [coin(3, 50)];
    return path.includes("page=1&") ? [coin(1, 2), coin(5000, 90)] : [coin(2, -1)];
  };
});

it("the home page shows known prices in its currency with the age of the oldest, and has them refreshed", async () => {
  await setting.market.coinTable("usd", 1, "market_cap_desc");
  await setting.market.coinTable("eur", 1, "market_cap_desc");
  const from = setting.clock.now();
  setting.clock.advance(MINUTE);
  await setting.market.coinTable("eur", 2, "market_cap_desc");
  setting.clock.advance(30 * MINUTE);
  const { model, freshForMs } = homePage("eur");
  expect(model.largest.map(({ id }) => id)).toEqual(["coin-1", "coin-2"]);
  expect(model).toMatchObject({ currency: "eur", covered: 2, fetchedAt: from, isOutOfDate: false });
  expect(freshForMs).toBe(MINUTE);
  await promisesSettled();
  const renewed = setting.calls.filter((path) => path.startsWith("/simple/price?")).at(-1);
  expect(idsOf(renewed ?? "")).toEqual(expect.arrayContaining(["coin-1", "coin-2"]));
});

it("the home page is kept for a moment only while nothing is known", () => {
  const { model, freshForMs } = homePage("usd");
  expect([model.largest, model.gainers, model.losers]).toEqual([[], [], []]);
  expect(publicCacheHeaders(freshForMs)["X-Accel-Expires"]).toBe("5");
});
