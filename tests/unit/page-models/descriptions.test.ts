import { expect, it } from "vitest";
import { EXCHANGES_ENDPOINT } from "~/services/market-data/source/market.server";
import {
  coinDescription,
  coinsDescription,
  exchangesDescription,
  searchDescription,
} from "~/services/page-models/descriptions.server";

const TEN_O_CLOCK = Date.parse("2026-11-22T10:00:00.000Z");

it("a coin's page is described by its price, its change and the time", () => {
  const coin = { name: "Bitcoin", price: 64_000.5, change24h: -1.2, pricedAt: TEN_O_CLOCK };
  expect(coinDescription(coin, "usd")).toBe(
    "Bitcoin: $64,000.50, −1.20\u00a0% in 24 hours, on 22 Nov 2026, 10:00 UTC. Its price history and key figures.",
  );
});

it("a page of the list is described by the new prices and changes of its first three coins, and by the time", () => {
  const coins = [
    { name: "Old", price: 3, priceFrom: "16 Nov", change24h: 9 },
    { name: "Bitcoin", price: 5_432_100, change24h: 1.2 },
    { name: "Ethereum", price: 2349.13, change24h: null },
    { name: "Unpriced", price: null, change24h: 5 },
    { name: "Tether", price: 84, change24h: 0 },
    { name: "Fourth", price: 1, change24h: 1 },
  ];
  expect(coinsDescription(coins, "inr", 2, TEN_O_CLOCK)).toBe(
    "Bitcoin ₹54,32,100.00 (+1.20\u00a0% in 24 hours), Ethereum ₹2,349.13, Tether ₹84.00 (0.00\u00a0%), on 22 Nov 2026, 10:00 UTC. Crypto coins and their prices in inr, page 2.",
  );
});

it("a page of the list without prices is described only as what it is", () => {
  expect(coinsDescription([], "eur", 132, TEN_O_CLOCK)).toBe(
    "Crypto coins and their prices in eur, page 132.",
  );
});

it("a very long name does not make the description long", () => {
  const coins = Array.from({ length: 100 }, () => ({ name: "👑".repeat(200), price: 1e17, change24h: 1e9 }));
  expect(coinsDescription(coins, "usd", 1, TEN_O_CLOCK).length).toBeLessThan(450);
});

it.each([
  ["trust score: Binance, Kraken", [2, 1]],
  ["volume: Kraken, Binance", [null, null]],
])("exchanges are described by the first ones and the time: by %s", (words, ranks) => {
  const rows = ["Kraken", "Binance"].map((name, index) => ({
    ...{ id: name, name, trust_score_rank: ranks[index], trade_volume_24h_btc: 9 - index },
  }));
  const [order, first] = words.split(": ");
  expect(exchangesDescription(EXCHANGES_ENDPOINT.read(rows, "/exchanges"), TEN_O_CLOCK)).toBe(
    `Crypto exchanges by ${order} on 22 Nov 2026, 10:00 UTC: ${first} first, each with a link to its own site.`,
  );
  expect(exchangesDescription([], TEN_O_CLOCK)).not.toContain("first");
});

it.each([
  ["bit", 0, "Finds any coin by its name, symbol or id."],
  ["bit", 1, "One coin matches “bit”: Bitcoin."],
  ["bit", 2, "2 coins match “bit”: Bitcoin, BitCash."],
  ["bit", 900, "900 coins match “bit”: Bitcoin, BitCash, Rabbit and others."],
])("a search for %s with %i results is described as such", (query, count, description) => {
  const coins = ["Bitcoin", "BitCash", "Rabbit", "Bits"].map((name) => ({ name }));
  expect(searchDescription(query, coins.slice(0, count), count)).toBe(description);
});
