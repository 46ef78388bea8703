import { expect, it } from "vitest";
import { biggestMovers, moversInWords, parseCategory } from "~/domain/market/coin-selection";
import { TIME } from "~/domain/time";

it.each([
  ["layer-1", "layer-1"],
  [" Meme-Token ", "meme-token"],
  ["2024-airdrops", "2024-airdrops"],
  ["", null],
  [null, null],
  ["-layer", null],
  ["layer--1", null],
  ["layer 1", null],
  ["layer_1", null],
  ["../coins", null],
  ["a&page=2", null],
  ["монета", null],
  ["a".repeat(65), null],
])("the category %j is read as %j", (text, category) => {
  expect(parseCategory(text)).toBe(category);
});

it("lists are named in words", () => {
  expect(moversInWords({ list: "losers", period: "7d", top: 1000 })).toBe("Losers in 7 days, Top 1,000");
});

it("gainers have risen and losers have fallen by what is shown, those with the largest moves first, if they are traded", () => {
  const traded = [0.001, 5, -2, 3, 7, -9, null].map((change24h) => ({
    change24h,
    fetchedAt: 9e8,
    pricedAt: 9e8,
  }));
  const unmoved = [99, -99].map((change24h) => ({ change24h, fetchedAt: 9e8, pricedAt: 9e8 - TIME.DAY - 1 }));
  const coins = [...unmoved, ...traded];
  const changes = (list: "gainers" | "losers") =>
    biggestMovers(coins, list, "change24h").map(({ change24h }) => change24h);
  expect(changes("gainers")).toEqual([7, 5, 3]);
  expect(changes("losers")).toEqual([-9, -2]);
});
