import { describe, expect, it } from "vitest";
import { readMarketCoins, readTrendingCoins } from "~/services/market-data/provider/coin-lists.server";
import { readCoinNames } from "~/services/market-data/provider/coin-names.server";
import { buildCatalogue } from "~/services/search/catalogue.server";
import { failureOf, marketWithFunction, watchWarnings } from "./market-under-test";

describe("the names of all coins", () => {
  it("are read row by row, without invalid rows, duplicates and rows without an id", async () => {
    const warnings = watchWarnings();
    const rows = [
      { id: "bitcoin", symbol: "btc", name: "Bitcoin" },
      { id: "bitcoin", symbol: "btc", name: "Again" },
      { id: "a/b", symbol: "x", name: "No Segment" },
      { symbol: "noid" },
      null,
      { id: "1move token", symbol: null, name: "\u200b1Move\tToken\n" },
      { id: "nameless" },
    ];
    const { lines } = await readCoinNames(rows, "/coins/list");
    expect(lines).toBe("bitcoin\tbtc\tBitcoin\n1move token\t\t1MoveToken\nnameless\t\tnameless");
    expect(warnings).toHaveBeenCalledWith("market data: /coins/list: dropped 4 of 7 rows");
  });

  it("are bounded, however long the list and the names are", async () => {
    watchWarnings();
    const rows = Array.from({ length: 60_000 }, (_, index) => ({
      id: `coin-${index}`,
      name: "x".repeat(300),
    }));
    const { lines } = await readCoinNames(rows, "/coins/list");
    expect(lines.length).toBeLessThanOrEqual(1_700_000);
    expect(lines.endsWith("\n")).toBe(false);
  });

  it("are a bad response when they are not a list", async () => {
    expect((await failureOf(readCoinNames({ coins: [] }, "/coins/list"))).reason).toBe("bad-response");
  });

  it("are read strictly from the cache that replicas share", async () => {
    const lines =
      "bitcoin\tbtc\tBitcoin\n\n../x\ta\tb\nbad\u202e\tbad\tBad\nodd\tod\u0007d\tOdd\n\tx\tNo Id\neth\teth\tEther";
    const { index, coinAt } = await buildCatalogue({ lines }, marketWithFunction().market.records);
    const found = ["b", "e", "o", "x"].flatMap((key) =>
      index.find(key, 50).places.map((place) => coinAt(place).id),
    );
    expect([...new Set(found)].sort()).toEqual(["bitcoin", "eth"]);
  });
});

it("ranks are whole numbers from 1, and pictures come over https", () => {
  const rows = [
    { id: "a", market_cap_rank: 1, image: "https://coin-images.coingecko.com/coins/images/1/large/a.png" },
    { id: "b", market_cap_rank: "2", image: "http://plain.example/b.png" },
    { id: "c", market_cap_rank: 0 },
    { id: "d", market_cap_rank: 1.5 },
  ];
  expect(readMarketCoins(rows, "/coins/markets")).toMatchObject([
    { id: "a", rank: 1, image: "https://coin-images.coingecko.com/coins/images/1/small/a.png" },
    { id: "b", rank: 2, image: null },
    { id: "c", rank: null, image: null },
    { id: "d", rank: null, image: null },
  ]);
});

it("trending coins are read from their items", async () => {
  watchWarnings();
  const item = {
    id: "pepe",
    symbol: "pepe",
    name: "Pepe",
    market_cap_rank: 30,
    small: "https://x.example/p.png",
  };
  const body = { coins: [{ item }, { item: {} }, null], nfts: [] };
  expect(readTrendingCoins(body, "/search/trending")).toEqual([
    { id: "pepe", symbol: "pepe", name: "Pepe", rank: 30, image: "https://x.example/p.png" },
  ]);
  const read = async () => readTrendingCoins([], "/search/trending");
  expect((await failureOf(read())).reason).toBe("bad-response");
});
