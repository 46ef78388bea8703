import { expect, it } from "vitest";
import { BROWSER, startSiteBehindNginx } from "./site-behind-nginx";
import { visit, visitUntilCached } from "./visitor";

// nginx caches an answer under the address as it was sent. Only the app knows the canonical address of a page, and it forbids
// nginx to cache any address with other parameters or values.
const served = await startSiteBehindNginx();

const CACHED = [
  "/",
  "/?currency=usd",
  "/exchanges?currency=eur",
  "/coins?currency=usd&page=7",
  "/coins?currency=usd&page=2&view=table&order=volume_asc&sort=change_24h_desc",
  "/coin/bitcoin?currency=eur&range=1y",
  // As links and visitors write addresses: without defaults, in any order.
  "/coins",
  "/coins?currency=usd",
  "/coins?page=9&currency=usd",
  "/coin/bitcoin?currency=usd",
  "/convert?to=usd&from=bitcoin&amount=2.5",
  "/coin/a'(b)?currency=inr&range=24h",
  "/coin/%E2%82%AC?currency=inr&range=24h",
  "/compare?ids=bitcoin,ethereum&currency=usd&range=30d",
  "/convert?amount=1.5&from=bitcoin&to=usd",
  "/search?q=bitcoin+cash&currency=usd&all=1",
  "/watchlist?ids=bitcoin,ethereum&currency=usd",
  // What the browser requests in a client-side navigation.
  "/coins.data?currency=inr&page=7&_routes=routes%2Fcoins",
  "/coin/bitcoin.data?currency=usd&range=7d&_routes=routes%2Fcoin.%24id",
  "/compare.data?ids=bitcoin%2Cethereum&currency=usd&range=7d&_routes=routes%2Fcompare",
  "/exchanges.data",
  "/robots.txt",
  "/manifest.webmanifest",
  "/icons/icon-192.png",
];

it.each(CACHED)("%s, with only the page's parameters, is cached after the first visitor", async (path) => {
  const first = await visit(served.edge.url, path, { headers: BROWSER });
  expect([first.status, first.cache]).toEqual([200, "MISS"]);
  await visitUntilCached(served.edge.url, path, { headers: BROWSER });
  const reached = served.reached(path);
  const cached = await visit(served.edge.url, path, { headers: BROWSER });
  expect([cached.cache, served.reached(path)]).toEqual(["HIT", reached]);
  expect(cached.text).toBe(first.text);
  expect(cached.headers["x-accel-expires"]).toBeUndefined();
});

it.each([
  ["/?currency=gbp&x=1", "/"],
  ["/exchanges?currency=EUR", "/exchanges?currency=eur"],
  ["/coins?currency=usd&page=7&currency=usd", "/coins?currency=usd&page=7"],
  ["/coins?currency=usd&page=7&x=1", "/coins?currency=usd&page=7"],
  ["/coins?currency=usd&page=007", "/coins?currency=usd&page=7"],
  ["/coins?currency=%75sd&page=7", "/coins?currency=usd&page=7"],
  ["/COINS/?currency=usd&page=7&page=8", "/coins?currency=usd&page=7"],
  ["/%63oins?currency=usd&page=7", "/coins?currency=usd&page=7"],
  ["/coin/%62itcoin?currency=eur&range=1Y", "/coin/bitcoin?currency=eur&range=1y"],
  [
    "/compare?ids=bitcoin,ethereum,bitcoin&currency=usd&range=30d",
    "/compare?ids=bitcoin,ethereum&currency=usd&range=30d",
  ],
  ["/convert?amount=%201.5&from=bitcoin&to=usd", "/convert?amount=1.5&from=bitcoin&to=usd"],
  ["/watchlist?ids=bitcoin%2Cethereum&currency=usd", "/watchlist?ids=bitcoin,ethereum&currency=usd"],
  [
    "/watchlist?ids=..,bitcoin,bitcoin,ethereum,&currency=usd",
    "/watchlist?ids=bitcoin,ethereum&currency=usd",
  ],
  ["/coins.data?page=7&_routes=routes/coins", "/coins.data?currency=inr&page=7&_routes=routes%2Fcoins"],
  ["/coin/bitcoin/history.csv?range=7D&currency=usd", "/coin/bitcoin/history.csv?currency=usd&range=7d"],
  ["/manifest.webmanifest?x=1", "/manifest.webmanifest"],
  ["/icons/icon-192.png?x=1", "/icons/icon-192.png"],
])("the other spelling %s gets the same page and is not cached", async (spelling, canonical) => {
  const page = await visit(served.edge.url, canonical, { headers: BROWSER });
  for (const times of [1, 2]) {
    const answer = await visit(served.edge.url, spelling, { headers: BROWSER });
    expect([answer.status, answer.cache]).toEqual([200, "MISS"]);
    expect(answer.body.equals(page.body)).toBe(true);
    expect(answer.headers["cache-control"]).toBe(page.headers["cache-control"]);
    expect(served.reached(spelling)).toBe(times);
  }
});

// nginx redirects the name of a location that ends with a slash to http and its inner port.
it.each(["/picture", "/assets", "/icons", "/coin"])(
  "%s is no address of the site, and leads nowhere",
  async (path) => {
    const { status, headers } = await visit(served.edge.url, path, { headers: BROWSER });
    expect([status, headers.location]).toEqual([404, undefined]);
  },
);
