import { expect, it } from "vitest";
import { seriesName } from "~/domain/addresses/file-addresses";
import { summariseChart } from "~/domain/chart/chart-view";
import { compareMarketCaps } from "~/domain/compare/compared-coins";
import { isolated, joinWords, removeUnsafeCharacters, shorten, shortenMiddle } from "~/domain/format/text";
import { isCoinId } from "~/domain/market/coin";
import { describeChange, LIST_MESSAGES } from "~/domain/watchlist/watchlist";

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
])("the words %j are listed as %j", (words, expected) => expect(joinWords(words, "or")).toBe(expected));

it("a name from right to left is isolated; others stay as they are", () => {
  expect(["Bitcoin", "عملة المال 24", "מטבע"].map(isolated)).toEqual([
    "Bitcoin",
    "\u2068عملة المال 24\u2069",
    "\u2068מטבע\u2069",
  ]);
});

it("sentences isolate the names of coins in them", () => {
  const name = "عملة المال 24";
  const sentences = [
    seriesName(name, "usd", "7 days"),
    summariseChart(name, null, { metric: "market_cap", currency: "usd", range: "7d", zone: "utc" }),
    compareMarketCaps([
      { name, marketCap: 2 },
      { name: "Bitcoin", marketCap: 1 },
    ]),
    describeChange({ kind: "add", name }),
    LIST_MESSAGES.full(name),
    LIST_MESSAGES.removedWithAmount(name),
  ];
  for (const sentence of sentences) expect(sentence.split(isolated(name)), sentence).toHaveLength(2);
});

it("what joins emoji stays, and other invisible characters go", () => {
  for (const emoji of ["👨‍👩‍👧", "👩🏽‍💻", "❤️‍🔥"]) expect(removeUnsafeCharacters(emoji)).toBe(emoji);
  expect(removeUnsafeCharacters("a\u200db\u202e \u200d👩\u200d c")).toBe("ab 👩 c");
  expect(isCoinId("👩‍💻")).toBe(false);
});
