import { describe, expect, it } from "vitest";
import { readTarget } from "~/services/http/request-target.server";

const target = (address: string) => readTarget(address)?.address;

describe("the address that Remix receives", () => {
  it.each([
    ["/coins?x=1&page=03", "/coins?currency=inr&page=3"],
    ["/robots.txt?x=1", "/robots.txt"],
    ["/search?x=1&q=%20%EF%BC%A2it%20%20Coin", "/search?q=bit+coin&currency=inr"],
    ["/search.json?x=1&q=BITC", "/search.json?q=bitc"],
    ["/search.json", "/search.json?q="],
    ["/search.json?currency=USD&q=x", "/search.json?q=x&currency=usd"],
    [`/search.json?q=${"x".repeat(10_000)}`, `/search.json?q=${"x".repeat(64)}`],
    ["/healthz?x=1", "/healthz"],
    ["/no/such/page?x=1", "/nowhere"],
    ["/assets/gone.js", "/nowhere"],
    ["/coins?_data=routes/coins", "/coins?currency=inr&page=1"],
    ["/coin/bitcoin/history.csv?x=1", "/coin/bitcoin/history.csv?currency=inr&range=24h"],
    ["/COIN/%62itcoin/History.CSV/?range=7D&mode=dark", "/coin/bitcoin/history.csv?currency=inr&range=7d"],
    ["/coin/a%2Fb/history.json?currency=usd", "/coin/a%2Fb/history.json?currency=usd&range=24h"],
    ["/coin/bitcoin/chart.svg", "/coin/bitcoin/chart.svg?currency=inr&range=24h&mode=light"],
    ["/coin/bitcoin/chart.svg?mode=DARK", "/coin/bitcoin/chart.svg?currency=inr&range=24h&mode=dark"],
    ["/coin/bitcoin/preview.png?mode=dark&style=candles", "/coin/bitcoin/preview.png?currency=inr&range=24h"],
    ["/coins/preview.png?currency=EUR&page=7", "/coins/preview.png?currency=eur"],
    ["/preview.png?x=1", "/preview.png"],
    ["/picture/a.example/1/small/a%20b.png?169", "/picture/a.example/1/small/a%20b.png"],
    ["/coin/history.csv", "/coin/history.csv?currency=inr&range=24h"],
    ["/coin/bitcoin/other.csv?x=1", "/nowhere"],
    ["/%73itemap/2.XML?x=1", "/sitemap/2.xml"],
    ["/sitemap/02.xml?x=1", "/nowhere"],
  ])("of %s is %s", (address, expected) => expect(target(address)).toBe(expected));

  it.each([
    ["/coins.data", "/coins.data?currency=inr&page=1"],
    ["/coins/.data?page=2&x=1", "/coins.data?currency=inr&page=2"],
    ["/coins.data?_routes=routes/coins", "/coins.data?currency=inr&page=1&_routes=routes%2Fcoins"],
    [
      "/coins.data?_routes=routes/coins,root,x&page=2",
      "/coins.data?currency=inr&page=2&_routes=root%2Croutes%2Fcoins",
    ],
    ["/coins.data?_routes=routes/exchanges", "/coins.data?currency=inr&page=1"],
    [
      "/coin/bitcoin.data?range=7d&_routes=routes/coin.$id",
      "/coin/bitcoin.data?currency=inr&range=7d&_routes=routes%2Fcoin.%24id",
    ],
    ["/exchanges.data?_routes=x&_routes=root", "/exchanges.data"],
    ["/_root.data?index", "/_root.data"],
    ["/.data?_routes=routes/_index", "/_root.data?_routes=routes%2F_index"],
    ["/nowhere.data?_routes=root", "/nowhere.data"],
    // Only pages have data. Remix would make some of a file too, and of each of its spellings.
    ["/anywhere.data", "/nowhere.data"],
    ["/sitemap/2.xml.data", "/nowhere.data"],
    ["/robots.txt.data", "/nowhere.data"],
    ["/Metrics.data", "/nowhere.data"],
    ["/coin/bitcoin/history.csv.data?range=max", "/nowhere.data"],
    ["/colour-mode.data", "/colour-mode.data"],
  ])("of the data under %s is %s", (address, expected) => {
    expect(target(address)).toBe(expected);
    expect(target(expected)).toBe(expected);
  });
});

it.each([
  ["/coins?page=2", "page"],
  ["/coin/pepe.data", "data"],
  ["/coin/pepe/history.csv", "file"],
  ["/coin/pepe/history.csv.data", "nowhere"],
  ["/watchlist?ids=a", "page"],
  ["/Watchlist/?ids=..", "own watchlist"],
  ["/watchlist.data?_routes=routes/watchlist", "own watchlist"],
  ["/watchlist.csv?x=1", "own watchlist"],
  ["/watchlist.json?currency=eur&x=1", "own watchlist"],
  ["/metrics/", "nowhere"],
  ["/colour-mode.data", "form"],
])("%s is a %s", (address, kind) => expect(readTarget(address)?.kind).toBe(kind));

it.each([
  ["/coin/pepe.data", "page", "/coin/pepe%2Edata?currency=inr&range=24h"],
  ["/exchange/a.b.data", "page", "/exchange/a.b%2Edata?currency=inr"],
  ["/coins.data", "nowhere", "/nowhere"],
])("to whoever asks for a page, %s is a %s, which Remix does not take for data", (sent, kind, address) => {
  expect(readTarget(sent, "text/html,application/xhtml+xml,*/*;q=0.8")).toMatchObject({ kind, address });
  expect(readTarget(address)).toMatchObject({ kind, address });
});

it("data with the parameter of Remix are data, even where they are asked for like a page, as Firefox does to prefetch them", () => {
  const sent = "/exchanges.data?_routes=routes%2Fexchanges";
  expect(readTarget(sent, "text/html,*/*;q=0.8")).toEqual(readTarget(sent));
});
