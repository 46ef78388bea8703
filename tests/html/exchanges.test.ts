import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, open, textOf } from "./page";

test("each exchange has its rank, its figures and a link to its own site", async () => {
  const page = await open("/exchanges");
  const cards = within(page.getByRole("main")).getAllByRole("listitem");
  expect(cards).toHaveLength(4);
  const binance = cards.filter((card) => textOf(card).includes("Binance"));
  expect(binance.map(textOf)).toEqual([expect.stringContaining("Trust rank 1, score 10/10")]);
  expect(textOf(binance[0])).toMatch(/9,79,051.BTC.*Since.2017/);
  expectLink(page, /Binance’s own site/, "https://www.binance.com/");
});

test.each([
  ["nowhere", 404, "No such exchange"],
  ["broken", 502, "Not available right now"],
])("the exchange %s, which cannot be shown, is a %i", async (id, status, title) => {
  const page = await open(`/exchange/${id}`);
  expect(page.status).toBe(status);
  expect(textOf(page.getByRole("alert"))).toContain("Error While Fetching Exchange");
  page.getByText(title);
});

test("the markets of a coin lead to their exchange, which has them too", async () => {
  const page = await open("/coin/bitcoin/markets?currency=usd", { site: "sample" });
  const row = within(page.getAllByRole("row")[1] ?? expect.fail());
  const pair = textOf(row.getAllByRole("cell")[0]);
  const [link = expect.fail()] = row.getAllByRole("link");
  const exchange = await page.follow(link);
  expect(textOf(exchange.getByRole("heading", { level: 1 }))).toBe(textOf(link));
  exchange.getByRole("link", { name: pair });
  expect(exchange.getAllByRole("row")).toHaveLength(101);
});
