import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
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

test("the page of a hundred coins weighs at most 8 kB", async ({ request }) => {
  await request.get("/coins?currency=usd");
  await expect(async () => {
    const response = await request.get("/coins?currency=usd", { headers: { "accept-encoding": "br" } });
    expect(response.headers()["content-encoding"]).toBe("br");
    expect(Number(response.headers()["content-length"])).toBeLessThanOrEqual(8 * KILOBYTE);
  }).toPass();
});

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
