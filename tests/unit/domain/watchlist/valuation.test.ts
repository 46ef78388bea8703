import { describe, expect, it } from "vitest";
import { type HeldCoin, valuePortfolio } from "~/domain/watchlist/valuation";

function held(amount: string, price: number | null, change24h: number | null, name = "A"): HeldCoin {
  return { id: name.toLowerCase(), name, amount, price, change24h };
}

describe("a portfolio", () => {
  it("has the value of each coin, and what 24 hours have added to it", () => {
    const coins = [held("0.5", 60_000, 20, "A"), held("10", 1000, -50, "B")];
    const { holdings, ...all } = valuePortfolio(coins, "usd");
    expect(holdings).toMatchObject([
      { id: "a", amount: "0.5", value: "$30,000.00", change: up("+$5,000.00") },
      { id: "b", amount: "10", value: "$10,000.00", change: down("−$10,000.00") },
    ]);
    // 24 hours ago they were worth 25,000 and 20,000.
    expect(all).toMatchObject({
      total: "$40,000.00",
      totalLabel: "Total",
      change: { ...down("−$5,000.00"), percent: expect.closeTo(-100 / 9, 10) },
      changeLabel: "in 24 hours",
    });
  });

  it("is computed in decimals, whatever the digits of an amount", () => {
    const tenth = valuePortfolio([held("0.1", 3, 0, "A"), held("0.2", 3, 0, "B")], "usd");
    expect(tenth.total).toBe("$0.90");
    const { holdings } = valuePortfolio([held("123456789012345.123456789012345678", 1, 0)], "usd");
    expect(holdings[0]).toMatchObject({
      amount: "123456789012345.123456789012345678",
      value: "$123,456,789,012,345.12",
      change: { text: "$0.00", direction: "unchanged" },
    });
  });

  it("groups digits as usual for the currency, shortens what a cell has no room for, and shows values below a hundredth", () => {
    const coins = [held("15000000", 100, null, "A"), held("0.00000012", 3, null, "B")];
    const { holdings, total } = valuePortfolio(coins, "inr");
    expect(holdings.map(({ amount, value }) => [amount, value])).toEqual([
      ["1,50,00,000", "₹1,50,00,00,000.00"],
      ["0.00000012", "₹0.00000036"],
    ]);
    expect(total).toBe("₹1,50,00,00,000.00");
    expect(holdings.map(({ shortValue }) => shortValue)).toEqual(["₹150.00\u00a0Cr", undefined]);
    const gain = valuePortfolio([held("1", 200_000, 100), held("1", 199_998, 100)], "inr").holdings;
    expect(gain.map(({ change }) => [change?.text, change?.short])).toEqual([
      ["+₹1,00,000.00", "+₹1.00L"],
      ["+₹99,999.00", undefined],
    ]);
  });

  it("names the coins whose prices are old", () => {
    const coins = (count: number) =>
      ["A", "B", "C", "D", "E"].map((name, index) => ({
        ...held("1", index === 0 ? null : 1, 0, name),
        priceFrom: index > 0 && index <= count ? `${index} Nov` : undefined,
      }));
    const labelOf = (count: number) => valuePortfolio(coins(count), "usd").totalLabel;
    expect(labelOf(1)).toBe("Total without A, with the price of B from 1 Nov");
    expect(labelOf(4)).toBe(
      "Total without A, with the price of B from 1 Nov, C from 2 Nov, D from 3 Nov and 1 more",
    );
  });

  it("names the coins that its total and its change leave out", () => {
    const coins = [held("1", 100, 25, "Known"), held("1", null, null, "Dust"), held("1", 50, null, "New")];
    const some = valuePortfolio(coins, "eur");
    expect(some).toMatchObject({
      total: "€150.00",
      totalLabel: "Total without Dust",
      change: { text: "+€20.00", percent: 25 },
      changeLabel: "in 24 hours without New",
    });
    expect(some.holdings[1]).toMatchObject({ value: "NA", change: null });
    const many = ["A", "B", "C", "D", "E"].map((name) => held("1", null, 1, name));
    expect(valuePortfolio(many, "eur")).toMatchObject({
      total: "NA",
      totalLabel: "Total without A, B, C and 2 more",
      change: null,
      changeLabel: "in 24 hours",
    });
  });

  const paid = (price: string, currency: "usd" | "eur") => ({ cost: { price, currency } });

  it("has gains where a cost is known in the currency of the page, and names the other coins", () => {
    const { holdings, gain } = valuePortfolio(
      [
        { ...held("2", 150, 0, "A"), ...paid("100", "usd") },
        { ...held("1", 50, 0, "B"), ...paid("100", "usd") },
        { ...held("1", 50, 0, "C"), ...paid("1", "eur") },
        { ...held("1", null, 0, "D"), ...paid("1", "usd") },
        held("1", 50, 0, "E"),
      ],
      "usd",
    );
    expect(holdings.map((each) => each.gain)).toEqual([
      { ...up("+$100.00"), percent: 50 },
      { ...down("−$50.00"), percent: -50 },
      null,
      null,
      null,
    ]);
    expect(gain).toMatchObject({
      ...up("+$50.00"),
      label: "gain on $300.00 paid, without C, D and E",
      percent: expect.closeTo(50 / 3, 10),
    });
    expect(valuePortfolio([held("1", 1, 0)], "usd")).toMatchObject({ gain: null });
  });

  it("converts a cost in another currency by today's rate, and says so", () => {
    const coins = [
      { ...held("2", 150, 0, "A"), ...paid("50", "usd") },
      { ...held("1", 50, 0, "B"), ...paid("100", "eur") },
    ];
    const { holdings, gain } = valuePortfolio(coins, "eur", (other) => (other === "usd" ? 0.5 : null));
    expect(holdings[0]?.gain).toEqual({ ...up("+€250.00"), percent: 500 });
    // What was paid keeps its currency.
    expect(holdings[0]?.paid).toEqual({ each: "$50.00", all: "$100.00" });
    expect(gain).toMatchObject({ ...up("+€200.00"), label: "gain on €150.00 paid, at today’s rates" });
  });

  it("tells the gain on a gift in money alone, without a rate", () => {
    const gift = { ...held("2", 150, 0, "A"), ...paid("0", "eur") };
    const { holdings, gain } = valuePortfolio([gift], "usd");
    const all = { ...up("+$300.00"), percent: null };
    expect([holdings[0]?.gain, gain]).toEqual([all, { ...all, label: "gain on $0.00 paid" }]);
    const { gain: both } = valuePortfolio([gift, { ...held("1", 50, 0, "B"), ...paid("100", "usd") }], "usd");
    expect(both).toMatchObject({ ...up("+$250.00"), percent: null, label: "gain on $100.00 paid" });
  });

  it("has the shares of the largest, and of the others together", () => {
    const prices = [5, 40, 30, 10, 4, 3, 3, 2, 1, 1.9994, 0.0006];
    const coins = prices.map((price, index) => held("1", price, 0, `C${index}`));
    const { parts } = valuePortfolio(coins, "usd");
    const ids = ["c1", "c2", "c3", "c0", "c4", "c5", "c6", "c7", "c9", null];
    expect(parts.map(({ id }) => id)).toEqual(ids);
    const shares = ["40.00", "30.00", "10.00", "5.00", "4.00", "3.00", "3.00", "2.00", "2.00", "1.00"];
    expect(parts.map(({ text }) => text)).toEqual(shares.map((share) => `${share}\u00a0%`));
    const dust = valuePortfolio([coins[0] ?? held("1", 5, 0), held("1", 0.0001, 0, "D")], "usd");
    expect(dust.parts[1]?.text).toBe("< 0.01\u00a0%");
    expect(valuePortfolio(coins.slice(0, 1), "usd").parts).toEqual([]);
  });

  it("of zero value has neither shares nor a change in per cent", () => {
    const { parts, total, change } = valuePortfolio([held("5", 0, -3), held("1", 0, 1, "B")], "usd");
    expect([total, parts]).toEqual(["$0.00", []]);
    expect(change).toMatchObject({ percent: null, text: "$0.00" });
    // A price that fell by all of it says nothing about what it was.
    expect(valuePortfolio([held("5", 0, -100)], "usd")).toMatchObject({
      change: null,
      changeLabel: "in 24 hours without A",
    });
  });
});

function up(text: string) {
  return { text, direction: "up" };
}

function down(text: string) {
  return { text, direction: "down" };
}
