import { describe, expect, it } from "vitest";
import { coinsHref } from "~/domain/addresses/page-addresses";
import type { MarketCoin } from "~/domain/market/coin";
import { arrangeCoins } from "~/domain/market/coin-columns";
import { PAGE_COUNT, parsePageNumber, parseTableView, type TableView } from "~/domain/market/table-view";
import { UNKNOWN_COIN } from "../../support/unknown-coin";

const viewOf = (query: string) => parseTableView(new URLSearchParams(query));

describe("the view of the coin list", () => {
  it.each(["", "view=cards", "view=", "view=tables", "order=volume_asc", "VIEW=table", "view=%00"])(
    "is cards for '%s'",
    (query) => expect(viewOf(query)).toBeNull(),
  );

  it.each<[string, TableView]>([
    ["view=table", { order: "market_cap_desc", sort: null }],
    ["view=TABLE&order=Volume_Asc", { order: "volume_asc", sort: null }],
    ["view=+table+&order=+volume_desc&sort=+name_asc", { order: "volume_desc", sort: "name_asc" }],
    ["view=table&order=id_asc&sort=price", { order: "market_cap_desc", sort: null }],
    ["view=table&sort=change_7d_desc", { order: "market_cap_desc", sort: "change_7d_desc" }],
    ["view=table&view=cards&order=volume_desc&order=x", { order: "volume_desc", sort: null }],
    ["view=table&order=&sort=__proto___asc", { order: "market_cap_desc", sort: null }],
  ])("is a table for '%s'", (query, view) => {
    expect(viewOf(query)).toEqual(view);
    expect(viewOf(new URL(coinsHref("usd", 3, view), "http://site.test").search)).toEqual(view);
  });
});

const coin = (id: string, fields: Partial<MarketCoin>) => ({ ...UNKNOWN_COIN, id, name: id, ...fields });
const ids = (coins: readonly MarketCoin[]) => coins.map(({ id }) => id).join(" ");

describe("the rows of a page", () => {
  it.each([
    ["price", "price"],
    ["change_1h", "change1h"],
    ["change_24h", "change24h"],
    ["change_7d", "change7d"],
  ] as const)("are sorted by %s, stably, with missing values last in both directions", (column, figure) => {
    const values = { none: null, two: 2, minus: -1, other: 2, nothing: null, zero: 0 };
    const coins = Object.entries(values).map(([id, value]) => coin(id, { [figure]: value }));
    const sorted = (direction: "asc" | "desc") =>
      ids(arrangeCoins(coins, { order: "market_cap_desc", sort: `${column}_${direction}` }));
    expect(sorted("desc")).toBe("two other zero minus none nothing");
    expect(sorted("asc")).toBe("minus zero two other none nothing");
  });

  it("are sorted by name as a reader would, ignoring case, and numbers by their value", () => {
    const names = ["zcash", "Coin 10", "Ärzte", "Coin 9", "aave", "Bitcoin"];
    const coins = names.map((name) => coin(name, {}));
    const sorted = (sort: "name_asc" | "name_desc") =>
      ids(arrangeCoins(coins, { order: "volume_desc", sort }));
    expect(sorted("name_asc")).toBe("aave Ärzte Bitcoin Coin 9 Coin 10 zcash");
    expect(sorted("name_desc")).toBe("zcash Coin 10 Coin 9 Bitcoin Ärzte aave");
  });

  it.each(["market_cap", "volume"])("keep the service's order by %s, with missing values last", (column) => {
    const coins = [
      coin("unknown", {}),
      coin("small", { marketCap: 1, volume: 1 }),
      coin("large", { marketCap: 5, volume: 5 }),
    ];
    for (const direction of ["asc", "desc"] as const) {
      const order = `${column as "volume"}_${direction}` as const;
      expect(ids(arrangeCoins(coins, { order, sort: null }))).toBe("small large unknown");
    }
  });
});

describe("the page number of an address", () => {
  it.each([
    ["1", 1],
    [" 3 ", 3],
    ["03", 3],
    ["132", 132],
  ])("is read from %j as %d", (value, expected) => expect(parsePageNumber(value, PAGE_COUNT)).toBe(expected));

  const BEYOND = ["0", "-1", "133", "1000", "99999999999999999999", "Infinity", "NaN"];
  const MISSPELT = ["", " ", "+2", "2.0", "2.5", "1e2", "0x10", "2abc", "two", "1 2", "2\u0000"];
  const IN_OTHER_DIGITS = ["٣", "３"];

  it.each([null, ...BEYOND, ...MISSPELT, ...IN_OTHER_DIGITS])("is 1 for %j, which is not a page", (value) => {
    expect(parsePageNumber(value, PAGE_COUNT)).toBe(1);
  });
});
