import { expect, test } from "vitest";
import { PAGE_PATHS } from "../e2e/page-paths";
import { open, textOf } from "./page";

const PAGES = [
  ...PAGE_PATHS,
  "/coins?view=table",
  "/coins?list=gainers",
  "/coin/bitcoin?style=candles",
  "/compare?ids=bitcoin,ethereum",
  "/search?q=coin&all=1",
  "/watchlist?ids=bitcoin:0.5,ethereum",
];

/** An amount of money or a change in per cent, and nothing else. */
const FIGURE = /^[+−~≈]?(?:[₹€$][\d.,]+[A-Z]*|[\d.,]+\u00a0%)$/;

test.each(PAGES)("figures of %s are not to be translated", async (path) => {
  const page = await open(path);
  const translated = page
    .all("main :is(b, dd, li, p, small, span, strong, td)")
    .filter(({ children, textContent }) => children.length === 0 && FIGURE.test(textContent))
    .filter((figure) => figure.closest("[translate=no]") === null);
  expect(translated.map(({ outerHTML }) => outerHTML)).toEqual([]);
});

test.each(PAGES)("names of coins on %s are isolated, and not to be translated", async (path) => {
  const page = await open(path);
  const wrong = page
    // In a drawing, where there is no <bdi>, its component isolates them.
    .all("main :is(a, b, td, th, h1) :not(.for-listeners, tspan)")
    .filter(({ children, textContent }) => children.length === 0 && textContent === "Ethereum")
    .filter((name) => name.tagName !== "BDI" || name.closest("[translate=no]") === null);
  expect(wrong.map(({ outerHTML }) => outerHTML)).toEqual([]);
});

test.each([
  "/coin/tether?currency=usd&range=24h",
  "/coin/tether?currency=eur&range=24h&style=candles",
  "/coin/usd-coin?currency=usd&range=24h",
  "/coin/dai?currency=usd&range=7d",
])("the price of a stablecoin has the same digits everywhere on %s", async (path) => {
  const page = await open(path, { site: "sample" });
  const price = textOf(page.one(".coin-price .price"));
  expect(price).toMatch(/^[$€][01]\.\d+$/);
  expect(textOf(page.one(".chart-head p:first-of-type b"))).toBe(price);
  const label = page.one(".price-axis b").getAttribute("data-label") ?? "";
  expect(label.length, label).toBeLessThanOrEqual(price.length);
});
