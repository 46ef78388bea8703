import { expect, it } from "vitest";
import { siteInFront } from "./site-in-front";

const REMEMBERED = { cookie: "other=1; currency=usd" };

it.each([
  ["/", "/?currency=usd"],
  ["/coins?page=2", "/coins?currency=usd&page=2"],
  ["/COINS/?page=02&x=1", "/coins?currency=usd&page=2"],
  ["/coin/a%2Fb", "/coin/a%2Fb?currency=usd&range=24h"],
  ["/watchlist", "/watchlist?currency=usd"],
  ["/convert", "/convert?amount=1&from=bitcoin&to=usd"],
])("%s leads to the last currency, for this visitor alone and without a rendering", async (path, to) => {
  const { ask, asked } = await siteInFront();
  const { status, headers } = await ask(path, REMEMBERED);
  expect([status, headers.location, headers["cache-control"]]).toEqual([302, to, "private, no-store"]);
  expect(headers["set-cookie"]).toBeUndefined();
  expect(asked).toEqual([]);
  expect((await ask(to, REMEMBERED)).status).toBe(200);
});

it.each([
  ["/coins?currency=inr&page=1", "usd"],
  ["/coins?currency=nonsense", "usd"],
  ["/convert?amount=1&from=bitcoin&to=eur", "usd"],
  ["/coins.data?page=1", "usd"],
  ["/robots.txt", "usd"],
  ["/nowhere", "usd"],
  ...["inr", "USD", "xyz", ""].map((currency) => ["/coins", currency]),
])("%s is not redirected with the cookie %j", async (path = "", currency) => {
  const { ask } = await siteInFront();
  expect((await ask(path, { cookie: `currency=${currency}` })).status).toBe(200);
});

it("the form's button chooses a currency, where that is another one than the page's", async () => {
  const { ask } = await siteInFront();
  const { status, headers } = await ask("/coins?currency=eur&page=2&before=inr");
  expect([status, headers.location]).toEqual([302, "/coins?currency=eur&page=2"]);
  expect(headers["set-cookie"]).toEqual(["currency=eur; Path=/; Max-Age=31536000; SameSite=Lax"]);
  // The default one needs no cookie, with which nginx would pass its cache.
  const usual = await ask("/coins?currency=inr&page=2&before=eur", { cookie: "currency=eur" });
  expect(usual.headers["set-cookie"]).toEqual(["currency=; Path=/; Max-Age=0; SameSite=Lax"]);
  const same = await ask("/coins?currency=eur&view=table&before=eur");
  expect(same.headers.location).toMatch(/^\/coins\?currency=eur&page=1&view=table/);
  expect(same.headers["set-cookie"]).toBeUndefined();
});
