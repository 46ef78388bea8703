import { expect, it } from "vitest";
import { beginsWithinOneTypo, laterWordKeys, searchKey } from "~/domain/search/search-key";

it.each([
  ["Bitcoin Cash", "bitcoincash"],
  ["bitcoin-cash", "bitcoincash"],
  ["Yearn.finance", "yearnfinance"],
  ["Ｂｉｔｃｏｉｎ", "bitcoin"],
  ["ÉTHÉRÉUM", "ethereum"],
  ["Ёлка", "елка"],
  ["ΟΔΟΣ", "οδοσ"],
  ["सिक्का", "सिक्का"],
  ["$WIF", "$wif"],
  ["🚀 Rocket", "🚀rocket"],
  ["❤️", "❤"],
  ["_", "_"],
  ["- -", "--"],
  ["", ""],
])("%j is compared as %j", (text, key) => expect(searchKey(text)).toBe(key));

it("each later word of a name begins a key of its own", () => {
  expect(laterWordKeys("Wrapped Bitcoin-Cash (Old)")).toEqual(["bitcoincashold", "cashold", "old"]);
  expect(laterWordKeys("São Paulo Fán")).toEqual(["paulofan", "fan"]);
  expect(laterWordKeys("Bitcoin")).toEqual([]);
});

it("keys are bounded after folding, which can make eighteen letters of one", () => {
  const honorific = "ﷺ".repeat(200);
  expect(searchKey("ﷺ")).toHaveLength(15);
  expect(searchKey(honorific)).toBe(searchKey("ﷺ".repeat(10)).slice(0, 128));
  expect(searchKey("-".repeat(300))).toBe("-".repeat(128));
  expect(searchKey("x".repeat(400_000))).toHaveLength(128);
  const keys = laterWordKeys(honorific);
  expect(keys).toHaveLength(15);
  expect(keys.every((key) => key.length === 128)).toBe(true);
});

it("only the first sixteen words of a name begin keys", () => {
  const letters = Array.from({ length: 100 }, (_, index) => String.fromCharCode(97 + (index % 26)));
  const keys = laterWordKeys(letters.join(" "));
  expect(keys).toHaveLength(15);
  expect(keys[0]).toBe(letters.slice(1).join(""));
  expect(laterWordKeys("a ".repeat(200_000))).toHaveLength(15);
});

// Searches in tests/unit/search have the usual typos.
it.each([
  ["bitcoi", true],
  ["xbitcoin", true],
  ["ibtcoin", true],
  ["bxtcxin", false],
  ["bticion", false],
  ["coin", false],
])("%s is at most one typo away from the beginning of bitcoin: %s", (query, isIt) =>
  expect(beginsWithinOneTypo("bitcoin", query)).toBe(isIt),
);
