import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { CURRENCIES } from "~/domain/market/currency";
import { FULL_PAGE } from "../support/fake-answers";
import { expect, test } from "./site-test";

test.use({ site: "sample" });

const KILOBYTE = 1000;

/** The addresses in a page's links of one kind. */
function linked(html: string, rel: string): string[] {
  const addresses = [...html.matchAll(/<link rel="([^"]+)" href="([^"]+)"/g)];
  return [...new Set(addresses.filter(([, kind]) => kind === rel).map(([, , address = ""]) => address))];
}

function brotliBytes(names: readonly string[]): number {
  return names.reduce(
    (sum, name) => sum + brotliCompressSync(readFileSync(`build/client${name}`)).byteLength,
    0,
  );
}

// The sample market has no pictures; their addresses are what weighs most on a page of a real service.
for (const [site, page] of [
  ["sample", "1"],
  ["live", FULL_PAGE],
] as const) {
  test.describe(`with the ${site} market`, () => {
    test.use({ site });

    for (const currency of CURRENCIES) {
      test(`the page of a hundred coins in ${currency} weighs at most 8 kB`, async ({ request }) => {
        const response = await request.get(`/coins?currency=${currency}&page=${page}`, {
          headers: { "accept-encoding": "br", via: "1.1 cache" },
        });
        expect((await response.text()).match(/class="card-link"/g)).toHaveLength(100);
        expect(response.headers()["content-encoding"]).toBe("br");
        expect(Number(response.headers()["content-length"])).toBeLessThanOrEqual(8 * KILOBYTE);
      });
    }
  });
}

for (const path of ["/", "/coins", "/coin/bitcoin", "/exchanges"]) {
  test(`${path} needs at most 8 kB of style and 85 kB of script, and loads no chart before it is painted`, async ({
    request,
  }) => {
    const html = await (await request.get(path)).text();
    expect(brotliBytes(linked(html, "stylesheet"))).toBeLessThanOrEqual(8 * KILOBYTE);
    // All that hydration needs is named ahead.
    const scripts = linked(html, "modulepreload");
    expect(scripts.length).toBeGreaterThan(2);
    expect(brotliBytes(scripts)).toBeLessThanOrEqual(85 * KILOBYTE);
    expect(html).not.toContain("interactive-chart");
  });
}

test("the interactive chart is fetched on a coin's page only", async ({ page }) => {
  const charts: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("interactive-chart")) charts.push(request.url());
  });
  for (const path of ["/", "/coins", "/exchanges"]) await page.goto(path, { waitUntil: "networkidle" });
  expect(charts).toEqual([]);
  await page.goto("/coin/bitcoin");
  await expect(page.locator(".highcharts-graph")).toBeVisible();
  expect(charts).toHaveLength(1);
});
