import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import type { MarketData } from "~/services/market-data/market-data.server";
import type { Behaviour } from "../../support/faulty-upstream";
import { failureOf, MINUTE, marketWithServer, watchWarnings } from "./market-under-test";

beforeEach(() => void watchWarnings());

function zipped(text: string): Behaviour {
  return { kind: "answer", headers: { "content-encoding": "gzip" }, body: gzipSync(text) };
}

describe("a service that", () => {
  it.each([
    { opening: "[", closing: "]" },
    { opening: '{"a":', closing: "1}" },
  ])("nests five million $opening is a failure, and the process survives", async ({ opening }) => {
    const deep = opening.repeat(Math.floor(9_000_000 / opening.length));
    const { market } = await marketWithServer(() => zipped(deep));
    expect((await failureOf(market.exchanges())).reason).toBe("bad-response");
    expect((await failureOf(market.coin("bitcoin"))).reason).toBe("bad-response");
  });

  it("sends an error whose body is nested as deeply is judged by its status", async () => {
    const { market } = await marketWithServer(() => ({ ...zipped("[".repeat(5_000_000)), status: 404 }));
    expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
  });

  it("may send any number of brackets inside a string", async () => {
    const name = `${"[{".repeat(80)}\\"`;
    const { market } = await marketWithServer(() => ({ kind: "answer", body: { id: "bitcoin", name } }));
    expect((await market.coin("bitcoin")).value.name).toBe(name);
  });

  it("sends 250 exchanges with the longest addresses and names has them cached", async () => {
    const long = (length: number) => "x".repeat(length);
    const exchanges = Array.from({ length: 250 }, (_, index) => ({
      id: `exchange-${index}-${long(180)}`,
      name: long(200),
      url: `https://exchange.example/${long(1970)}`,
      image: `https://exchange.example/${long(1970)}`,
    }));
    const { market, upstream } = await marketWithServer(() => ({ kind: "answer", body: exchanges }));
    const { value } = await market.exchanges();
    expect(JSON.stringify(value).length).toBeGreaterThan(1_000_000);
    expect((await market.exchanges()).value).toBe(value);
    expect(upstream.calls).toHaveLength(1);
  });

  it("sends times in microseconds has no usable prices", async () => {
    const prices = [[1_795_000_000_000_000, 64_000]];
    const { market } = await marketWithServer(() => ({ kind: "answer", body: { prices } }));
    expect((await market.priceHistory("bitcoin", "usd", "7d")).value).toEqual([]);
  });

  it.each([
    { kind: "coins", read: (market) => market.coins("usd", 1), maxBytes: 2_000_000, maxValues: 100_000 },
    {
      kind: "coin table",
      read: (market) => market.coinTable("usd", 1, "market_cap_desc"),
      maxBytes: 2_000_000,
      maxValues: 100_000,
    },
    {
      kind: "row of a coin",
      read: (market) => market.coinRows(["bitcoin"], "usd"),
      maxBytes: 2_000_000,
      maxValues: 100_000,
    },
    { kind: "ranks", read: (market) => market.rankedCoins(1), maxBytes: 2_000_000, maxValues: 100_000 },
    {
      kind: "history",
      read: (market) => market.priceHistory("bitcoin", "usd", "max"),
      maxBytes: 2_000_000,
      maxValues: 100_000,
    },
    { kind: "exchanges", read: (market) => market.exchanges(), maxBytes: 2_000_000, maxValues: 20_000 },
    { kind: "trending", read: (market) => market.trendingCoins(), maxBytes: 1_000_000, maxValues: 20_000 },
    { kind: "coin", read: (market) => market.coin("bitcoin"), maxBytes: 1_000_000, maxValues: 50_000 },
    { kind: "names", read: (market) => market.coinNames(), maxBytes: 4_000_000, maxValues: 250_000 },
  ] satisfies readonly Kind[])(
    "sends $kind as millions of empty lists, or as one too many, is unreadable",
    async ({ read, maxBytes, maxValues }) => {
      const wide = (lists: number) => `[${"[],".repeat(lists - 1)}[]]`;
      const { market, upstream, clock } = await marketWithServer(() => zipped(wide(4_700_000)));
      expect((await failureOf(read(market))).message).toContain(`longer than ${maxBytes} bytes`);
      upstream.behave(() => zipped(wide(maxValues / 2)));
      clock.advance(MINUTE);
      expect((await failureOf(read(market))).message).toContain(`more than ${maxValues} values`);
    },
  );

  it("sends an error of millions of empty lists is judged by its status", async () => {
    const wide = `[${"[],".repeat(4_700_000)}[]]`;
    const { market } = await marketWithServer(() => ({ ...zipped(wide), status: 404 }));
    expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
  });

  it("sends 10,000 points with market caps and volumes has all of them read", async () => {
    const series = (value: number) =>
      Array.from({ length: 10_000 }, (_, index) => [1_700_000_000_000 + index * MINUTE, value + index]);
    const body = { prices: series(64_000), market_caps: series(1.3e12), total_volumes: series(4e10) };
    const { market } = await marketWithServer(() => ({ kind: "answer", body }));
    const { value } = await market.priceHistory("bitcoin", "usd", "max");
    expect(value[0]?.[1]).toBe(64_000);
    expect(value.at(-1)?.[1]).toBe(73_999);
  });

  it("sends 250 coins with the prices of a week has all of them read", async () => {
    const price = Array.from({ length: 168 }, (_, hour) => 64_668.123_456_789_01 + hour);
    const rows = Array.from({ length: 250 }, (_, index) => ({
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, field) => [`field_of_a_row_${field}`, 0.123_456_789]),
      ),
      id: `coin-${index}`,
      sparkline_in_7d: { price },
    }));
    const { market } = await marketWithServer(() => ({ kind: "answer", body: rows }));
    expect((await market.coinTable("usd", 1, "market_cap_desc")).value).toHaveLength(250);
  });

  it("sends 40,000 names has all of them read", async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => ({
      id: `coin-${index}`,
      symbol: `c${index}`,
      name: "A Coin",
    }));
    const { market } = await marketWithServer(() => ({ kind: "answer", body: rows }));
    expect((await market.coinNames()).value.lines.split("\n")).toHaveLength(40_000);
  });
});

interface Kind {
  readonly kind: string;
  readonly read: (market: MarketData) => Promise<unknown>;
  readonly maxBytes: number;
  readonly maxValues: number;
}
