import { beforeEach, expect, it, vi } from "vitest";
import { market } from "~/services/market-data/configured.server";
import { convertPage } from "~/services/page-models/convert-page.server";
import { failUnreachable } from "../market-data/market-under-test";

const NAMES = [
  { id: "bitcoin", symbol: "btc", name: "Bitcoin" },
  { id: "bat-cat", symbol: "btc", name: "Bat Cat" },
  { id: "ethereum", symbol: "eth", name: "Ethereum" },
  { id: "older", symbol: "old", name: "Fetched first" },
  { id: "newer", symbol: "new", name: "Fetched later" },
  ...[1, 2, 3].map((number) => ({ id: `twin-${number}`, symbol: "twn", name: "Twin" })),
  { id: "dollars", symbol: "dol", name: "Priced in dollars alone" },
  { id: "failing", symbol: "fai", name: "Failing" },
  { id: "usd", symbol: "usd", name: "A coin with the id of a currency" },
];

const service = vi.hoisted(() => ({ calls: [] as string[], advance: (_: number) => {} }));

vi.mock("~/services/market-data/configured.server", async () => {
  const { marketWithFunction } = await import("../market-data/market-under-test");
  const { market, ...setting } = marketWithFunction();
  service.calls = setting.calls;
  service.advance = (ms) => setting.clock.advance(ms);
  setting.service.answer = answer;
  const { createDoor } = await import("~/services/market-data/gather.server");
  return { market, marketData: createDoor(market, setting.clock) };
});

function answer(path: string): unknown {
  if (path === "/coins/list") return NAMES;
  if (path.startsWith("/coins/markets?vs_currency=eur"))
    return ["shown", "older", "listed"].map((id) => ({ id, name: "From a list", current_price: 3 }));
  if (path.startsWith("/coins/markets?")) return [];
  const id = path.slice("/coins/".length).split("?")[0] ?? "";
  if (id === "failing") return failUnreachable();
  const market_data = { current_price: id === "dollars" ? { usd: 20 } : { usd: 10, eur: 9, inr: 800 } };
  return { id, symbol: id.slice(0, 3), name: id, market_data };
}

const page = (amount: string, from: string, to: string) =>
  convertPage({ amount, from, to }, new AbortController().signal);

const callsOfCoins = () => service.calls.filter((path) => /^\/coins\/(?!list|markets)/.test(path));

beforeEach(() => service.calls.splice(0));

it("makes one call per coin, however many amounts, pairs and made-up texts there are", async () => {
  await page("1", "bitcoin", "usd");
  for (let amount = 1; amount <= 200; amount += 1) {
    await page(String(amount), "bitcoin", amount % 2 === 0 ? "ethereum" : "eur");
    await page("1", `made-up-${amount}`, "usd");
    await page("1", "eth", "bitcoin");
  }
  expect(callsOfCoins().map((path) => path.split("?")[0])).toEqual(["/coins/bitcoin", "/coins/ethereum"]);
});

it("accepts ids in any case, and prefers a currency to a coin of the same id", async () => {
  const { model } = await page("2", "BitCoin", "usd");
  const to = { text: "USD", name: "US dollar ($)" };
  expect(model).toMatchObject({ result: { given: "2 bitcoin", text: "$20.00" }, to });
});

it("takes a symbol or a name for the largest coin that has it, and names the others", async () => {
  const { model } = await page("2", "BTC", "usd");
  expect(model).toMatchObject({ query: { from: "bitcoin" }, result: { given: "2 bitcoin" } });
  expect(model.from.remark).toEqual({
    isProblem: false,
    text: "“BTC” is read as bitcoin (BIT), and not as",
    suggestions: [{ text: "Bat Cat (BTC)", query: { amount: "2", from: "bat-cat", to: "usd" } }],
  });
  const { model: named } = await page("1", "Fetched first", "usd");
  expect(named).toMatchObject({ query: { from: "older" }, from: { remark: null } });
});

it.each([
  ["bitco", "Which coin is “bitco”?", ["Bitcoin (BTC)"]],
  ["bitcurrent", "No coin is called “bitcurrent”. The nearest names:", ["Bitcoin (BTC)"]],
  ["zzzz", "No coin is called “zzzz”.", []],
  ["", "Enter a coin or a currency.", []],
])("asks which coin is meant by %j", async (text, question, coins) => {
  const { model } = await page("2", text, "usd");
  expect(model).toMatchObject({ result: null, pricesFrom: null, from: { text, name: null } });
  expect(model.from.remark).toMatchObject({ isProblem: true, text: question });
  expect(model.from.remark?.suggestions.map(({ text }) => text)).toEqual(coins);
  for (const { query } of model.from.remark?.suggestions ?? [])
    expect(query).toEqual({ amount: "2", from: "bitcoin", to: "usd" });
});

it("remarks on each side by itself, and tells coins of one name apart by their ids", async () => {
  const { model } = await page("2", "nobody", "twin");
  expect([model.from.remark?.text, model.to.name]).toEqual(["No coin is called “nobody”.", "twin-1 (TWI)"]);
  const others = model.to.remark?.suggestions.map(({ text }) => text);
  expect(others).toEqual(["Twin (TWN), twin-2", "Twin (TWN), twin-3"]);
});

it("converts one currency into another by way of Bitcoin, and a currency into itself without a call", async () => {
  const { model } = await page("10", "usd", "inr");
  expect(model.result).toEqual({ given: "$10.00", sign: "=", text: "₹800.00" });
  expect(model.pricesFrom).not.toBeNull();
  const calls = service.calls.length;
  expect((await page("10", "usd", "usd")).model.result).toMatchObject({ text: "$10.00" });
  expect(service.calls).toHaveLength(calls);
});

it("converts two coins by the currency that both have a price in, and fails with a coin that cannot be fetched", async () => {
  await market.coins("eur", 1);
  const asked = { amount: "1", from: "dollars", to: "listed", currency: "eur" } as const;
  const { model } = await convertPage(asked, new AbortController().signal);
  expect(model.result).toMatchObject({ text: "2 listed" });
  await expect(page("1", "failing", "usd")).rejects.toMatchObject({ reason: "unreachable" });
});

it("makes no call for an empty text", async () => {
  await page("2", "", "usd");
  expect(service.calls).toEqual([]);
});

it("makes no call for a coin whose price in the currency is known, whatever answer has brought it", async () => {
  await market.coins("eur", 1);
  service.calls.splice(0);
  const result = { given: "2 From a list", text: "€6.00" };
  expect((await page("2", "shown", "eur")).model.result).toMatchObject(result);
  expect((await page("6", "eur", "shown")).model.result).toMatchObject({ text: "2 From a list" });
  expect(service.calls).toEqual([]);
  // In another currency, its own call is made.
  expect((await page("2", "shown", "usd")).model.result).toMatchObject({ text: "$20.00" });
  expect(callsOfCoins()).toEqual(["/coins/shown"]);
});

it("is as old as the older of its two prices, on either side", async () => {
  const { model: older } = await page("1", "older", "usd");
  service.advance(30_000);
  for (const [from, to] of [
    ["newer", "older"],
    ["older", "newer"],
  ] as const) {
    const { model } = await page("1", from, to);
    expect([model.fetchedAt, model.pricesFrom]).toEqual([older.fetchedAt, older.fetchedAt]);
  }
});
