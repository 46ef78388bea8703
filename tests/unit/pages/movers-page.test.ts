import { beforeEach, expect, it, vi } from "vitest";
import type { MoversView } from "~/domain/market/coin-selection";
import { readMarketCoin } from "~/services/market-data/provider/coin-lists.server";
import { readGlobal } from "~/services/market-data/provider/global.server";
import { moversPage } from "~/services/pages/movers-page.server";

const MOCKED = vi.hoisted(() => ({
  glance: vi.fn(),
  knownRanks: vi.fn(),
  rankedCoins: vi.fn(),
  known: () => null,
}));

vi.mock("~/services/market-data/configured.server", () => ({ marketData: MOCKED }));

const TEN_O_CLOCK = Date.parse("2026-11-22T10:00:00.000Z");
const GAINERS: MoversView = { list: "gainers", period: "24h", isTable: false };

const coin = (id: string, day: number | null, week: number | null) =>
  readMarketCoin({
    id,
    name: id,
    current_price: 2,
    market_cap: 100,
    price_change_percentage_24h_in_currency: day,
    price_change_percentage_7d_in_currency: week,
  });

const COINS = [coin("flat", 0, 1), coin("up", 5, -3), coin("moon", 90, 40), coin("down", -7, null)];

beforeEach(() => {
  MOCKED.knownRanks.mockReset().mockReturnValue({ coins: COINS, fetchedAt: TEN_O_CLOCK });
  MOCKED.rankedCoins.mockReset().mockResolvedValue({});
  MOCKED.glance.mockReset().mockReturnValue(null);
});

it.each([
  ["gainers", "24h", ["moon", "up"], 4],
  ["losers", "24h", ["down"], 4],
  ["gainers", "7d", ["moon", "flat"], 3],
  ["losers", "7d", ["up"], 3],
] as const)("the %s of %s are chosen from all coins with that change", async (list, period, ids, covered) => {
  const { model } = await moversPage("usd", { list, period, isTable: false });
  expect(model.cards?.map(({ id }) => id)).toEqual(ids);
  expect(model).toMatchObject({ covered, rows: null, fetchedAt: TEN_O_CLOCK });
  expect(model.description).toContain(`on 22 Nov 2026, 10:00 UTC, among ${covered} of the largest`);
});

it("a card shows the change of the period, and a row of the table all of them", async () => {
  const week = { ...GAINERS, period: "7d" } as const;
  expect((await moversPage("usd", week)).model.cards?.[0]).toMatchObject({ id: "moon", change24h: 40 });
  const { model } = await moversPage("usd", { ...week, isTable: true });
  expect(model.cards).toBeNull();
  expect(model.rows?.[0]).toMatchObject({ id: "moon", change24h: 90, change7d: 40, price: 2 });
});

it("prices are converted at the rate between the totals of the market, and missing where that is not known", async () => {
  expect((await moversPage("eur", GAINERS)).model.cards?.[0]).toMatchObject({ price: "NA", change24h: 90 });
  MOCKED.glance.mockReturnValue(
    readGlobal({ data: { total_market_cap: { usd: 1000, eur: 800 } } }, "/global"),
  );
  expect((await moversPage("eur", GAINERS)).model.cards?.[0]).toMatchObject({
    price: "€1.60",
    change24h: 90,
  });
});

it("asks for the ranks that searches ask for, and waits for them only while none is known", async () => {
  MOCKED.rankedCoins.mockReturnValue(new Promise(() => {}));
  expect((await moversPage("usd", GAINERS)).model.cards).toHaveLength(2);
  expect(MOCKED.rankedCoins.mock.calls).toEqual([[1], [2], [3], [4]]);
  MOCKED.knownRanks.mockReturnValueOnce(null);
  MOCKED.rankedCoins.mockResolvedValue({});
  expect((await moversPage("usd", GAINERS)).model).toMatchObject({ covered: 4 });
});

it("without any rank it is empty, and comes back soon", async () => {
  MOCKED.knownRanks.mockReturnValue(null);
  const { model, freshForMs } = await moversPage("usd", GAINERS);
  expect(model).toMatchObject({ cards: [], covered: 0, retryInMs: 2000 });
  expect(freshForMs).toBe(0);
});
