import { brotliCompressSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { CURRENCIES } from "~/domain/market/currency";
import { FULL_PAGE } from "../support/fake-answers";
import { expect, test } from "./site-test";

test.use({ site: "sample" });

const KILOBYTE = 1000;

/** Asks as a browser does, and for the best compression like a cache; gives the text and the bytes that came over the wire. */
async function received(request: APIRequestContext, address: string) {
  const response = await request.get(address, {
    headers: { "accept-encoding": "gzip, br", via: "1.1 cache" },
  });
  expect(response.status()).toBe(200);
  expect(response.headers()["content-encoding"]).toBe("br");
  return { text: await response.text(), bytes: Number(response.headers()["content-length"]) };
}

/** The addresses of the scripts that a page names ahead: all that hydration needs. */
function scriptsOf(html: string): string[] {
  return [
    ...new Set([...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, name = ""]) => name)),
  ];
}

// The sample market has no pictures; their addresses are what weighs most on a page of a real service.
for (const [site, page] of [
  ["sample", "1"],
  ["live", FULL_PAGE],
] as const) {
  test.describe(`with the ${site} market`, () => {
    test.use({ site });

    for (const currency of CURRENCIES) {
      test(`the page of a hundred coins in ${currency} weighs at most 7.5 kB, its style 5.7 kB, and both 13.2 kB`, async ({
        request,
      }) => {
        const { text, bytes } = await received(request, `/coins?currency=${currency}&page=${page}`);
        expect(text.match(/class="card-link"/g)).toHaveLength(100);
        const [style = ""] = /<style.*?<\/style>/s.exec(text) ?? [];
        expect(style.length).toBeGreaterThan(10 * KILOBYTE);
        expect(brotliCompressSync(style).byteLength).toBeLessThanOrEqual(5.7 * KILOBYTE);
        expect(brotliCompressSync(text.replace(style, "")).byteLength).toBeLessThanOrEqual(7.5 * KILOBYTE);
        // Together they share what repeats.
        expect(bytes).toBeLessThanOrEqual(13.2 * KILOBYTE);
      });

      test(`their table in ${currency} weighs at most 14 kB beside the style, 20.5 kB with it`, async ({
        request,
      }) => {
        const { text, bytes } = await received(
          request,
          `/coins?currency=${currency}&page=${page}&view=table`,
        );
        expect(text.match(/<tr>/g)).toHaveLength(101);
        const [style = ""] = /<style.*?<\/style>/s.exec(text) ?? [];
        expect(brotliCompressSync(text.replace(style, "")).byteLength).toBeLessThanOrEqual(14 * KILOBYTE);
        expect(bytes).toBeLessThanOrEqual(20.5 * KILOBYTE);
      });
    }
  });
}

for (const [path, budget] of [
  ["/", 74],
  ["/coins", 77],
  ["/coin/bitcoin", 80],
  ["/exchanges", 74],
] as const) {
  test(`${path} brings at most ${budget} kB of script before the chart, and no style sheet beside the page`, async ({
    request,
  }) => {
    const { text } = await received(request, path);
    expect(text).not.toMatch(/rel="stylesheet"/);
    expect(text).not.toContain("/assets/interactive-chart");
    let bytes = 0;
    const scripts = scriptsOf(text);
    expect(scripts.length).toBeGreaterThan(2);
    for (const address of scripts) {
      const script = await request.get(address, { headers: { "accept-encoding": "gzip, br" } });
      bytes += Number(script.headers()["content-length"]);
    }
    expect(bytes).toBeLessThanOrEqual(budget * KILOBYTE);
  });
}

test("the interactive chart brings at most 125 kB", async ({ page, request }) => {
  const asked = page.waitForRequest((each) => each.url().includes("interactive-chart"));
  await page.goto("/coin/bitcoin");
  const { bytes } = await received(request, (await asked).url());
  expect(bytes).toBeLessThanOrEqual(125 * KILOBYTE);
});

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
