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
])("%j is compared as %j", (text, key) => {
  expect(searchKey(text)).toBe(key);
});

it("each later word of a name begins a key of its own", () => {
  expect(laterWordKeys("Wrapped Bitcoin-Cash (Old)")).toEqual(["bitcoincashold", "cashold", "old"]);
  expect(laterWordKeys("São Paulo Fán")).toEqual(["paulofan", "fan"]);
  expect(laterWordKeys("Bitcoin")).toEqual([]);
});

const FIRST_OF_KEY = 5;
const FIELDS = "\u0001btc\u0002bitcoin\u0003sat";

it.each([
  ["bitcoin", true],
  ["bitcion", true],
  ["bitcoim", true],
  ["bitcoi", true],
  ["bitcoinx", true],
  ["btcoin", true],
  ["xbitcoin", true],
  ["ibtcoin", true],
  ["bittcoin", true],
  ["bxtcxin", false],
  ["bticion", false],
  ["coin", false],
])("%s is at most one typo away from the beginning of bitcoin: %s", (query, isIt) => {
  expect(beginsWithinOneTypo(FIELDS, FIELDS.indexOf("bit"), query, FIRST_OF_KEY)).toBe(isIt);
});

it("no typo crosses the end of a field", () => {
  expect(beginsWithinOneTypo(FIELDS, 1, "btcxbit", FIRST_OF_KEY)).toBe(false);
  expect(beginsWithinOneTypo(FIELDS, 1, "btcbit", FIRST_OF_KEY)).toBe(false);
  expect(beginsWithinOneTypo(FIELDS, FIELDS.indexOf("sat"), "satoshi", FIRST_OF_KEY)).toBe(false);
});
