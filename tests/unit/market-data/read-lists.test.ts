import { describe, expect, it, vi } from "vitest";
import { readMarketCoins } from "~/services/market-data/source/coin-lists.server";
import * as market from "~/services/market-data/source/market.server";
import { picturePaths } from "~/services/pictures/picture-paths.server";
import { failureOf, numbered } from "./market-under-test";

const WEEK = Array.from({ length: 168 }, (_, hour) => hour);
const PICTURE = "https://coin-images.coingecko.com/coins/images/1/large/bitcoin.png";

const BITCOIN = {
  ...{ id: "bitcoin", symbol: "btc", name: "Bitcoin", image: PICTURE, current_price: 75_646 },
  ...{ market_cap: 1_514_184_431_949, market_cap_rank: 1, total_volume: 51_301_699_150 },
  ...{ high_24h: 77_391, low_24h: 75_541, price_change_percentage_24h: -4.38 },
  ...{ price_change_percentage_1h_in_currency: 0.12, price_change_percentage_24h_in_currency: -4.34 },
  ...{ price_change_percentage_7d_in_currency: 9.5, circulating_supply: 20_017_787, max_supply: 21_000_000 },
  ...{ ath: 126_080, ath_date: "2025-10-06T18:57:42.558Z", atl: 67.81, atl_date: "2013-07-06T00:00:00.000Z" },
  ...{ last_updated: "2026-04-19T01:58:53.082Z", sparkline_in_7d: { price: WEEK } },
};

const FIGURES = {
  ...{ price: 75_646, change1h: 0.12, change24h: -4.34, change7d: 9.5, low24h: 75_541, high24h: 77_391 },
  ...{ marketCap: 1_514_184_431_949, volume: 51_301_699_150, maxSupply: 21_000_000 },
  ...{ circulatingSupply: 20_017_787, allTimeLow: 67.81, allTimeHigh: 126_080 },
  ...{ allTimeLowAt: Date.UTC(2013, 6, 6), allTimeHighAt: Date.UTC(2025, 9, 6, 18, 57, 42, 558) },
  lastUpdated: Date.UTC(2026, 3, 19, 1, 58, 53, 82),
};

function readRow(fields: Readonly<Record<string, unknown>>) {
  return readMarketCoins([{ ...BITCOIN, ...fields }], "/coins/markets")[0];
}

describe("a coin of a list", () => {
  it("is read field by field", () => {
    const image = picturePaths.pathOf(PICTURE.replace("large", "small"));
    const facts = { id: "bitcoin", symbol: "btc", name: "Bitcoin", image, rank: 1 };
    expect(readRow({})).toEqual({ ...facts, ...FIGURES, week: WEEK });
  });

  it.each([[null], [undefined], [{}], ["x"], [[]]])("knows nothing where the service sends %j", (odd) => {
    const sent = Object.fromEntries(Object.keys(BITCOIN).map((field) => [field, odd]));
    const unknown = Object.fromEntries(Object.keys(FIGURES).map((figure) => [figure, null]));
    const read = readRow({ ...sent, id: "bitcoin", name: null });
    expect(read).toMatchObject({ ...unknown, name: "bitcoin", image: null, rank: null, week: [] });
  });

  it("has prices in numbers, also as text, and of nothing else", () => {
    const read = (sent: unknown) => readRow({ current_price: sent })?.price;
    expect([0.00000378, 7.7e-12, 1e14, 0].map(read)).toEqual([0.00000378, 7.7e-12, 1e14, 0]);
    expect(["0", "21000000.0", "3.78e-06"].map(read)).toEqual([0, 21_000_000, 3.78e-6]);
    expect([[5], "", true, "Infinity", "1e101"].map(read)).toEqual([null, null, null, null, null]);
  });

  it("has a picture only where that is a usable address, over https as the Content Security Policy demands", () => {
    const read = (image: string) => readRow({ image })?.image;
    const url = "https://assets.example/large/a.png";
    expect(read(url)).toBe(picturePaths.pathOf(url));
    const odd = ["http://assets.example/a.png", "//assets.example/a.png", "missing_large.png", "file:///a"];
    const worse = ["javascript:alert(1)", "data:image/png;base64,AAAA", `https://a.test/${"a".repeat(1986)}`];
    expect(new Set([...odd, ...worse].map(read))).toEqual(new Set([null]));
  });

  it("has a name, and perhaps a symbol, in any script and without invisible characters", () => {
    const names = ["", "\u200b\u200bHidden", "币安人生"].map((name) => readRow({ name, symbol: name }));
    expect(names.map((row) => row?.name)).toEqual(["bitcoin", "Hidden", "币安人生"]);
    expect(names.map((row) => row?.symbol)).toEqual(["", "Hidden", "币安人生"]);
  });

  it("has its rank among its like, or else, as a wrapped token, the one among all coins", () => {
    const ranks = [[1], ["2"], [0], [1.5], [40, 44], [null, 12]].map(
      ([rank, among]) => readRow({ market_cap_rank: rank, market_cap_rank_with_rehypothecated: among })?.rank,
    );
    expect(ranks).toEqual([1, 2, null, null, 40, 12]);
  });

  it("falls back to the change in dollars, and takes a market cap and a volume of 0 as unknown", () => {
    const sent = { price_change_percentage_24h_in_currency: null, market_cap: 0, total_volume: 0 };
    expect(readRow(sent)).toMatchObject({ change24h: -4.38, marketCap: null, volume: null });
  });

  it("has the prices of a week without gaps, at most the last 500", () => {
    expect(readRow({ sparkline_in_7d: { price: [2, null, "3", "x", {}, 4] } })?.week).toEqual([2, 3, 4]);
    const price = Array.from({ length: 100_000 }, (_, hour) => hour);
    expect(readRow({ sparkline_in_7d: { price } })?.week).toEqual(price.slice(-500));
  });
});

describe.each([
  { list: "coins", read: (body: unknown) => readMarketCoins(body, "/the/path") },
  { list: "exchanges", read: (body: unknown) => market.EXCHANGES_ENDPOINT.read(body, "/the/path") },
])("a list of $list", ({ read }) => {
  it("drops the rows that cannot be used, logs how many, if any, and is deeply frozen", () => {
    const odd = [null, 5, "text", [], {}, { id: null }, { id: 7 }, { id: "" }];
    const unsafe = [{ id: "evil\u202e" }, { id: "bit\u200bcoin" }];
    expect(read([])).toEqual([]);
    const rows = read([{ id: "z" }, { id: "a" }]);
    expect(Object.isFrozen(rows) && rows.every(Object.isFrozen)).toBe(true);
    expect(read([{ id: "z" }, ...odd, { id: "a" }, ...unsafe])).toEqual(rows);
    expect(vi.mocked(console.warn).mock.calls).toEqual([["market data: /the/path: dropped 10 of 12 rows"]]);
  });

  it("has each id once, and ends after 250 rows, the most that the service sends at a time", () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: `coin-${index}`, name: `${index}` }));
    const [first] = rows;
    expect(read([first, { ...first, name: "again" }]).map(({ name }) => name)).toEqual(["0"]);
    expect(read(rows).map(({ id }) => id)).toEqual(rows.slice(0, 250).map(({ id }) => id));
  });

  it.each([[null], [{}], ["text"], [5], [{ error: "no" }]])("cannot be read from %j", (body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ reason: "bad-response" }));
  });
});

describe("an exchange", () => {
  const read = (fields: object) => market.EXCHANGES_ENDPOINT.read([{ id: "gate", ...fields }], "")[0];
  const BARE = {
    ...{ id: "gate", name: "gate", image: null, url: null, trustScoreRank: null, trustScore: null },
    ...{ volumeBtc: null, country: null, year: null },
  };

  it("is read field by field", () => {
    const url = "http://www.gate.example/";
    const sent = { name: "Gate", image: PICTURE, url, country: " Hong Kong ", year_established: 2013 };
    const scores = { trust_score: 10, trust_score_rank: "7", trade_volume_24h_btc: 46_915.6 };
    const image = picturePaths.pathOf(PICTURE.replace("large", "small"));
    expect(read({ ...sent, ...scores })).toEqual({
      ...{ id: "gate", name: "Gate", image, url, country: "Hong Kong", year: 2013 },
      ...{ trustScoreRank: 7, trustScore: 10, volumeBtc: 46_915.6 },
    });
  });

  it.each([
    ["nothing", {}],
    ["a volume of zero, which is an unknown one", { trade_volume_24h_btc: 0 }],
    ["null", { name: null, country: "", url: null, trust_score_rank: null, year_established: null }],
    ["no text", { name: "", country: "null" }],
    ["impossible numbers", { trust_score: 1e-18, trust_score_rank: 1e99, year_established: 13 }],
    ["odd values", { name: {}, url: "", trust_score_rank: {}, trust_score: [], year_established: {} }],
    ["scripts", { url: " JavaScript:alert(1)", image: "javascript:alert(1)" }],
    ["a plain picture", { image: "http://a.example/a.png" }],
    ["names of users", { url: "https://binance.com@evil.example/", image: "https://:pw@a.example/a.png" }],
    ["a year between two", { year_established: 2013.5 }],
    ["a year of five digits", { year_established: 20_130 }],
  ])("may have %s", (_what, fields) => expect(read(fields)).toEqual(BARE));
});

describe("the names of all coins", () => {
  const read = (body: unknown) => market.COIN_NAMES_ENDPOINT.read(body, "/coins/list");

  it("are read row by row, without invalid rows, duplicates and rows without an id", async () => {
    const odd = { id: "1move token", symbol: null, name: "\u200b1Move\tToken\n" };
    const bitcoin = { id: "bitcoin", symbol: "btc", name: "Bitcoin" };
    const unusable = [{ ...bitcoin, name: "Again" }, { id: "a/b", symbol: "x" }, { symbol: "noid" }, null];
    const names = await read([bitcoin, ...unusable, odd, { id: "nameless" }]);
    expect([...names.values()]).toEqual([
      bitcoin,
      { id: "1move token", symbol: "", name: "1MoveToken" },
      { id: "nameless", symbol: "", name: "nameless" },
    ]);
    expect(console.warn).toHaveBeenCalledWith("market data: /coins/list: dropped 4 of 7 rows");
  });

  it("are bounded, however long the list and the names are, and nothing but a list", async () => {
    const rows = numbered(60_000).map((id) => ({ id, name: "x".repeat(300) }));
    const names = await read(rows);
    const length = [...names.values()].reduce((sum, coin) => sum + coin.id.length + coin.name.length, 0);
    expect([length <= 1_700_000, length > 1_600_000]).toEqual([true, true]);
    expect((await failureOf(read({ coins: [] }))).reason).toBe("bad-response");
  });
});

it("trending coins are read from their items", () => {
  const small = "https://x.example/p.png";
  const item = { id: "pepe", symbol: "pepe", name: "Pepe", market_cap_rank: 30, small };
  const read = (body: unknown) => market.TRENDING_ENDPOINT.read(body, "/search/trending");
  expect(read({ coins: [{ item }, { item: {} }, null], nfts: [] })).toEqual([
    { id: "pepe", symbol: "pepe", name: "Pepe", rank: 30, image: picturePaths.pathOf(small) },
  ]);
  expect(() => read([])).toThrow("the body has no coins");
});
