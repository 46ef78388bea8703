import { describe, expect, it } from "vitest";
import type { Range } from "~/domain/market/range";
import { priceHistoryBody } from "../../support/fake-bodies";
import { MINUTE, marketWithFunction } from "./market-under-test";

/** A service that sends histories as the real one does: hourly points up to 90 days, daily ones beyond. */
function marketWithHistories() {
  const setting = marketWithFunction();
  const { service } = setting;
  const usual = service.answer;
  service.answer = (path) => {
    const [, id = "", days = ""] = /^\/coins\/([^/]+)\/market_chart\?.*days=(\w+)/.exec(path) ?? [];
    return days === "" ? usual(path) : priceHistoryBody(id, days, "usd");
  };
  const read = async (range: Range) => (await setting.market.priceHistory("bitcoin", "usd", range)).value;
  return { ...setting, read };
}

describe("a history", () => {
  it.each([
    ["7d", "14d"],
    ["7d", "30d"],
    ["7d", "60d"],
    ["14d", "30d"],
    ["30d", "60d"],
    ["200d", "1y"],
    ["200d", "max"],
    ["1y", "max"],
  ] as const)(
    "of %s is cut from one of %s, without a call, and is what a call would bring",
    async (range, longer) => {
      const { read, calls } = marketWithHistories();
      await read(longer);
      const cut = await read(range);
      expect(calls).toHaveLength(1);
      expect(cut).toEqual(await marketWithHistories().read(range));
      expect(Object.isFrozen(cut)).toBe(true);
    },
  );

  it.each([
    ["14d", "7d"],
    ["24h", "7d"],
    ["24h", "60d"],
    ["60d", "200d"],
    ["7d", "max"],
  ] as const)(
    "of %s is not cut from one of %s, which is shorter or has other points",
    async (range, other) => {
      const { read, calls } = marketWithHistories();
      await read(other);
      await read(range);
      expect(calls).toHaveLength(2);
    },
  );

  it("is cut as long as the longer one is fresh, and is as old as that", async () => {
    const { market, clock, calls } = marketWithHistories();
    const long = await market.priceHistory("bitcoin", "usd", "30d");
    clock.advance(59 * MINUTE);
    const cut = await market.priceHistory("bitcoin", "usd", "7d");
    expect(cut).toMatchObject({ fetchedAt: long.fetchedAt, freshForMs: MINUTE });
    clock.advance(2 * MINUTE);
    await market.priceHistory("bitcoin", "usd", "14d");
    expect(calls).toHaveLength(2);
  });

  it("is not cut from one in another currency, or of another coin", async () => {
    const { market, calls } = marketWithHistories();
    await market.priceHistory("bitcoin", "usd", "30d");
    await market.priceHistory("bitcoin", "eur", "7d");
    await market.priceHistory("ethereum", "usd", "7d");
    expect(calls).toHaveLength(3);
  });

  it.each([
    ["downsampled", 5000],
    ["coarser than it should be", 60],
  ])("is not cut from one that is %s", async (_what, count) => {
    const { market, clock, calls, service } = marketWithHistories();
    const step = (30 * 24 * 60 * MINUTE) / count;
    const prices = Array.from({ length: count + 1 }, (_, index) => [clock.now() - index * step, index]);
    service.answer = () => ({ prices });
    await market.priceHistory("bitcoin", "usd", "30d");
    await market.priceHistory("bitcoin", "usd", "7d");
    expect(calls).toHaveLength(2);
  });
});

describe("cards", () => {
  it("are those of the table's answer while it is fresh, without a call", async () => {
    const { market, clock, calls } = marketWithFunction();
    const table = await market.coinTable("usd", 1, "market_cap_desc");
    clock.advance(40_000);
    const cards = await market.coins("usd", 1);
    expect(cards).toMatchObject({ value: table.value, fetchedAt: table.fetchedAt, freshForMs: 20_000 });
    expect(calls).toHaveLength(1);
  });

  it("are not those of another page, order or currency, or of a table that is stale", async () => {
    const { market, clock, calls } = marketWithFunction();
    await market.coinTable("usd", 2, "market_cap_desc");
    await market.coinTable("usd", 1, "volume_desc");
    await market.coinTable("eur", 1, "market_cap_desc");
    await market.coins("usd", 1);
    expect(calls.at(-1)).toBe("/coins/markets?vs_currency=usd&page=1");
    await market.coinTable("inr", 1, "market_cap_desc");
    clock.advance(MINUTE + 1);
    await market.coins("inr", 1);
    expect(calls).toHaveLength(6);
  });
});
