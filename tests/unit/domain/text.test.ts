import { expect, it } from "vitest";
import { joinWords, shorten } from "~/domain/format/text";

it.each([
  ["Bitcoin", 7, "Bitcoin"],
  ["Bitcoins", 7, "Bitcoi…"],
  ["Pax Gold", 5, "Pax…"],
  ["🐸🐸🐸🐸", 3, "🐸🐸…"],
  ["", 3, ""],
])("%j in at most %d characters is %j", (text, maxCharacters, expected) => {
  expect(shorten(text, maxCharacters)).toBe(expected);
});

it.each([
  [[], ""],
  [["inr"], "inr"],
  [["inr", "eur"], "inr or eur"],
  [["inr", "eur", "usd"], "inr, eur or usd"],
])("the words %j are listed as %j", (words, expected) => {
  expect(joinWords(words, "or")).toBe(expected);
});
