import { expect, it, vi } from "vitest";
import { parseQuery } from "~/domain/search/query";
import { searchKey } from "~/domain/search/search-key";
import { buildCatalogue } from "~/services/search/catalogue.server";
import { createCoinSearch } from "~/services/search/coin-search.server";
import { manyCoins } from "../../support/many-coins";
import { marketWithFunction } from "../market-data/market-under-test";

const MAX_KEYS = 250_000;
const MAX_LENGTH = 5_000_000;

/** The catalogue of lines as they would stand in memory, whatever they are. */
async function catalogueOf(coins: readonly { id: string; symbol: string; name: string }[]) {
  const lines = coins.map(({ id, symbol, name }) => `${id}\t${symbol}\t${name}`).join("\n");
  const { index, coinAt } = await buildCatalogue({ lines }, marketWithFunction().market.records);
  return { index, find: (text: string) => index.find(searchKey(text), 5).places.map((at) => coinAt(at).id) };
}

const HONEST = manyCoins(17_000);
const HONEST_KEYS = 70_000;

it("150 names of letters that unfold to eighteen add few keys, and the other names are found", async () => {
  const hostile = Array.from({ length: 150 }, (_, index) => ({
    id: `hostile-${index}`,
    symbol: "ﷺ".repeat(200),
    name: "ﷺ".repeat(200),
  }));
  const [usual, full] = [await catalogueOf(HONEST), await catalogueOf([...hostile, ...HONEST])];
  expect(usual.index.keys).toBeLessThan(HONEST_KEYS);
  expect(full.index.keys - usual.index.keys).toBeLessThanOrEqual(150 * 18);
  expect(full.index.length - usual.index.length).toBeLessThanOrEqual(150 * 18 * 129);
  expect(full.find("bitcoin")[0]).toBe("bitcoin");
  expect(full.find("ﷺ")[0]).toBe("hostile-0");
});

it("a line of 400 kB of words of one letter is no coin", async () => {
  const line = { id: "hostile", symbol: "h", name: "a ".repeat(200_000) };
  const symbol = { id: "hostile-2", symbol: "a ".repeat(200_000), name: "Hostile" };
  const { index, find } = await catalogueOf([line, symbol, ...HONEST]);
  expect(index.keys).toBeLessThan(HONEST_KEYS);
  expect(find("hostile")).toEqual([]);
  expect(find("bitcoin")[0]).toBe("bitcoin");
});

it("a whole list of such names fills the index to its bound, and the best coins are found", async () => {
  const hostile = Array.from({ length: 50_000 }, (_, index) => ({
    id: `h${index}`,
    symbol: "ﷺ".repeat(9),
    name: "ﷺ".repeat(15),
  }));
  const { index, find } = await catalogueOf([...HONEST.slice(0, 100), ...hostile]);
  expect(index.keys).toBeLessThanOrEqual(MAX_KEYS);
  expect(index.length).toBeLessThanOrEqual(MAX_LENGTH);
  expect(find("bitcoin")[0]).toBe("bitcoin");
  expect(vi.mocked(console.warn).mock.calls.join()).toMatch(
    /^search: the index is full: \d+ of 50100 coins are left out$/,
  );
});

it("a list whose keys all begin differently has no more than the bound either", async () => {
  const letter = (index: number) => String.fromCharCode(0x4e00 + (index % 20_000));
  const hostile = Array.from({ length: 50_000 }, (_, index) => ({
    id: `h${index}`,
    symbol: "s",
    name: Array.from({ length: 10 }, (_, word) => `${letter(index)}${letter(index * 10 + word)}x`).join(" "),
  }));
  const { index } = await catalogueOf(hostile);
  expect(index.keys).toBeLessThanOrEqual(MAX_KEYS);
});

it("names from the service are bounded in the same way, and searches go on", async () => {
  const { market, clock, service } = marketWithFunction();
  const hostile = HONEST.slice(1, 10_000).map(({ id, symbol }) => ({ id, symbol, name: "a ".repeat(100) }));
  const names = [{ id: "bitcoin", symbol: "btc", name: "Bitcoin" }, ...hostile];
  service.answer = (path) => (path === "/coins/list" ? names : []);
  const { coins } = await createCoinSearch(market, clock).find(parseQuery("bitcoin"), 5);
  expect(coins[0]?.id).toBe("bitcoin");
});
