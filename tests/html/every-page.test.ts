import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { PAGE_PATHS } from "../e2e/page-paths";
import { expectLink, get, linksOf, open, textOf } from "./page";

const PAGES = [...PAGE_PATHS, "/search?q=bit", "/nowhere"];

test.each(PAGES)("%s has a header, a footer and the colour mode toggle", async (path) => {
  const page = await open(path);
  const header = within(page.getAllByRole("banner")[0] ?? expect.fail());
  const labels = header.getAllByRole("navigation").map((nav) => nav.getAttribute("aria-label"));
  expect(labels).toEqual(["Main", "Tools"]);
  expect(linksOf(header)).toEqual([
    ["Cypto-On-The-GO", "/"],
    ["Home", "/"],
    ["Exchanges", "/exchanges"],
    ["Coins", "/coins"],
    ["Watchlist", "/watchlist"],
    ["Compare", "/compare"],
    ["Convert", "/convert"],
  ]);
  const hasSearchOfItsOwn = path === "/" || path.startsWith("/search");
  expect(header.queryAllByRole("search")).toHaveLength(hasSearchOfItsOwn ? 0 : 1);
  const footer = page.getByRole("contentinfo");
  // Placeholders, which lead nowhere.
  const social = ["GitHub", "LinkedIn", "X"].map((name) => [name, null]);
  expect(linksOf(within(footer))).toEqual([...social, ["About this site", "/about"]]);
  expect(textOf(footer)).toContain(`© ${new Date().getUTCFullYear()} Cypto-On-The-GO`);
  expect(textOf(footer)).toContain("Developed by");
  page.getByRole("button", { name: "Switch to dark mode" });
  page.getByRole("heading", { level: 1 });
  expect(page.queryAllByText(/Sample prices/)).toEqual([]);
});

test.each([
  ["/coins?list=gainers", "Coins", "page"],
  ["/coin/bitcoin", "Coins", "true"],
  ["/coin/bitcoin/markets", "Coins", "true"],
  ["/map", "Coins", "true"],
  ["/coins/categories", "Coins", "true"],
  ["/exchanges?view=table", "Exchanges", "page"],
  ["/exchange/alpha", "Exchanges", "true"],
])("the header marks where %s is", async (path, name, current) => {
  const marked = (await open(path)).all("header [aria-current]");
  expect(marked.map((link) => [textOf(link), link.getAttribute("aria-current")])).toEqual([[name, current]]);
});

test("the footer leads to what the site is, and what it keeps of a visitor", async () => {
  const coins = await open("/coins?currency=usd");
  const page = await coins.follow(coins.getByRole("link", { name: "About this site" }));
  expect(page.address).toBe("/about?currency=usd");
  page.getByRole("heading", { level: 1, name: "About Cypto-On-The-GO" });
  const headings = page.getAllByRole("heading", { level: 2 }).map(textOf);
  expect(headings).toEqual(["Where the figures come from", "What this site stores", "No advice"]);
});

test.each(["/about", "/nowhere"])("%s says whose site it is, where that is set", async (path) => {
  const page = await open(path, { site: "cut off" });
  const owner = [
    ["Run by Some Society", "https://society.example/"],
    ["Contact", "mailto:site@society.example"],
    ["Terms of use", "https://society.example/terms"],
  ];
  const of = (part: "main" | "contentinfo") => linksOf(within(page.getByRole(part)));
  expect(of("contentinfo").slice(-3)).toEqual(owner);
  if (path === "/about") expect(of("main")).toEqual(expect.arrayContaining(owner));
});

test.each(PAGES)("%s says that prices are samples", async (path) => {
  (await open(path, { site: "sample" })).getByText(/Sample prices/);
});

test.each([
  ["/search?x=1&q=%20BITC%20&currency=EUR", "/search?q=bitc&currency=eur"],
  [
    "/compare?x=1&range=14D&ids=ethereum%2C+bitcoin,ethereum&currency=EUR",
    "/compare?ids=ethereum,bitcoin&currency=eur&range=14d",
  ],
  ["/convert?x=1&to=EUR&from=pepe&amount=%207%20", "/convert?amount=7&from=pepe&to=eur"],
])("%s is public but not indexed", async (spelling, address) => {
  const first = await open(spelling);
  expect(first.headers.get("cache-control")).toMatch(/^public, max-age=0, s-maxage=\d{1,2},/);
  expect(first).toMatchObject({ robots: "noindex", canonical: address });
  expect((await get(address)).headers.get("x-cache-status")).toBe("HIT");
});

test("a coin's name stands for its id, and the price of one coin is worth finding", async () => {
  const address = "/convert?amount=1&from=pepe&to=eur";
  expect(await open("/convert?amount=1&from=PEPE&to=eur")).toMatchObject({
    robots: null,
    canonical: address,
  });
  expect((await open("/coins")).robots).toBe(null);
});

test("an unknown address is a 404 with an error page and no stack trace", async () => {
  const page = await open("/no/such/page");
  expect([page.status, page.headers.get("cache-control")]).toEqual([404, "no-store"]);
  page.getByRole("heading", { name: "Unexpected Application Error!" });
  expect(page.text).toContain(
    "This page does not exist404 Not Found: there is no page at this address. Perhaps a search finds what you are looking for.",
  );
  expect(linksOf(within(page.getByRole("main")))).toEqual([["Go to the home page", "/"]]);
  expect(page.title).toBe("Page not found – Cypto-On-The-GO");
  expect(page.all("pre")).toEqual([]);
});

test.each([
  ["/coins?page=02&x=1", "/coins?currency=inr&page=2"],
  ["/coin/bitcoin?currency=EUR&x=1", "/coin/bitcoin?currency=eur&range=24h"],
  ["/exchanges?x=1", "/exchanges"],
  ["/search?q=+Bit&x=1", "/search?q=bit&currency=inr"],
  ["/compare?ids=bitcoin%2Cethereum&x=1&range=7D", "/compare?ids=bitcoin,ethereum&currency=inr&range=7d"],
  ["/convert?amount=+2&x=1", "/convert?amount=2&from=bitcoin&to=inr"],
])("%s, failed, offers to try again, with its own parameters only", async (path, address) => {
  expectLink(await open(path, { site: "cut off" }), "Try again", address);
});
