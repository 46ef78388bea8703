import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, linksOf, open, type Page, type Part, textOf } from "./page";

const listOf = (page: Page, name: string) => within(page.getByRole("region", { name }));

test("Home tells the day, prices of popular coins, and three lists whose titles lead to all of their coins", async () => {
  const page = await open("/");
  expect(textOf(page.one(".market-day")).replaceAll("\u00a0", " ")).toBe(
    "All coins together are worth ₹196.66 lakh crore, down 1.23 % in 24 hours (measured in USD); ₹8.25 lakh crore was traded. Bitcoin’s share is 58.1 %. 17,214 coins are listed.",
  );
  const popular = within(page.getByRole("list", { name: "Popular coins" })).getAllByRole("link");
  expect(popular.map(textOf)).toEqual([
    expect.stringMatching(/^Bitcoin down 4\.34.% ₹54,32,154\.00$/),
    expect.stringMatching(/^Ethereum up 2\.50.% ₹1,97,326\.92$/),
    "Solana",
    "XRP",
  ]);
  const lists = [
    "Largest by market cap",
    "Gainers in 24 hours, Top 100",
    "Trending searched most in 24 hours",
  ];
  for (const name of lists) expect(listOf(page, name).getAllByRole("listitem").length).toBeGreaterThan(2);
  const [first] = listOf(page, "Largest by market cap").getAllByRole("listitem");
  expect(textOf(first)).toMatch(/^BTC Bitcoin btc Rank #1 ₹54,32,154\.00 down 4\.34.%$/);
  const gainers = await page.follow(page.getByRole("link", { name: "Gainers" }));
  gainers.getByRole("heading", { name: "Gainers in 24 hours, Top 100" });
  const coinsOf = (part: Part) => linksOf(part).flatMap(([, href]) => /coin\/[^?]+/.exec(href ?? "") ?? []);
  const largest = coinsOf(within(gainers.one(".coin-cards"))).slice(0, 5);
  expect(largest).toEqual(coinsOf(listOf(page, "Gainers in 24 hours, Top 100")));
});

test("Home's gainers are those of 24 hours or of seven days, at their own address", async () => {
  const home = await open("/?currency=eur");
  const week = listOf(home, "Gainers in 24 hours, Top 100").getByRole("button", { name: "7d" });
  home.one(`section#${week.getAttribute("formaction")?.split("#")[1]}`);
  const page = await home.press(week);
  expect(page.address).toBe("/?currency=eur&period=7d");
  const gainers = listOf(page, "Gainers in 7 days, Top 100");
  expect(gainers.getByRole("button", { name: "7d" }).getAttribute("aria-current")).toBe("true");
  expectLink(gainers, "Gainers", "/coins?currency=eur&list=gainers&period=7d&top=100");
  expect(textOf(gainers.getAllByRole("listitem")[0])).toMatch(/^AVER A Fund .* €105\.75 up 7\.50.%$/);
});
