import { expect, it } from "vitest";
import { moversInWords, parseCategory } from "~/domain/market/coin-selection";

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
  ["ебать", null],
  ["a".repeat(65), null],
])("the category %j is read as %j", (text, category) => {
  expect(parseCategory(text)).toBe(category);
});

it("lists are named in words", () => {
  expect(moversInWords({ list: "losers", period: "7d" })).toBe("Biggest losers in 7 days");
});
