import { describe, expect, it } from "vitest";
import { MAX_QUERY_LENGTH, parseQuery, queryOfPath } from "~/domain/search/query";

describe("a search query", () => {
  it.each([
    ["bitcoin", "bitcoin"],
    ["  Bitcoin \n Cash ", "bitcoin cash"],
    ["ＢＩＴＣＯＩＮ", "bitcoin"],
    ["São Paulo", "são paulo"],
    ["bit\u200bcoin\u202e", "bit coin"],
    ["bitcoin\u0000", "bitcoin"],
    ["a\ud83d", "a"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["İstanbul", "i\u0307stanbul"],
    ["", ""],
    ["   ", ""],
    [null, ""],
    ["https://www.coingecko.com/en/coins/bitcoin", "/coin/bitcoin"],
    ["  HTTP://CoinGecko.com/coins/Bitcoin/?utm_source=x#markets ", "/coin/bitcoin"],
    ["www.coingecko.com/zh-tw/coins/usd-coin/usd", "/coin/usd-coin"],
    ["https://www.coingecko.com/en/coins/1move%20token", "/coin/1move%20token"],
    ["https://prices.example/coin/bitcoin?currency=eur", "/coin/bitcoin"],
    ["127.0.0.1:3000/coin/bitcoin/markets", "/coin/bitcoin"],
    ["/coin/%42it%E5%B8%81", "/coin/%42it%e5%b8%81"],
    ["/coin/币", "/coin/币"],
    ["https://mirror.example/coins/bitcoin?next=/coin/ethereum", "/coin/bitcoin"],
    [`https://www.coingecko.com/en/coins/${"x".repeat(90)}`, `/coin/${"x".repeat(90)}`],
    // No links to a coin's page.
    ["https://www.coingecko.com/en/coins/", "https://www.coingecko.com/en/coins/"],
    ["/coin/bitcoin is what", "/coin/bitcoin is what"],
    ["/coin", "/coin"],
  ])("%j is read as %j", (value, expected) => {
    expect(parseQuery(value)).toBe(expected);
    expect(parseQuery(expected)).toBe(expected);
  });

  it.each([
    ["letters", "b".repeat(10_000)],
    ["characters of two units", "🚀".repeat(10_000)],
    ["one character that stands for 18", "\ufdfa".repeat(10_000)],
    ["spaces at the cut", "ab ".repeat(5000)],
  ])("is cut at 64 characters: %s", (_, text) => {
    const query = parseQuery(text);
    expect([...query].length).toBeLessThanOrEqual(MAX_QUERY_LENGTH);
    expect([...query].length).toBeGreaterThan(MAX_QUERY_LENGTH - 2);
    expect(parseQuery(query)).toBe(query);
  });

  it("does not change when it is parsed again, whatever characters it has", () => {
    for (let code = 0; code < 0x30000; code += 7) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `a${String.fromCodePoint(code)}${String.fromCodePoint((code * 31) % 0xd800)}b`;
      const query = parseQuery(text);
      expect(parseQuery(query), `U+${code.toString(16)}`).toBe(query);
    }
  });
});

it.each([
  ["/coin/bitcion", "bitcion"],
  ["/Coin/Wrapped%20Bitcoin", "wrapped bitcoin"],
  ["/coins/bitcoin/", "coins bitcoin"],
  ["/no//such/page", "no such page"],
  ["/coin/%E0%A4%A", "%e0%a4%a"],
  ["/", ""],
  [`/${"x".repeat(10_000)}`, "x".repeat(64)],
])("the query for the unknown address %s is %s", (path, query) => expect(queryOfPath(path)).toBe(query));
