import { beforeEach, expect, it, vi } from "vitest";
import { publicCacheHeaders } from "~/services/documents/headers.server";
import { homePage } from "~/services/pages/home-page.server";

const MOCKED = vi.hoisted(() => ({ knownCoins: vi.fn(), renewPrices: vi.fn(), glance: () => null }));

vi.mock("~/services/market-data/configured.server", () => ({ marketData: MOCKED }));

const coin = (rank: number, change24h: number, fetchedAt: number) => {
  const id = `coin-${rank}`;
  return { id, symbol: id, name: id, image: null, rank, price: 1, change24h, fetchedAt };
};

beforeEach(() => MOCKED.knownCoins.mockReset());

it("the home page shows known prices in its currency with the age of the oldest, and has them refreshed", () => {
  MOCKED.knownCoins.mockReturnValue([coin(1, 2, 3000), coin(2, -1, 2000), coin(5000, 90, 1000)]);
  const { model, freshForMs } = homePage("eur");
  expect(MOCKED.knownCoins).toHaveBeenCalledWith("eur");
  expect(model.largest.map(({ id }) => id)).toEqual(["coin-1", "coin-2"]);
  expect(model).toMatchObject({ currency: "eur", covered: 2, fetchedAt: 2000, isOutOfDate: false });
  expect(freshForMs).toBe(60_000);
  expect(MOCKED.renewPrices).toHaveBeenCalledExactlyOnceWith(["coin-1", "coin-2"], "eur");
});

it("the home page is kept for a moment only while nothing is known", () => {
  MOCKED.knownCoins.mockReturnValue([]);
  const { model, freshForMs } = homePage("usd");
  expect([model.largest, model.gainers, model.losers]).toEqual([[], [], []]);
  expect(publicCacheHeaders(freshForMs)["X-Accel-Expires"]).toBe("5");
});
