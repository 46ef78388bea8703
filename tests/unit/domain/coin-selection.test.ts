import { expect, it } from "vitest";
import { categoryIdOf, categoryInWords, moversInWords, parseCategory } from "~/domain/market/coin-selection";

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

it.each([
  ["Layer 1 (L1)", "layer-1"],
  ["Smart Contract Platform", "smart-contract-platform"],
  ["Proof of Work (PoW)", "proof-of-work-pow"],
  ["Decentralized Finance (DeFi)", "decentralized-finance-defi"],
  ["Meme", "meme-token"],
  ["!", null],
])("the category called %s has the id %j", (name, id) => {
  expect(categoryIdOf(name)).toBe(id);
});

it("lists are named in words", () => {
  expect(moversInWords({ list: "losers", period: "7d" })).toBe("Biggest losers in 7 days");
  expect(categoryInWords("layer-1")).toBe("layer 1");
});
