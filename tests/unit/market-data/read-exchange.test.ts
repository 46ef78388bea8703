import { expect, it } from "vitest";
import { exchangeEndpoint } from "~/services/market-data/source/exchange.server";
import { exchangeBody } from "../../support/fake-bodies";

const read = (body: unknown) => exchangeEndpoint("one").read(body, "/exchanges/one");

it("an exchange is read field by field", () => {
  const { tickers, description, ...exchange } = read(exchangeBody("binance"));
  const url = "https://www.binance.com/";
  expect(exchange).toEqual({
    ...{ id: "one", name: "Binance", image: null, url, country: null, year: 2017 },
    ...{ trustScoreRank: 1, trustScore: 10, volumeBtc: 979_051.15, isCentralised: true, notices: [] },
    links: ["https://x.com/one", "https://www.facebook.com/one"],
    bitcoinUsd: 64_668.5,
  });
  expect(description.flat().map(({ text }) => text)).toEqual(["It is ", "one", " of the largest."]);
  expect(tickers.map(({ pair, coinId, url, flaw }) => [pair, coinId, url === null, flaw])).toEqual([
    ["BTC/USDT", "bitcoin", false, null],
    ["ODD/USDT", null, true, "stale"],
    ["1MT/USDT", "1move token", false, "anomalous"],
  ]);
});

it("an exchange may lack anything but a name", () => {
  const nothing = { notices: [], description: [], links: [], tickers: [] };
  const bare = { ...nothing, isCentralised: null, bitcoinUsd: null };
  expect(read({ name: "One" })).toMatchObject({ id: "one", name: "One", url: null, ...bare });
  const links = { twitter_handle: "../x", facebook_url: "javascript:alert(1)" };
  const odd = { ...links, centralized: "yes", tickers: {}, description: 7 };
  expect(read({ name: "One", ...odd })).toMatchObject(bare);
  for (const body of [null, [], {}, { name: 7 }, { name: " " }])
    expect(() => read(body)).toThrow("/exchanges/one: the body is not an exchange");
});

it("an exchange that is closing is read with the notice of it", () => {
  expect(read(exchangeBody("kraken")).notices).toEqual([[{ text: "It is closing." }]]);
});

it.each(["list", "..", "a/b", "", "x".repeat(129)])("no call is made for the id %j", (id) => {
  expect(() => exchangeEndpoint(id)).toThrow("not an exchange id");
});
