import { describe, expect, it } from "vitest";
import { ShortList } from "~/components/home/short-list";
import { OutOfDateNotice } from "~/components/market/out-of-date-notice";
import { FoundCoins, FoundExchanges, SearchOutcome } from "~/components/search/found-coins";
import { UnexpectedError } from "~/components/site/errors";
import { linksOf, render, tags, textOf, textsOf } from "./render";

describe("the search", () => {
  it.each([
    ["found", 1, 1, "1 coin for “x”"],
    ["nearest", 0, 2, "No coin is called “x”. The nearest names:"],
    ["largest", 0, 10, "The largest coins"],
  ] as const)("that shows %s coins (%d, %d listed) says “%s”", (shows, count, shown, words) => {
    const html = render(<SearchOutcome {...{ shows, count, shown }} query="x" currency="usd" />);
    expect(tags(html, "h2")[0]?.text).toBe(words);
  });

  it("lists coins with their ranks, and with their prices where they are known, each with a star", () => {
    const pepe = { id: "pepe", symbol: "pepe", name: "Pepe", image: null, rank: 30 };
    const textWith = (figures: object) =>
      tags(render(<FoundCoins coins={[{ ...pepe, ...figures }]} currency="eur" />), "a")[0]?.text;
    const html = render(<FoundCoins coins={[pepe]} currency="eur" />);
    expect(tags(html, "a")).toEqual([
      expect.objectContaining({ href: "/coin/pepe?currency=eur", text: "PEPE Pepe pepe Rank #30" }),
    ]);
    expect(textWith({ price: 2, change24h: -3 })).toBe("PEPE Pepe pepe Rank #30 €2.00 down 3.00 %");
    expect(textWith({ price: 2, change24h: null })).toBe("PEPE Pepe pepe Rank #30 €2.00");
    expect(textWith({ price: null, change24h: null })).toBe("PEPE Pepe pepe Rank #30");
    expect(tags(html, "form")[0]?.["action"]).toBe("/watchlist");
    expect(tags(html, "button")[0]).toMatchObject({ name: "id", value: "pepe", text: "Watch Pepe" });
    expect(render(<FoundCoins coins={[]} currency="eur" />)).toBe("");
  });

  it("lists exchanges, each a link to its page", () => {
    const exchanges = ["kraken", "a b/c"].map((id) => ({ id, name: id.toUpperCase(), image: null }));
    const html = render(<FoundExchanges exchanges={exchanges} currency="usd" />);
    expect(textOf(html)).toBe("ExchangesKRAK KRAKEN ExchangeABC A B/C Exchange");
    expect(tags(html, "a").map(({ href }) => href)).toEqual([
      "/exchange/kraken?currency=usd",
      "/exchange/a%20b%2Fc?currency=usd",
    ]);
    expect(render(<FoundExchanges exchanges={[]} currency="usd" />)).toBe("");
  });
});

it("Home has no list without anything to show", () => {
  const list = (none?: string) =>
    render(<ShortList title="Gainers" scope="of all" href="/all" coins={[]} currency="usd" none={none} />);
  expect(list()).toBe("");
  expect(textOf(list("None has risen."))).toBe("Gainers of allNone has risen.");
});

it("a page that fails because of our own fault shows its message, and a link that tries again", () => {
  const html = render(<UnexpectedError error={new Error("boom")} />, "/exchanges?currency=eur");
  expect(tags(html, "h1")[0]?.text).toBe("Unexpected Application Error!");
  expect(textsOf(html, "p").slice(0, 2)).toEqual([
    "Something went wrong",
    "boom. The page could not be shown. Please try again in a moment.",
  ]);
  expect(linksOf(html)).toEqual([
    ["Try again", "/exchanges?currency=eur"],
    ["Go to the home page", "/"],
  ]);
});

it("the notice of old figures says when they were fetched", () => {
  const html = render(<OutOfDateNotice age={{ isOutOfDate: true, fetchedAt: Date.UTC(2026, 10, 21) }} />);
  expect(tags(html, "p")[0]).toMatchObject({
    role: "status",
    text: "Prices may be out of date: last fetched 21 Nov 2026, 00:00 UTC",
  });
  expect(render(<OutOfDateNotice age={{ isOutOfDate: false, fetchedAt: 0 }} />)).toBe("");
});
