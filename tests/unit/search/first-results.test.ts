import { expect, it } from "vitest";
import { searchKey } from "~/domain/search/search-key";
import { TOP_HUNDRED_COINS } from "~/services/sample-market/top-hundred-coins.server";
import { failUnreachable } from "../market-data/market-under-test";
import { NAME_ROWS, searchAmong, searchBody } from "./searched-coins";

const search = () => searchAmong(searchBody).find;

const same = (one: string, other: string) => searchKey(one) === searchKey(other);

const FIRST_RESULTS: readonly (readonly [what: string, query: string, id: string | null])[] = [
  ["a symbol", "btc", "bitcoin"],
  ["a symbol in capitals", "ETH", "ethereum"],
  ["a symbol that is the beginning of a larger coin", "sol", "solana"],
  ["a symbol of a smaller coin with a sign", "$wif", "dollar-wif"],
  ["a symbol without its sign", "wif", "dollar-wif"],
  ["a symbol before a name", "link", "chainlink"],
  ["a symbol in full-width letters", "ＢＴＣ", "bitcoin"],
  ["a name", "Bitcoin", "bitcoin"],
  ["a name of two words", "Bitcoin Cash", "bitcoin-cash"],
  ["a name without its space", "bitcoincash", "bitcoin-cash"],
  ["a name with a hyphen", "bitcoin-cash", "bitcoin-cash"],
  ["a name with too many spaces", "  Shiba \t  Inu ", "shiba-inu"],
  ["a name that larger coins begin with", "sol token", "sol-token"],
  ["a name with a point", "yearn finance", "yearn-finance"],
  ["a name with accents, without them", "sao paulo", "sao-paulo-fc-fan-token"],
  ["a name with accents, with others", "Sáo Paúlo", "sao-paulo-fc-fan-token"],
  ["the beginning of a name", "bitc", "bitcoin"],
  ["the beginning of a name with several", "eth", "ethereum"],
  ["the beginning of a symbol", "bt", "bitcoin"],
  ["the beginning of a later word", "fan tok", "sao-paulo-fc-fan-token"],
  ["the middle of a name", "eum", "ethereum"],
  ["the middle of a name, without its space", "coinca", "bitcoin-cash"],
  ["an id that is not the name", "ripple", "ripple"],
  ["an id with a space", "1move token", "1move token"],
  ["an id of one sign", "_", "_"],
  ["two letters that have changed places", "bitcion", "bitcoin"],
  ["a wrong letter", "etherium", "ethereum"],
  ["a missing letter", "cardno", "cardano"],
  ["a letter too many", "dogeecoin", "dogecoin"],
  ["a wrong first letter", "vitcoin", "bitcoin"],
  ["a missing first letter", "thereum", "ethereum"],
  ["a typo in the last letter", "solanq", "solana"],
  ["a typo at the end of the field", "bitcoinn", "bitcoin"],
  ["a typo in another script", "Монетп", "moneta"],
  ["a typo in four letters", "pepr", "pepe"],
  ["a typo in three letters, too many of which are other coins", "btx", null],
  ["two letters of three that have changed places", "bct", null],
  ["one letter", "b", "bitcoin"],
  ["one letter that is a symbol", "m", "memecore"],
  ["one letter of another script", "柴", "shiba-cn"],
  ["Chinese", "比特币", "bitebi"],
  ["Japanese", "ビットコイン", "bitokoin"],
  ["Japanese in half-width letters", "ﾋﾞｯﾄｺｲﾝ", "bitokoin"],
  ["Korean", "가상", "gaeko"],
  ["Cyrillic in capitals", "МОНЕТА", "moneta"],
  ["Cyrillic without its dots", "елка", "moneta"],
  ["Hindi", "सिक्का", "sikka"],
  ["Arabic", "عملة", "umla"],
  ["an emoji", "🚀", "rocketship"],
  ["an emoji and a word", "🚀 to the", "rocketship"],
  ["markup", "<script>alert(1)</script>", "script"],
  ["markup of no coin", "<img src=x onerror=alert(1)>", null],
  ["10 kB of text", "lorem ipsum ".repeat(900), null],
  ["10 kB of one letter", "b".repeat(10_000), null],
  ["halves of characters", "\ud83d\ud83d", null],
  ["nothing that a coin is called", "qqqqqq", null],
];

it.each(FIRST_RESULTS)("%s finds the right coin first, or none", async (_, query, id) => {
  const find = search();
  const { coins, count } = await find(query);
  expect(coins[0]?.id ?? null).toBe(id);
  expect(coins).toHaveLength(Math.min(count, 50));
});

it.each([
  // Exact symbols by rank, a prefix, then the middle of a word.
  ["sol", ["solana", "sol-token", "solana-inu"]],
  // The ranked coin of the name, and the unranked one whose symbol it is.
  ["bitcoin", ["bitcoin", "tenth-inu"]],
])("ranks exact matches before prefixes, and beginnings of words before the rest: %s", async (query, ids) => {
  const { coins } = await search()(query);
  expect(coins.slice(0, ids.length).map(({ id }) => id)).toEqual(ids);
});

it("finds each of the largest coins first by its name, unless a larger one has the same name", async () => {
  const find = search();
  const exact = (query: string) =>
    TOP_HUNDRED_COINS.find(({ symbol, name }) => [symbol, name].some((text) => same(text, query)))?.id;
  for (const { name } of TOP_HUNDRED_COINS) expect((await find(name)).coins[0]?.id, name).toBe(exact(name));
});

it("finds the same coins first on a site that has just started, before any rank is known", async () => {
  const { find } = searchAmong((path) => (path === "/coins/list" ? NAME_ROWS : failUnreachable()));
  for (const [, query, id] of FIRST_RESULTS) expect((await find(query)).coins[0]?.id ?? null, query).toBe(id);
  expect((await find("btc")).coins[0]).toMatchObject({ id: "bitcoin", rank: null });
});

it("returns rank and picture of a coin, where they are known", async () => {
  const find = search();
  const [bitcoin, batcat] = (await find("btc")).coins;
  const image = expect.stringMatching(/^\/picture\/[^/]+\/pictures\.example\/coins\/large\/bitcoin\.png$/);
  expect(bitcoin).toEqual({ id: "bitcoin", symbol: "btc", name: "Bitcoin", rank: 1, image });
  expect(batcat).toMatchObject({ rank: null, image: null });
});

it("returns no more than requested, and counts all", async () => {
  const { coins, count } = await search()("o", 5);
  expect(coins).toHaveLength(5);
  expect(count).toBeGreaterThan(30);
});

it("suggests coins with a similar beginning where none is found", async () => {
  const find = search();
  const { count, nearest } = await find("bitcoin unlimited");
  expect(count).toBe(0);
  expect(nearest.map(({ id }) => id)).toEqual(["bitcoin", "bitcoin-cash", "bitcoin-2"]);
  expect((await find("qqqqqq")).nearest).toEqual([]);
});

it.each([
  ["a name", "Bitcoin", "bitcoin"],
  ["a symbol", "btc", "bitcoin"],
  ["a symbol that smaller coins have, too", "sol", "solana"],
  ["the name of a small coin", "bitcoin cash", "bitcoin-cash"],
  ["the beginning of a name", "bitc", null],
  ["nothing that a coin is called", "qqqqqq", null],
])("%s means one coin, or none", async (_, query, id) => {
  const { exact } = await search()(query);
  expect(exact?.id ?? null).toBe(id);
});

it("a name that two coins have means neither, unless one of them is among the largest", async () => {
  const rows = ["one", "two"].map((id) => ({ id, symbol: id, name: "Twin" }));
  const { find } = searchAmong((path) => (path === "/coins/list" ? rows : []));
  const { exact, count } = await find("twin", 5);
  expect([exact, count]).toEqual([null, 2]);
});
