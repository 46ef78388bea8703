import { beforeEach, describe, expect, it } from "vitest";
import { readMarketCoins } from "~/services/market-data/provider/coin-lists.server";
import { readExchanges } from "~/services/market-data/provider/exchanges.server";
import { watchWarnings } from "./market-under-test";

beforeEach(() => void watchWarnings());

const BITCOIN = {
  id: "bitcoin",
  symbol: "btc",
  name: "Bitcoin",
  image: "https://assets.example/large/btc.png",
  current_price: 64_668.5,
};

function readCoin(fields: Readonly<Record<string, unknown>>) {
  return readMarketCoins([{ ...BITCOIN, ...fields }], "/coins/markets")[0];
}

describe("a row of the coin list", () => {
  it("is read field by field", () => {
    expect(readCoin({})).toMatchObject({
      id: "bitcoin",
      symbol: "btc",
      name: "Bitcoin",
      image: "https://assets.example/large/btc.png",
      price: 64_668.5,
      rank: null,
      change24h: null,
    });
    expect(readCoin({ market_cap_rank: 1, price_change_percentage_24h: -4.38 })).toMatchObject({
      rank: 1,
      change24h: -4.38,
    });
  });

  it("reads the rank of a wrapped token among all coins, and that of any other among its like", () => {
    expect(readCoin({ market_cap_rank: null, market_cap_rank_with_rehypothecated: 12 })?.rank).toBe(12);
    expect(readCoin({ market_cap_rank: 40, market_cap_rank_with_rehypothecated: 44 })?.rank).toBe(40);
  });

  it.each([
    ["a number", 0.00000378, 0.00000378],
    ["a tiny number", 7.7e-12, 7.7e-12],
    ["a huge number", 1e14, 1e14],
    ["zero, which is a price", 0, 0],
    ["zero as text", "0", 0],
    ["a number as text", "21000000.0", 21_000_000],
    ["a number as text with an exponent", "3.78e-06", 3.78e-6],
    ["null", null, null],
    ["absent", undefined, null],
    ["an empty object", {}, null],
    ["a list", [5], null],
    ["empty text", "", null],
    ["a word", "unknown", null],
    ["truth", true, null],
    ["infinite as text", "Infinity", null],
    ["too large for a number", "1e999", null],
  ])("has a price that is %s", (_what, sent, price) => {
    expect(readCoin({ current_price: sent })?.price).toBe(price);
  });

  it.each([
    ["an https address", "https://assets.example/a.png", "https://assets.example/a.png"],
    ["over http, which the Content Security Policy refuses", "http://assets.example/a.png", null],
    ["an address of 2001 characters", `https://a.example/${"a".repeat(1983)}`, null],
    ["a script", "javascript:alert(1)", null],
    ["data", "data:image/png;base64,AAAA", null],
    ["a file", "file:///etc/passwd", null],
    ["a path", "missing_large.png", null],
    ["an address without a scheme", "//assets.example/a.png", null],
    ["null", null, null],
    ["an empty object", {}, null],
    ["a number", 5, null],
  ])("has an image that is %s", (_what, sent, image) => {
    expect(readCoin({ image: sent })?.image).toBe(image);
  });

  it.each([
    ["null", { name: null }, "bitcoin"],
    ["absent", { name: undefined }, "bitcoin"],
    ["empty", { name: "" }, "bitcoin"],
    ["an empty object", { name: {} }, "bitcoin"],
    ["begun with zero-width spaces", { name: "\u200b\u200bHidden" }, "Hidden"],
    ["not ASCII", { name: "币安人生" }, "币安人生"],
  ])("has a name even when it is %s", (_what, fields, name) => {
    expect(readCoin(fields)?.name).toBe(name);
  });

  it("may have no symbol", () => {
    expect(readCoin({ symbol: null })?.symbol).toBe("");
  });
});

describe.each([
  { list: "coins", read: (body: unknown) => readMarketCoins(body, "/the/path") },
  { list: "exchanges", read: (body: unknown) => readExchanges(body, "/the/path") },
])("a list of $list", ({ read }) => {
  it("drops the rows that cannot be used, and logs how many", () => {
    const warnings = watchWarnings();
    const rows = read([
      { id: "a" },
      null,
      5,
      "text",
      [],
      {},
      { id: null },
      { id: 7 },
      { id: "" },
      { id: "b" },
    ]);
    expect(rows.map((row) => row.id)).toEqual(["a", "b"]);
    expect(warnings).toHaveBeenCalledTimes(1);
    expect(warnings.mock.calls[0]?.join(" ")).toMatch(/\/the\/path.*\b8 of 10\b/);
  });

  it("logs nothing when every row can be used", () => {
    const warnings = watchWarnings();
    expect(read([{ id: "a" }])).toHaveLength(1);
    expect(read([])).toEqual([]);
    expect(warnings).not.toHaveBeenCalled();
  });

  it("keeps the order of the rows", () => {
    expect(read([{ id: "z" }, { id: "a" }, { id: "m" }]).map((row) => row.id)).toEqual(["z", "a", "m"]);
  });

  it.each([[null], [{}], ["text"], [5], [{ error: "no" }]])("cannot be read from %j", (body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ reason: "bad-response" }));
  });

  it("has each id once: the first row wins", () => {
    const rows = read([
      { id: "a", name: "First" },
      { id: "b", name: "Second" },
      { id: "a", name: "Third" },
    ]);
    expect(rows.map(({ id, name }) => [id, name])).toEqual([
      ["a", "First"],
      ["b", "Second"],
    ]);
  });

  it("ends after 250 rows, the most that the service sends at a time", () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: `coin-${index}` }));
    expect(read(rows).map(({ id }) => id)).toEqual(rows.slice(0, 250).map(({ id }) => id));
  });

  it.each([
    ["a bidi override", "evil\u202e"],
    ["a zero-width space", "bit\u200bcoin"],
  ])("leaves out a row whose id contains %s", (_what, id) => {
    expect(read([{ id }, { id: "a" }]).map((row) => row.id)).toEqual(["a"]);
  });

  it("is deeply frozen", () => {
    const rows = read([{ id: "a" }]);
    expect(Object.isFrozen(rows) && rows.every(Object.isFrozen)).toBe(true);
  });
});

describe("an exchange", () => {
  it("has a picture over https only", () => {
    const images = ["https://a.example/a.png", "http://a.example/a.png"];
    const rows = images.map((image, index) => ({ id: `exchange-${index}`, image }));
    expect(readExchanges(rows, "/exchanges").map(({ image }) => image)).toEqual([images[0], null]);
  });

  it.each([
    ["https", "https://www.kraken.com/", "https://www.kraken.com/"],
    ["http", "http://exchange.example/", "http://exchange.example/"],
    ["a script", "javascript:alert(1)", null],
    ["a script in capitals after a space", " JavaScript:alert(1)", null],
    ["empty", "", null],
    ["null", null, null],
  ])("has an address that is %s", (_what, url, expected) => {
    const [exchange] = readExchanges([{ id: "kraken", url }], "/exchanges");
    expect(exchange?.url).toBe(expected);
  });

  it("has country, year, trust score and volume, each of which may be missing", () => {
    const row = {
      id: "gate",
      country: " Hong Kong ",
      year_established: 2013,
      trust_score: 10,
      trade_volume_24h_btc: 46915.600382166,
    };
    const [full, bare] = readExchanges(
      [row, { id: "bare", country: "", year_established: null }],
      "/exchanges",
    );
    expect(full).toMatchObject({
      country: "Hong Kong",
      year: 2013,
      trustScore: 10,
      volumeBtc: 46915.600382166,
    });
    expect(bare).toMatchObject({ country: null, year: null, trustScore: null, volumeBtc: null });
  });

  it.each([["2013", 2013], [2013.5], [0], [20_130], ["soon"], [{}]])(
    "has the year %j only where it is one",
    (sent, year: unknown = null) => {
      expect(readExchanges([{ id: "gate", year_established: sent }], "/exchanges")[0]?.year).toBe(year);
    },
  );

  it.each([
    [1, 1],
    ["7", 7],
    [null, null],
    [{}, null],
    [undefined, null],
  ])("has the trust rank %j as %j", (sent, rank) => {
    expect(readExchanges([{ id: "kraken", trust_score_rank: sent }], "/exchanges")[0]?.trustScoreRank).toBe(
      rank,
    );
  });
});
