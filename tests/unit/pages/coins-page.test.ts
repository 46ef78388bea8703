import { beforeEach, expect, it, vi } from "vitest";
import { readMarketCoin } from "~/services/market-data/provider/coin-lists.server";
import { coinsPage } from "~/services/pages/coins-page.server";

/** Nothing else can be asked for. */
const MOCKED = vi.hoisted(() => ({ coins: vi.fn(), category: vi.fn(), glance: () => null }));

vi.mock("~/services/market-data/configured.server", () => ({ marketData: MOCKED }));

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const coin = (id: string, change7d: number | null, week: readonly number[]) => ({
  ...readMarketCoin({ id, current_price: 2 }),
  change24h: 1.234,
  change7d,
  week,
});

const ANSWER = {
  value: [coin("rising", 3, HOURS), coin("falling", -3, HOURS.toReversed()), coin("untold", 1, [])],
  fetchedAt: 0,
  freshForMs: 1000,
  isOutOfDate: false,
};

beforeEach(() => {
  MOCKED.coins.mockReset().mockResolvedValue(ANSWER);
  MOCKED.category.mockReset().mockResolvedValue(ANSWER);
});

it.each([null, "layer-1"])(
  "cards, of category %s, have their prices, and their lines of the week where those are known",
  async (category) => {
    const { model } = await coinsPage("eur", 7, null, category, new AbortController().signal);
    const card = { symbol: "", image: null, price: "€2.00", change: 1.23 };
    expect(model.coins).toEqual([
      { ...card, id: "rising", name: "rising", week: "M13 12 14 0", weekDirection: "up" },
      { ...card, id: "falling", name: "falling", week: "M13 0 14 12", weekDirection: "down" },
      { ...card, id: "untold", name: "untold" },
    ]);
    expect(MOCKED.coins.mock.calls.length + MOCKED.category.mock.calls.length).toBe(1);
  },
);
