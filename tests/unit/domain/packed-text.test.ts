import { describe, expect, it } from "vitest";
import type { PricePoint } from "~/domain/chart/price-history";
import { weekLinePath } from "~/domain/chart/week-line";
import { formatAmount, formatCompactAmount, formatPrice } from "~/domain/format/money";
import { formatPercent } from "~/domain/format/number";
import type { CoinSummary } from "~/domain/market/coin";
import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { packCoins } from "~/domain/wire/coin-list";
import { packCoinTable } from "~/domain/wire/coin-table";
import { ROWS_IN_DOCUMENT, unpackRows, withRowsOnce } from "~/domain/wire/listed-rows";
import { packPoints, unpackPoints } from "~/domain/wire/price-history";

const COINS: readonly Omit<CoinSummary, "rank" | "change24h">[] = [
  {
    id: "bitcoin",
    symbol: "btc",
    name: "Bitcoin",
    image: "https://images.test/1/small/bitcoin.png?1",
    price: 64_668.5,
  },
  { id: "shiba-inu", symbol: "shib", name: "Shiba Inu", image: null, price: 0.00000604 },
  { id: "usds", symbol: "usds", name: "USDS", image: null, price: 0.999754 },
  { id: "a|b~c", symbol: "~1", name: "| ~0 |", image: "https://images.test/a|b~1.png", price: 1 },
  { id: "-", symbol: "|", name: "~", image: null, price: 1.5 },
  { id: "1move token", symbol: "", name: "1move token", image: null, price: null },
  { id: "_", symbol: "零", name: "Null & <Nil>", image: null, price: 0 },
  { id: "dust", symbol: "dust", name: "Dust", image: null, price: 7.7e-12 },
  { id: "giant", symbol: "giga", name: "Giant", image: null, price: 1e14 },
];

describe("a list of coins as text", () => {
  it("is the same list again, with prices as text", () => {
    const listed = COINS.map((coin) => ({ ...coin, price: formatPrice(coin.price, "inr") }));
    expect(unpackRows(packCoins(COINS, "inr"))).toEqual(listed);
  });

  it("is empty for an empty list", () => {
    expect(unpackRows(packCoins([], "usd"))).toEqual([]);
  });
});

describe("a table of coins as text", () => {
  const rows = COINS.map((coin, index) => ({
    ...coin,
    rank: [1, 2, 3, 7, 8, null, null, 4, 5][index] ?? null,
    change1h: index - 4,
    change24h: null,
    change7d: 0.001,
    marketCap: [1.5e12, 999, 1e5, 123_456_789, 4e17, 2e19, null, 0, 1e7][index] ?? null,
    volume: [null, 12.5, 1e15, 1e6, 999_999.5, 0.000_25, 1e3, 5e8, 1][index] ?? null,
    week: index % 2 === 0 ? [0, 16, 3] : [],
  }));

  it.each(CURRENCIES)("is the same table again, with figures as text, in %s", (currency) => {
    const listed = rows.map((row) => ({
      id: row.id,
      symbol: row.symbol,
      name: row.name,
      image: row.image,
      rank: String(row.rank ?? "NA"),
      price: formatPrice(row.price, currency),
      changes: [row.change1h, row.change24h, row.change7d].map(formatPercent),
      marketCap: amountOf(row.marketCap, currency),
      volume: amountOf(row.volume, currency),
      line: weekLinePath(row.week),
    }));
    expect(unpackRows(packCoinTable(rows, currency))).toEqual(listed);
  });

  it("is taken out of a document's script, whatever coins are called, and nothing else is", () => {
    const names = [',"rows:', ':rows"', '",\\"rows:x:rows\\"', "plain"];
    const hostile = rows.slice(0, 4).map((row, index) => ({ ...row, name: names[index] ?? "" }));
    const script = (data: unknown) =>
      `<p>,&quot;rows: :rows</p><script>enqueue(${JSON.stringify(JSON.stringify(data))});</script>`;
    const packed = packCoinTable(hostile, "usd");
    expect(withRowsOnce(script([1, packed, names, packed, "end"]))).toBe(
      script([1, ROWS_IN_DOCUMENT, names, ROWS_IN_DOCUMENT, "end"]),
    );
    expect(withRowsOnce(script([1, ...names, packCoinTable([], "usd")]))).toBe(script([1, ...names, ""]));
  });

  it("is empty for an empty table", () => {
    expect(unpackRows(packCoinTable([], "usd"))).toEqual([]);
  });

  function amountOf(amount: number | null, currency: Currency) {
    const full = formatAmount(amount, currency);
    return { full, short: formatCompactAmount(amount, currency) ?? full };
  }
});

describe("a price history as text", () => {
  it.each<[string, readonly PricePoint[]]>([
    ["of no points", []],
    ["of one point", [[1_795_218_900_000, 0]]],
    [
      "of uneven steps and all sizes of prices",
      [
        [1_621_003_519_770, 50_675.25807],
        [1_621_003_958_620, 7.7e-12],
        [1_621_004_333_667, 1e14],
        [1_621_004_333_668, 0],
      ],
    ],
    [
      "from before 1970",
      [
        [-5000, 1],
        [5000, 2],
      ],
    ],
  ])("is the same series again: %s", (_, points) => {
    expect(unpackPoints(packPoints(points))).toEqual(points);
  });

  it("shows every price as the service's number rounded once, in all currencies and at all sizes", () => {
    for (const price of manyPrices()) {
      const [point] = unpackPoints(packPoints([[0, price]]));
      for (const currency of CURRENCIES) {
        expect(formatPrice(point?.[1] ?? null, currency), String(price)).toBe(formatPrice(price, currency));
      }
    }
  });
});

/** Prices with all the digits that a number has, a few thousand of every size, and some just beside where rounding turns. */
function manyPrices(): number[] {
  const random = numbersFrom(7);
  const anywhere = Array.from({ length: 20_000 }, () => random() * 10 ** Math.floor(random() * 40 - 20));
  const halves = Array.from({ length: 20_000 }, () => {
    const size = 10 ** Math.floor(random() * 10 - 3);
    return (Math.floor(random() * 1e6) + 0.5) * size + size * (random() - 0.5) * 1e-5;
  });
  return [...anywhere, ...halves, 1_234_567.284999999, 9_999_999.994999999, 0.1234564999999, 123_456_789.125];
}

/** Random-looking numbers from 0 to 1 that are the same in each run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
