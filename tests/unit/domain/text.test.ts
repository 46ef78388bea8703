import { expect, it } from "vitest";
import { joinWords, shorten, shortenMiddle } from "~/domain/format/text";

it.each([
  ["Bitcoin", 7, "Bitcoin"],
  ["Bitcoins", 7, "Bitcoi…"],
  ["Pax Gold", 5, "Pax…"],
  ["🐸🐸🐸🐸", 3, "🐸🐸…"],
  ["", 3, ""],
])("%j in at most %d characters is %j", (text, maxCharacters, expected) => {
  expect(shorten(text, maxCharacters)).toBe(expected);
});

it("an address keeps its ends; a short one is left as it is", () => {
  expect(shortenMiddle("0x2260fac5e5542a773aa44fbcfedf7c193bc2c599")).toBe("0x2260…c599");
  expect(["token.near", "0.0.12345678"].map(shortenMiddle)).toEqual(["token.near", "0.0.12345678"]);
});

it.each([
  [[], ""],
  [["inr"], "inr"],
  [["inr", "eur"], "inr or eur"],
  [["inr", "eur", "usd"], "inr, eur or usd"],
])("the words %j are listed as %j", (words, expected) => {
  expect(joinWords(words, "or")).toBe(expected);
});
