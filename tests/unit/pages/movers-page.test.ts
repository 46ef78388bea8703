import { beforeEach, expect, it, vi } from "vitest";
import type { MoversView } from "~/domain/market/coin-selection";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import { readMarketCoin } from "~/services/market-data/provider/coin-lists.server";
import { readGlobal } from "~/services/market-data/provider/global.server";
import { moversPage } from "~/services/pages/movers-page.server";

const MOCKED = vi.hoisted(() => ({
  glance: vi.fn(),
  knownRanks: vi.fn(),
  rankedCoins: vi.fn(),
  renewPrices: vi.fn(),
  known: vi.fn(),
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
    total_volume: 10,
    price_change_percentage_24h_in_currency: day,
    price_change_percentage_7d_in_currency: week,
  });

const COINS = [coin("flat", 0, 1), coin("up", 5, -3), coin("moon", 90, 40), coin("down", -7, null)];

beforeEach(() => {
  MOCKED.knownRanks.mockReset().mockReturnValue({ coins: COINS, fetchedAt: TEN_O_CLOCK });
  MOCKED.rankedCoins.mockReset().mockResolvedValue({});
  MOCKED.glance.mockReset().mockReturnValue(null);
  MOCKED.known.mockReset().mockReturnValue(null);
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
  expect((await moversPage("usd", week)).model.cards?.[0]).toMatchObject({ id: "moon", change: 40 });
  const { model } = await moversPage("usd", { ...week, isTable: true });
  expect(model.cards).toBeNull();
  expect(model.rows?.[0]).toMatchObject({ id: "moon", change24h: 90, change7d: 40, price: 2 });
});

it.each([
  ["inr", 85, { price: 170, marketCap: 8500, volume: 850 }, "₹170.00"],
  ["eur", 0.8, { price: 1.6, marketCap: 80, volume: 8 }, "€1.60"],
] as const)(
  "in %s all amounts are multiplied by the rate %d of the totals of the market",
  async (currency, rate, amounts, price) => {
    const models = async () => [
      (await moversPage(currency, GAINERS)).model.cards?.[0],
      (await moversPage(currency, { ...GAINERS, isTable: true })).model.rows?.[0],
    ];
    const unknown = { price: null, marketCap: null, volume: null };
    expect(await models()).toMatchObject([{ price: "NA" }, { ...unknown, change24h: 90, change7d: 40 }]);
    const totals = { total_market_cap: { usd: 1000, [currency]: 1000 * rate } };
    MOCKED.glance.mockReturnValue(readGlobal({ data: totals }, "/global"));
    expect(await models()).toMatchObject([
      { price, change: 90 },
      { ...amounts, change24h: 90, change7d: 40 },
    ]);
  },
);

it("amounts are those of a coin's record where it is known in the currency, and changes stay those in dollars", async () => {
  MOCKED.known.mockImplementation((id) => readMarketCoin({ id, current_price: 171, market_cap: 8600 }));
  const { model } = await moversPage("inr", { ...GAINERS, isTable: true });
  const amounts = { price: 171, marketCap: 8600, volume: null };
  expect(model.rows?.[0]).toMatchObject({ id: "moon", ...amounts, change24h: 90 });
  expect(MOCKED.renewPrices).toHaveBeenLastCalledWith(["moon", "up"], "inr");
});

it("without any rank it fails like the calls for them, unless those only have to wait", async () => {
  MOCKED.knownRanks.mockReturnValue(null);
  const delay = new MarketDataFailure("overloaded", "later", { retryAfterMs: 9000 });
  MOCKED.rankedCoins.mockRejectedValueOnce(delay);
  expect((await moversPage("usd", GAINERS)).model).toMatchObject({ covered: 0, retryInMs: 9000 });
  MOCKED.rankedCoins.mockRejectedValueOnce(new MarketDataFailure("unreachable", "broken"));
  await expect(moversPage("usd", GAINERS)).rejects.toThrow("broken");
});

it("asks for the ranks that searches ask for, and waits for them only while none is known", async () => {
  MOCKED.rankedCoins.mockReturnValue(new Promise(() => {}));
  expect((await moversPage("usd", GAINERS)).model.cards).toHaveLength(2);
  expect(MOCKED.rankedCoins.mock.calls).toEqual([[1], [2], [3], [4]]);
  MOCKED.knownRanks.mockReturnValueOnce(null);
  MOCKED.rankedCoins.mockResolvedValue({});
  expect((await moversPage("usd", GAINERS)).model).toMatchObject({ covered: 4 });
});

it("without any rank it is empty, and is retried soon", async () => {
  MOCKED.knownRanks.mockReturnValue(null);
  const { model, freshForMs } = await moversPage("usd", GAINERS);
  expect(model).toMatchObject({ cards: [], covered: 0, retryInMs: 2000 });
  expect(freshForMs).toBe(0);
});
