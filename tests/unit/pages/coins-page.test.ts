import { beforeEach, expect, it, vi } from "vitest";
import type { KnownCoin } from "~/domain/market/coin";
import { readMarketCoin } from "~/services/market-data/provider/coin-lists.server";
import { coinsPage } from "~/services/pages/coins-page.server";

/** Nothing else can be asked for. */
const MOCKED = vi.hoisted(() => ({ coins: vi.fn(), category: vi.fn(), known: vi.fn(), glance: () => null }));

vi.mock("~/services/market-data/configured.server", () => ({ marketData: MOCKED }));

const { signal } = new AbortController();

const ANSWER = {
  value: ["rising", "falling", "untold"].map((id) => readMarketCoin({ id, current_price: 2 })),
  fetchedAt: 0,
  freshForMs: 1000,
  isOutOfDate: false,
};

const record = (id: string, change7d: number | null, week: string): KnownCoin => ({
  ...readMarketCoin({ id, current_price: 1 }),
  change7d,
  week,
  fetchedAt: 0,
});

beforeEach(() => {
  MOCKED.coins.mockReset().mockResolvedValue(ANSWER);
  MOCKED.category.mockReset().mockResolvedValue(ANSWER);
  MOCKED.known.mockReset().mockReturnValue(null);
});

it.each([null, "layer-1"])(
  "cards, of category %s, have the lines of the week that the records know, and their own prices",
  async (category) => {
    MOCKED.known
      .mockReturnValueOnce(record("rising", 3, "M0 9l1 0"))
      .mockReturnValueOnce(record("falling", -3, "M0 8l1 0"))
      .mockReturnValueOnce(record("untold", 1, ""));
    const { model } = await coinsPage("eur", 7, null, category, signal);
    expect(model.coins).toMatchObject([
      { id: "rising", price: "€2.00", week: "M0 9l1 0", weekDirection: "up" },
      { id: "falling", price: "€2.00", week: "M0 8l1 0", weekDirection: "down" },
      { id: "untold", price: "€2.00" },
    ]);
    expect(model.coins[2]).not.toHaveProperty("week");
    expect(MOCKED.known.mock.calls).toEqual(["rising", "falling", "untold"].map((id) => [id, "eur"]));
    expect(MOCKED.coins.mock.calls.length + MOCKED.category.mock.calls.length).toBe(1);
  },
);

it("cards of coins that the records have forgotten are as their answer says", async () => {
  const { model } = await coinsPage("usd", 1, null, null, signal);
  expect(model.coins[0]).toEqual({
    id: "rising",
    symbol: "",
    name: "rising",
    image: null,
    price: "$2.00",
    change24h: null,
  });
});
