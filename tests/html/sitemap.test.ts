import { expect, test } from "vitest";
import { PAGE_COUNT } from "~/domain/market/table-view";
import { get, open } from "./page";

/** The addresses in a file of the sample site, after a check that it is public XML. */
async function addressesIn(address: string): Promise<string[]> {
  const response = await get(address);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  expect(response.headers.get("cache-control")).toMatch(/^public/);
  const found = (await response.text()).replaceAll("&amp;", "&").matchAll(/<loc>(.*?)<\/loc>/g);
  return Array.from(found, ([, address = ""]) => address);
}

test("a sitemap is named, with the canonical address of every page and coin once", async () => {
  const robots = await (await get("/robots.txt", { site: "sample" })).text();
  const index = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? "";
  const pages = (await Promise.all((await addressesIn(index)).map(addressesIn))).flat();
  const { origin } = new URL(index);
  const countOf = (...parts: string[]) =>
    pages.filter((page) => parts.every((part) => page.includes(part))).length;
  expect(new Set(pages).size).toBe(pages.length);
  expect(countOf("/coins?", "&page=")).toBe(PAGE_COUNT);
  expect(countOf("&list=")).toBe(4);
  for (const path of ["/convert", "/about", "/api"]) expect(countOf(origin + path), path).toBe(1);
  // The sample market has exactly as many coins as fit on its pages.
  expect(countOf("/coin/")).toBe(100 * PAGE_COUNT);
  for (const page of [...pages.slice(0, 4), pages.find((each) => each.includes("&list=")), pages.at(-1)])
    expect((await open(page ?? "")).canonical).toBe(page);
});

test.each(["0", "99", "x", "1e1", "-1", "%00"])("a sitemap has no part %s", async (part) => {
  expect([400, 404]).toContain((await get(`/sitemap/${part}.xml`, { site: "sample" })).status);
});

test("a site that does not know its address has no sitemap", async () => {
  expect((await get("/sitemap.xml")).status).toBe(404);
  expect((await get("/sitemap/1.xml")).status).toBe(404);
  const robots = await (await get("/robots.txt")).text();
  expect(robots).not.toContain("Sitemap");
  expect(robots).toContain("Disallow: /watchlist\n");
});
