import { expect, it } from "vitest";
import { sampleExchanges } from "~/services/sample-market/sample-exchanges.server";
import { DAY, eventually, failUnreachable } from "../market-data/market-under-test";
import { searchAmong, searchBody } from "./searched-coins";

function searchWithExchanges() {
  const answer = (path: string): unknown => (path === "/exchanges" ? sampleExchanges() : searchBody(path));
  const setting = searchAmong(answer);
  const find = async (text: string) => (await setting.find(text)).exchanges.map(({ name }) => name);
  const callsForExchanges = () => setting.calls.filter((path) => path === "/exchanges").length;
  return { ...setting, answer, find, callsForExchanges };
}

it.each([
  ["a name", "kraken", ["Kraken"]],
  ["a name in other letters", "KuCoin", ["KuCoin"]],
  ["a name without its point", "cexio", ["CEX.IO"]],
  ["an id", "gdax", ["Coinbase Exchange"]],
  [
    "the beginning of names, the most trusted first",
    "uniswap",
    ["Uniswap V3 (Ethereum)", "Uniswap V2 (Ethereum)"],
  ],
  ["a whole name before its beginnings", "bitbank", ["bitbank"]],
  ["a later word", "joe", ["LFJ (Trader Joe)"]],
  ["the middle of a name", "dcx", ["CoinDCX"]],
  ["the middle of a name in two letters, too many of which are others", "dc", []],
  ["nothing that an exchange is called", "dogecoin", []],
])("%s finds exchanges", async (_, query, names) => {
  expect(await searchWithExchanges().find(query)).toEqual(names);
});

it("finds no more than five, beginnings of names before beginnings of words", async () => {
  const names = await searchWithExchanges().find("bit");
  expect(names).toEqual(["Bitget", "Bithumb", "Bitfinex", "BitMart", "Bitstamp"]);
});

it("asks for exchanges once a day, however many searches there are, and not if their page has them", async () => {
  const { market, clock, find, callsForExchanges } = searchWithExchanges();
  await market.common.exchanges.read();
  for (let hour = 0; hour < 23; hour++) {
    await find("kraken");
    clock.advance(DAY / 24);
  }
  expect(callsForExchanges()).toBe(1);
  clock.advance(2 * (DAY / 24));
  await eventually(async () => {
    await find("kraken");
    expect(callsForExchanges()).toBe(2);
  });
});

it("finds coins where exchanges cannot be fetched, and exchanges once they can", async () => {
  const { clock, service, answer, find } = searchWithExchanges();
  service.answer = (path) => (path === "/exchanges" ? failUnreachable() : answer(path));
  expect(await find("kraken")).toEqual([]);
  service.answer = answer;
  clock.advance(DAY / 24);
  await eventually(async () => expect(await find("kraken")).toEqual(["Kraken"]));
});

it("still finds the exchanges that it knows when they can no longer be fetched", async () => {
  const { clock, service, answer, find } = searchWithExchanges();
  await find("kraken");
  service.answer = (path) => (path === "/exchanges" ? failUnreachable() : answer(path));
  clock.advance(3 * DAY);
  expect(await find("kraken")).toEqual(["Kraken"]);
});
