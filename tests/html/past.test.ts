import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { get, linksOf, open, textOf } from "./page";

test("a coin's page and the converter lead to its past", async () => {
  const coin = await open("/coin/bitcoin?currency=eur", { site: "sample" });
  const past = await coin.follow(coin.getByRole("link", { name: "Past" }));
  expect(past.address).toBe("/coin/bitcoin/past?currency=eur&amount=500&every=once");
  expect(past).toMatchObject({
    robots: null,
    canonical: expect.stringMatching(/\/past\?currency=eur&amount=500&every=once$/),
  });
  const converter = await open("/convert?amount=20&from=usd&to=bitcoin");
  const link = converter.getByRole("link", { name: /^Past/ });
  expect(link.getAttribute("href")).toBe("/coin/bitcoin/past?currency=usd&amount=20&every=once");
});

test("monthly purchases are an address, with their figures, their years and their file", async () => {
  const past = await open("/coin/bitcoin/past?x=1&every=MONTH&amount=1500&date=2024-01-31&currency=eur", {
    site: "sample",
  });
  expect(past).toMatchObject({
    title: "€1,500 of Bitcoin every month since 31 Jan 2024 – Cypto-On-The-GO",
    canonical: expect.stringMatching(/\/past\?currency=eur&date=2024-01-31&amount=1500&every=month$/),
    robots: "noindex",
  });
  const description = past.one("meta[name=description]").getAttribute("content");
  expect(past.getByText(/would be worth/, { selector: "p" }).textContent).toBe(description);
  past.getByRole("img", { name: "Worth and paid in" });
  const earlier = await past.follow(past.getByRole("link", { name: "2024" }));
  const purchases = within(earlier.getByRole("region", { name: "Purchases of 2024" }));
  const days = purchases.getAllByRole("rowheader").map(textOf);
  expect(days.slice(0, 4)).toEqual(["31 Jan 2024", "29 Feb 2024", "31 Mar 2024", "30 Apr 2024"]);
  const file = await get(linksOf(purchases)[0]?.[1] ?? "", { site: "sample" });
  expect((await file.text()).split("\r\n")[2]).toMatch(/^2024-02-29,2024-02-29,/);
  expect((await get("/coin/bitcoin/past.csv?date=x", { site: "sample" })).status).toBe(400);
});

test("values that cannot be used keep their places, with a message at each", async () => {
  const past = await open("/coin/bitcoin/past?date=31.01.2024&amount=1.5.0.0&every=week");
  expect(past.status).toBe(200);
  const field = (name: string): HTMLInputElement => past.getByLabelText(name);
  for (const [name, value, message] of [
    ["Amount in INR", "1.5.0.0", "This amount cannot be read. Use digits, such as 1500 or 1.5."],
    ["Date", "31.01.2024", "“31.01.2024” is no date. Write one such as 2026-01-15."],
  ] as const) {
    expect(field(name).value).toBe(value);
    expect(field(name).getAttribute("aria-invalid")).toBe("true");
    expect(textOf(past.one(`#${field(name).getAttribute("aria-describedby")}`))).toBe(message);
  }
  past.getByRole("heading", { level: 1, name: "Bitcoin in the past" });
  field("Date").value = "2099-01-01";
  const next = await past.press(within(past.getByRole("form", { name: "Look back" })).getByRole("button"));
  expect(next.address).toBe("/coin/bitcoin/past?currency=inr&amount=1.5.0.0&every=week&date=2099-01-01");
  expect(next.text).toContain("This day has no close yet.");
});

test("six hundred purchases weigh at most 28 kB, and a coin that nobody knows is a 404", async () => {
  const answer = await get("/coin/bitcoin/past?currency=inr&date=2015-06-08&amount=1500&every=week", {
    site: "sample",
    headers: { "accept-encoding": "br" },
  });
  expect(await answer.text()).toContain("₹1,500 of Bitcoin every week since 8 Jun 2015");
  expect(Number(answer.headers.get("content-length"))).toBeLessThanOrEqual(28_000);
  expect((await open("/coin/no-such-coin/past", { site: "sample" })).status).toBe(404);
});
