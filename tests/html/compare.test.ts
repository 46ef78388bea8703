import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { get, open, type Page, textOf } from "./page";

const entriesOf = (page: Page) =>
  within(page.getByRole("list", { name: "Compared coins" }))
    .getAllByRole("listitem")
    .map(textOf);

test("a coin's page leads to its comparison, in its currency and range", async () => {
  const coin = await open("/coin/bitcoin?currency=eur&range=14d");
  const figures = within(coin.getByRole("region", { name: "Key figures" }));
  const page = await coin.follow(figures.getByRole("link", { name: /Compare/ }));
  expect(page.address).toBe("/compare?ids=bitcoin&currency=eur&range=14d");
  page.getByRole("heading", { level: 1, name: "Compare coins" });
  expect(entriesOf(page)).toEqual([expect.stringMatching(/Bitcoin/)]);
});

test("an unknown coin is named, and the others are compared", async () => {
  const page = await open("/compare?ids=bitcoin,ghost,ethereum&currency=usd");
  expect(page.status).toBe(200);
  expect(entriesOf(page)).toEqual(
    [/Bitcoin/, /ghost\s+No such coin is known\./, /Ethereum/].map((entry) => expect.stringMatching(entry)),
  );
  expect(entriesOf(await page.follow(page.getByRole("link", { name: "Remove ghost" })))).toHaveLength(2);
});

test.each(["ghost", "ghost,ghoul", "a%2Fb,..", "%00,%E2%80%AE"])(
  "a comparison of unknown coins only (%s) is a 404 that is not kept",
  async (ids) => {
    const page = await open(`/compare?ids=${ids}`);
    expect(page.status).toBe(404);
    expect(page.headers.get("cache-control")).toBe("no-store");
    page.getByRole("heading", { name: "Error While Comparing Coins" });
  },
);

test("the sixth coin and those after it are left out, and the page says so", async () => {
  const page = await open("/compare?ids=bitcoin,ethereum,pepe,dust,giant,long,hidden&currency=usd");
  expect(page.text).toContain("A comparison has at most 5 coins.");
  expect(entriesOf(page)).toHaveLength(5);
  expect(page.text).toContain("Remove one to add another.");
  expect(page.queryByRole("textbox", { name: "Add a coin" })).toBe(null);
});

test("the chart is described in words", async () => {
  const page = await open("/compare?ids=bitcoin,ethereum,pepe&currency=usd&range=30d");
  const chart = page.getByRole("img", { name: /Change in %/ });
  expect(textOf(chart.querySelector("desc"))).toMatch(
    /^Bitcoin [+−][\d.]+\u00a0%, Ethereum [+−][\d.]+\u00a0%, Pepe [+−][\d.]+\u00a0%\.$/,
  );
});

test("markup in a search is text, and a long query does no harm", async () => {
  const page = await open(`/compare?ids=bitcoin&q=${encodeURIComponent("<b>xyzzy</b>")}`);
  expect(page.text).toContain("No coin is called “<b>xyzzy</b>”.");
  expect((await get(`/compare?ids=${"bitcoin,".repeat(900)}&q=${"x".repeat(5000)}`)).status).toBe(200);
});
