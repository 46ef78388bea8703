import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { expectLink, get, linksOf, open, textOf } from "./page";

test("markup, however long, is text", async () => {
  const page = await open(`/search?q=${encodeURIComponent("<script>alert(1)</script>".repeat(100))}`);
  expect(page.status).toBe(200);
  page.getByRole("heading", { name: /No coin is called “<script>alert\(1\)/ });
  const results = await open("/search?q=%3Cb%3E&all=1");
  within(results.getByRole("main")).getByRole("link", { name: /alert\(1\)/ });
});

test("a search shows the best fifty coins and how many there are", async () => {
  const page = await open("/search?q=sample+coin&currency=usd", { site: "sample" });
  page.getByRole("heading", { name: "13,100 coins for “sample coin” – the 50 best matches" });
  expect(within(page.getByRole("main")).getAllByRole("listitem")).toHaveLength(50);
});

test("an exchange of exactly that name comes before coins whose names go on", async () => {
  const page = await open("/search?q=bitget&currency=usd", { site: "sample" });
  const results = within(page.getByRole("main")).getAllByRole("listitem");
  const links = results.flatMap((result) => within(result).getAllByRole("link")).map(textOf);
  expect(links).toEqual([expect.stringMatching(/Bitget.*Exchange/), expect.stringMatching(/Bitget Token/)]);
});

test("the page of an unknown coin suggests similar coins, and offers the search", async () => {
  const page = await open("/coin/bitcion?currency=eur", { site: "sample" });
  expect(page).toMatchObject({ status: 404, title: "No such coin – Cypto-On-The-GO" });
  const suggested = within(page.getByText(/^Did you mean/));
  expect(linksOf(suggested).length).toBeLessThanOrEqual(3);
  expectLink(suggested, "Bitcoin", "/coin/bitcoin?currency=eur");
  expect(page.one("main input[name=q]")).toHaveProperty("value", "bitcion");
});

test("an unknown address is a 404 while the service is out of reach", async () => {
  const page = await open("/nowhere", { site: "cut off" });
  expect(page.status).toBe(404);
  within(page.getByRole("main")).getByRole("textbox", { name: "Search all coins" });
});

test("a pasted contract address or link opens its coin, and suggests it", async () => {
  await get("/coin/pepe?currency=usd");
  const address = "0x6982508145454Ce325dDbE47a25d4ec3d2311932";
  for (const pasted of [
    address,
    "https://www.coingecko.com/en/coins/pepe/?x=1",
    "https://any.example/coin/pepe",
  ]) {
    const query = `q=${encodeURIComponent(pasted)}&currency=usd`;
    expect((await open(`/search?${query}`)).address).toBe("/coin/pepe?currency=usd");
    expect(await (await get(`/search.json?${query}`)).json()).toMatchObject({
      coins: [{ id: "pepe", price: 0.00000378 }],
      count: 1,
    });
  }
  // Its page has the status, and names that resemble it.
  expect((await open("/search?q=https%3A%2F%2Fwww.coingecko.com%2Fen%2Fcoins%2Fghost")).status).toBe(404);
});
