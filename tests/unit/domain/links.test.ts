import { describe, expect, it } from "vitest";
import { coinHref, coinPath, coinsHref } from "~/domain/links";

describe("addresses", () => {
  it("of a page of coins name currency and page", () => {
    expect(coinsHref("usd", 3)).toBe("/coins?currency=usd&page=3");
  });

  it("of a coin name the currency, and the range when one is given", () => {
    expect(coinHref("bitcoin", "eur")).toBe("/coin/bitcoin?currency=eur");
    expect(coinHref("bitcoin", "eur", "7d")).toBe("/coin/bitcoin?currency=eur&range=7d");
  });

  it.each([
    ["bitcoin", "/coin/bitcoin"],
    ["1move token", "/coin/1move%20token"],
    ["under_score", "/coin/under_score"],
    ["比特币", "/coin/%E6%AF%94%E7%89%B9%E5%B8%81"],
    ["a/b", "/coin/a%2Fb"],
    ["what?currency=eur", "/coin/what%3Fcurrency%3Deur"],
    ["a#b", "/coin/a%23b"],
    ["100%", "/coin/100%25"],
    ["%2e%2e", "/coin/%252e%252e"],
  ])("of the coin %j hold its id in exactly one segment", (id, expected) => {
    const path = coinPath(id);
    expect(path).toBe(expected);

    const url = new URL(coinHref(id, "usd", "max"), "http://site.test");
    expect(url.pathname).toBe(path);
    const segments = url.pathname.split("/");
    expect(segments).toHaveLength(3);
    expect(decodeURIComponent(segments[2] ?? "")).toBe(id);
    expect([...url.searchParams]).toEqual([
      ["currency", "usd"],
      ["range", "max"],
    ]);
  });
});
