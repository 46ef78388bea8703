import { expect, it } from "vitest";
import { describeMarket } from "~/domain/market/glance";
import { describeDay } from "~/domain/market/market-day";
import { GLOBAL_ENDPOINT } from "~/services/market-data/source/market.server";
import { globalBody } from "../../support/fake-bodies";

const { data } = globalBody();

const lineOf = (data: unknown, currency: "usd" | "inr" = "usd") =>
  describeMarket(GLOBAL_ENDPOINT.read({ data }, "/global"), currency);

it("the whole market is described by capitalisation and its change, volume, dominance and the number of coins", () => {
  expect(lineOf({ ...data, market_cap_percentage: { btc: 58.123, eth: 11.96 } })).toEqual({
    start: "Market cap $2.34T",
    percent: -1.2345,
    rest: "in 24h\u00a0· Volume $98.20B\u00a0· Bitcoin 58.1\u00a0%, Ethereum 12.0\u00a0%\u00a0· 17,214 coins",
  });
});

it("the change is labelled as measured in dollars if other amounts are not", () => {
  expect(lineOf(data, "inr")).toEqual({
    start: expect.stringMatching(/^Market cap ₹[\d,.]+ lakh crore$/),
    percent: -1.2345,
    rest: expect.stringMatching(/^in 24h \(measured in USD\)\u00a0· /),
  });
});

it("unknown figures are left out, and the line is missing if all are unknown", () => {
  const odd = { total_market_cap: { usd: 0 }, total_volume: null, market_cap_percentage: "none" };
  const count = { start: "", percent: null, rest: "17,214 coins" };
  expect(lineOf({ ...odd, active_cryptocurrencies: 17_214 })).toEqual(count);
  const { market_cap_change_percentage_24h_usd: _change, ...others } = data;
  expect(lineOf(others)).toMatchObject({ percent: null, rest: expect.stringMatching(/^\u00a0· Volume /) });
  expect(lineOf({ ...data, total_market_cap: {} })).toMatchObject({ start: "", percent: null });
  expect([lineOf(odd), lineOf({}), describeMarket(null, "usd")]).toEqual([null, null, null]);
});

it("figures that cannot be are left out", () => {
  const shares = { btc: -0.04, eth: 101 };
  const odd = { market_cap_percentage: shares, active_cryptocurrencies: -0.4, total_volume: { usd: -1 } };
  const line = lineOf({ ...data, ...odd, market_cap_change_percentage_24h_usd: -101 });
  expect(line).toEqual({ start: "Market cap $2.34T", percent: null, rest: "" });
});

it.each([[[]], null, { data: null }, "x"])("the whole market cannot be read from %j", (body) => {
  expect(() => GLOBAL_ENDPOINT.read(body, "/global")).toThrow("the body has no data");
});

const TEN = Array.from({ length: 11 }, (_, place) => ({
  ...{ name: `Coin ${place}`, change24h: place < 10 ? 4 - place : 50 },
  ...{ fetchedAt: 0, pricedAt: 0 },
}));
const RISEN = "5 of the 11 largest rose; of the ten largest Coin 0 did best, 4, and Coin 9 worst, -5. ";
const COUNT = "17,214 coins are listed. ";
const WORTH = "All coins together are worth $2.34T, -1.2345 in 24 hours; $98.20B was traded. ";
const TOTALS = "All coins together are worth $2.34T; $98.20B was traded in 24 hours. ";
const SHARES = "Bitcoin’s share is 1.0 %, Ethereum’s 2.0 %. ";
const { total_market_cap, total_volume } = data;

it.each([
  ["all that is known", data, TEN, `${WORTH}Bitcoin’s share is 58.1 %. ${RISEN}${COUNT}`],
  ["no coins", data, [], `${WORTH}Bitcoin’s share is 58.1 %. ${COUNT}`],
  ["coins that nobody trades", {}, TEN.map((coin) => ({ ...coin, pricedAt: -1e9 })), ""],
  ["coins alone", {}, TEN, RISEN],
  ["shares alone", { market_cap_percentage: { btc: 1, eth: 2 } }, [], SHARES],
  ["a volume alone", { total_volume }, [], "$98.20B was traded in 24 hours. "],
  ["no change", { total_market_cap, total_volume }, [], TOTALS],
])("the day is told in whole sentences of %s", (_known, global, coins, sentences) => {
  const parts = describeDay(GLOBAL_ENDPOINT.read({ data: global }, "/global"), coins, "usd");
  const texts = parts.map((part) => (part.kind === "change" ? part.percent : part.text));
  expect(texts.join("").replaceAll("\u00a0", " ")).toBe(sentences);
});
