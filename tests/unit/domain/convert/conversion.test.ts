import { describe, expect, it } from "vitest";
import { commonAmounts, convert, type Side } from "~/domain/convert/conversion";
import { type Currency, perCurrency } from "~/domain/market/currency";

type Prices = Readonly<Partial<Record<Currency, number>>>;

function coin(id: string, name: string, symbol: string, prices: Prices): Side {
  const quotes = perCurrency((currency) => ({ price: prices[currency] ?? null }));
  return { kind: "coin", coin: { id, name, symbol, quotes, pricedAt: 0 } };
}

const SIDES: Readonly<Record<string, Side>> = {
  usd: { kind: "currency", currency: "usd" },
  inr: { kind: "currency", currency: "inr" },
  bitcoin: coin("bitcoin", "Bitcoin", "btc", { usd: 67187.34, inr: 5_645_123, eur: 61000 }),
  ethereum: coin("ethereum", "Ethereum", "eth", { usd: 2650.12 }),
  ether: coin("ether", "Ether", "eth", { usd: 2650.12, eur: 2500, inr: 223_000 }),
  tether: coin("tether", "Tether", "usdt", { usd: 1 }),
  stable: coin("stable", "Stable", "stb", { usd: 1.000226 }),
  precise: coin("precise", "Precise", "prc", { usd: 8_192_344_321.1234 }),
  pepe: coin("pepe", "Pepe", "pepe", { usd: 0.00000378 }),
  dust: coin("dust", "Dust", "dust", { usd: 1.2345e-14 }),
  ghost: coin("ghost", "Ghost", "gst", {}),
  nought: coin("nought", "Nought", "nil", { usd: 0 }),
};

function converted(amount: string, from: string, to: string, currency?: Currency) {
  const [one, other, bridge] = [SIDES[from], SIDES[to], SIDES["bitcoin"]];
  if (one === undefined || other === undefined) throw new Error("no such side");
  const coin = bridge?.kind === "coin" ? bridge.coin : null;
  return convert({ amount, from, to, currency }, one, other, coin);
}

function outcome(amount: string, from: string, to: string): string | null {
  const { result } = converted(amount, from, to);
  return result && `${result.given} ${result.sign} ${result.text}`;
}

it.each([
  ["1", "bitcoin", "usd", "1 Bitcoin = $67,187.34"],
  ["1,5", "bitcoin", "usd", "1.5 Bitcoin = $100,781.01"],
  ["0.1", "bitcoin", "usd", "0.1 Bitcoin ≈ $6,718.73"],
  // The price has seven digits: cents would be made up.
  ["15", "bitcoin", "usd", "15 Bitcoin ≈ $1,007,810"],
  ["12345", "bitcoin", "usd", "12,345 Bitcoin ≈ $829,427,700"],
  ["1", "bitcoin", "inr", "1 Bitcoin = ₹56,45,123.00"],
  ["100", "tether", "usd", "100 Tether = $100.00"],
  ["1234567.89", "tether", "usd", "1,234,567.89 Tether ≈ $1,234,570"],
  ["1000", "usd", "bitcoin", "$1,000.00 ≈ 0.01488376 Bitcoin"],
  ["1,00,000", "inr", "bitcoin", "₹1,00,000.00 ≈ 0.0177144059 Bitcoin"],
  ["100", "usd", "pepe", "$100.00 ≈ 26,455,000 Pepe"],
  ["5", "bitcoin", "ethereum", "5 Bitcoin ≈ 126.763 Ethereum"],
  ["1.23456789012345678", "bitcoin", "bitcoin", "1.23456789012345678 Bitcoin ≈ 1.23456789012346 Bitcoin"],
  ["1e-8", "bitcoin", "usd", "0.00000001 Bitcoin ≈ $0.000671873"],
  ["1e-18", "bitcoin", "usd", "1 × 10⁻¹⁸ Bitcoin ≈ $0.0₁₃671873"],
  ["0.001", "usd", "tether", "$0.001 = 0.001 Tether"],
  ["1.005", "usd", "tether", "$1.005 = 1.005 Tether"],
  ["1,500", "tether", "usd", "1,500 Tether = $1,500.00"],
  ["1", "stable", "usd", "1 Stable = $1.00023"],
  ["10", "stable", "usd", "10 Stable ≈ $10.00"],
  ["1", "precise", "usd", "1 Precise = $8,192,344,321.12"],
  ["100", "usd", "inr", "$100.00 ≈ ₹8,402.06"],
  ["1", "inr", "usd", "₹1.00 ≈ $0.0119018"],
  ["5", "usd", "usd", "$5.00 = $5.00"],
  ["1", "usd", "dust", "$1.00 ≈ 81,004,500,000,000 Dust"],
  ["1e20", "dust", "usd", "1 × 10²⁰ Dust = $1,234,500.00"],
  ["1e23", "bitcoin", "usd", "1 × 10²³ Bitcoin ≈ $6.71873 × 10²⁷"],
  ["$5", "usd", "tether", "$5.00 = 5 Tether"],
  ["5 BTC", "bitcoin", "usd", "5 Bitcoin = $335,936.70"],
])("the result of a conversion of %s %s in %s is %j", (amount, from, to, text) => {
  expect(outcome(amount, from, to)).toBe(text);
});

it("has a result for each common amount, also of what is worth next to nothing", () => {
  const [dust, giant] = [SIDES["dust"], coin("giant", "Giant", "giga", { usd: 1e14 })];
  const rows = dust && commonAmounts({ amount: "1", from: "dust", to: "giant" }, dust, giant, null)?.rows;
  expect(rows?.filter(({ text }) => text === "")).toEqual([]);
  expect(rows?.at(-1)).toMatchObject({ given: "1 × 10²³", text: "0.000012345" });
});

describe("the prices behind a conversion", () => {
  const [BTC, ETH] = ["1 BTC = $67,187.34", "1 ETH = $2,650.12"];
  const IN_RUPEES = "1 BTC = ₹56,45,123.00";
  it.each<[what: string, from: string, to: string, rates: readonly string[]]>([
    ["of a coin into itself, each once", "tether", "tether", ["1 Tether = 1 Tether", "1 USDT = $1.00"]],
    ["of a currency and a coin", "usd", "bitcoin", ["$1.00 ≈ 0.00001488376 BTC", "1 BTC = $67,187.34"]],
    ["of two coins", "bitcoin", "ethereum", ["1 BTC ≈ 25.3526 ETH", "1 ETH ≈ 0.0394437 BTC", BTC, ETH]],
    ["of two currencies", "usd", "inr", ["$1.00 ≈ ₹84.02", "₹1.00 ≈ $0.0119018", BTC, IN_RUPEES]],
  ])("are those %s", (_, from, to, rates) => expect(converted("3", from, to).rates).toEqual(rates));

  it.each([
    ["ether", "eur", ["1 BTC = €61,000.00", "1 ETH = €2,500.00"]],
    ["ether", undefined, ["1 BTC = ₹56,45,123.00", "1 ETH = ₹2,23,000.00"]],
    ["ethereum", "eur", ["1 BTC = $67,187.34", "1 ETH = $2,650.12"]],
  ] as const)(
    "of Bitcoin and %s are in the visitor's currency, %s, if both have one",
    (to, currency, rates) => expect(converted("1", "bitcoin", to, currency).rates.slice(2)).toEqual(rates),
  );

  it("are missing between two currencies while Bitcoin's are not known", () => {
    const [usd, inr] = [SIDES["usd"], SIDES["inr"]];
    if (usd === undefined || inr === undefined) throw new Error("no such side");
    const { result, missingPrice } = convert({ amount: "1", from: "usd", to: "inr" }, usd, inr, null);
    expect(result).toBeNull();
    expect(missingPrice).toBe("The price of Bitcoin in usd is not known.");
  });
});

describe("what cannot be converted", () => {
  it.each([
    ["$5", "bitcoin", "usd", ["$5", { amount: "5", from: "usd", to: "bitcoin" }]],
    ["$5", "bitcoin", "inr", ["$5", { amount: "5", from: "usd", to: "inr" }]],
    ["5 eth", "bitcoin", "usd", ["5 eth", { amount: "5", from: "eth", to: "usd" }]],
    ["5 kas", "bitcoin", "usd", ["5 kas", { amount: "5", from: "kas", to: "usd" }]],
  ])("is %s, where %s is converted to %s", (amount, from, to, [text, query]) => {
    const { amountRemark, result } = converted(amount, from, to);
    expect(result).toBeNull();
    expect(amountRemark?.text).toContain("what is converted is Bitcoin (BTC)");
    expect(amountRemark?.suggestions[0]).toEqual({ text, query });
    expect(amountRemark?.suggestions[1]?.query).toEqual({ amount: "5", from, to });
  });

  it.each([
    ["1", "ghost", "usd", "The price of Ghost in usd is not known."],
    ["1", "bitcoin", "ghost", "The price of Ghost in usd is not known."],
    ["1", "usd", "nought", "The price of Nought in usd is not known."],
    ["1", "inr", "ethereum", "The price of Ethereum in inr is not known."],
  ])("is %s %s in %s", (amount, from, to, text) => {
    const { missingPrice, result, rates } = converted(amount, from, to);
    expect(result).toBeNull();
    expect(rates).toEqual([]);
    expect(missingPrice).toBe(text);
  });
});
