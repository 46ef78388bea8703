import { expect, it, vi } from "vitest";
import { searchKey } from "~/domain/search/search-key";
import { buildCatalogue } from "~/services/search/catalogue.server";
import { manyCoins } from "../../support/many-coins";
import { marketWithFunction, times } from "../market-data/market-under-test";
import { searchAmong } from "./searched-coins";

/** The catalogue of names as they would stand in memory, whatever they are. */
async function catalogueOf(coins: readonly { id: string; symbol: string; name: string }[]) {
  const names = new Map(coins.map((coin) => [coin.id, coin]));
  const catalogue = await buildCatalogue(names, marketWithFunction().market.records);
  return (text: string) => catalogue.find(searchKey(text), 5).coins.map(({ id }) => id);
}

const HONEST = manyCoins(17_000);
const FULL = /^search: the index is full: \d+ of \d+ coins are left out$/;

it("150 names of letters that unfold to eighteen leave room for all others", async () => {
  const ligatures = "ﷺ".repeat(200);
  const hostile = times(150, (index) => ({ id: `hostile-${index}`, symbol: ligatures, name: ligatures }));
  const find = await catalogueOf([...hostile, ...HONEST]);
  expect([find("bitcoin")[0], find("ﷺ")[0]]).toEqual(["bitcoin", "hostile-1"]);
  expect(console.warn).not.toHaveBeenCalled();
});

const letter = (index: number) => String.fromCharCode(0x4e00 + (index % 20_000));

it.each<[what: string, name: (index: number) => string]>([
  ["of letters that unfold to eighteen", () => "ﷺ".repeat(15)],
  [
    "of ten short words",
    (index) => times(10, (word) => `${letter(index)}${letter(index * 10 + word)}x`).join(" "),
  ],
])("a list of names %s fills the index to its bound, and the best coins are found", async (_what, name) => {
  const hostile = times(20_000, (index) => ({ id: `h${index}`, symbol: "ﷺ".repeat(9), name: name(index) }));
  const find = await catalogueOf([...HONEST.slice(0, 100), ...hostile]);
  expect(find("bitcoin")[0]).toBe("bitcoin");
  expect(vi.mocked(console.warn).mock.calls).toEqual([[expect.stringMatching(FULL)]]);
});

it("names from the service are bounded in the same way, and searches go on", async () => {
  const hostile = HONEST.slice(1, 10_000).map(({ id, symbol }) => ({ id, symbol, name: "a ".repeat(100) }));
  const names = [{ id: "bitcoin", symbol: "btc", name: "Bitcoin" }, ...hostile];
  const { coins } = await searchAmong((path) => (path === "/coins/list" ? names : [])).find("bitcoin", 5);
  expect(coins[0]?.id).toBe("bitcoin");
});
