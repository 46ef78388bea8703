import type { APIRequestContext } from "@playwright/test";
import { PAGE_COUNT } from "~/domain/market/table-view";
import { startSite } from "../support/site";
import { expect, ownSite, test } from "./site-test";

const ADDRESS = "https://coins.example";

test.describe("a site that knows its address", () => {
  const site = ownSite(() => startSite({ SITE_URL: ADDRESS }));

  /** The addresses in a file, after a check that it is public XML. */
  async function addressesIn(request: APIRequestContext, address: string): Promise<string[]> {
    const response = await request.get(address.replace(ADDRESS, site().url));
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toBe("application/xml; charset=utf-8");
    expect(response.headers()["cache-control"]).toMatch(/^public/);
    return [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, found = ""]) =>
      found.replaceAll("&amp;", "&"),
    );
  }

  test("names its sitemap, with the canonical address of every page and coin once", async ({ request }) => {
    const robots = await (await request.get(`${site().url}/robots.txt`)).text();
    const index = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? "";
    const parts = await addressesIn(request, index);
    const pages: string[] = [];
    for (const part of parts) pages.push(...(await addressesIn(request, part)));
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.filter((page) => page.includes("/coins?") && page.includes("&page="))).toHaveLength(
      PAGE_COUNT,
    );
    expect(pages.filter((page) => page.includes("&list="))).toHaveLength(4);
    for (const path of ["/convert", "/about", "/api"])
      expect(pages.filter((page) => page.startsWith(ADDRESS + path))).toHaveLength(1);
    // The sample market has exactly as many coins as fit on its pages.
    expect(pages.filter((page) => page.includes("/coin/"))).toHaveLength(100 * PAGE_COUNT);
    for (const page of [...pages.slice(0, 4), pages.find((each) => each.includes("&list=")), pages.at(-1)]) {
      const html = await (await request.get((page ?? "").replace(ADDRESS, site().url))).text();
      expect(html).toContain(`<link rel="canonical" href="${page?.replaceAll("&", "&amp;")}"`);
    }
  });

  for (const part of ["0", "99", "x", "1e1", "-1", "%00"]) {
    test(`has no part ${part}`, async ({ request }) => {
      const response = await request.get(`${site().url}/sitemap/${part}.xml`);
      expect([400, 404]).toContain(response.status());
    });
  }
});

test("a site that does not know its address has no sitemap", async ({ request }) => {
  expect((await request.get("/sitemap.xml")).status()).toBe(404);
  expect((await request.get("/sitemap/1.xml")).status()).toBe(404);
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).not.toContain("Sitemap");
  expect(robots).toContain("Disallow: /watchlist\n");
});
