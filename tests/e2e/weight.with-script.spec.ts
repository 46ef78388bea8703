import type { APIRequestContext } from "@playwright/test";
import { FULL_PAGE } from "../support/fake-answers";
import { startSite } from "../support/site";
import { expect, recordRequests, test } from "./site-test";

// Guard rails somewhat above what was measured, to notice a sudden rise. They are not goals.

test.use({ site: "sample" });

const KILOBYTE = 1000;

/** Requests a page or file as a browser does, and returns its text and the bytes that were sent. */
async function received(request: APIRequestContext, address: string) {
  const response = await request.get(address, {
    headers: { "accept-encoding": "gzip, br" },
  });
  expect(response.status()).toBe(200);
  expect(response.headers()["content-encoding"]).toBe("br");
  return { text: await response.text(), bytes: Number(response.headers()["content-length"]) };
}

// Every page's scripts know the addresses of the past, the feeds and the pages that follow: 1.5 kB; a coin's marked points are 1 kB.
// Rank and market cap cost a page of cards 1 kB, its lines of the week 3.5 kB, and the signatures of its pictures 1.5 kB.
// The sample market has no pictures, whose addresses are the heaviest part of a page with a real service. On a site of its own, as
// cards have the lines of the week once anybody has asked for the table.
for (const [market, page] of [
  ["sample", "3"],
  ["live", FULL_PAGE],
] as const) {
  test(`with the ${market} market, a hundred coins weigh at most 33 kB as cards, 36 with lines, 44 as table`, async ({
    request,
  }) => {
    const site = await startSite(
      market === "live" ? { MARKET_DATA_URL: process.env["UPSTREAM_URL"] ?? "" } : {},
    );
    try {
      const list = `${site.url}/coins?currency=eur&page=${page}`;
      const cards = await received(request, list);
      expect(cards.text.match(/class="box card-link"/g)).toHaveLength(100);
      expect(cards.text).not.toContain('class="week');
      expect(cards.bytes).toBeLessThanOrEqual(33 * KILOBYTE);
      const table = await received(request, `${list}&view=table`);
      expect(table.text.match(/<tr[ >]/g)).toHaveLength(101);
      expect(table.bytes).toBeLessThanOrEqual(44 * KILOBYTE);
      if (market === "sample") return;
      // The service answers with the same coins whatever the category.
      const lined = await received(request, `${list}&category=any`);
      expect(lined.text.match(/class="week/g)).toHaveLength(100);
      expect(lined.bytes).toBeLessThanOrEqual(36 * KILOBYTE);
    } finally {
      await site.stop();
    }
  });
}

for (const path of ["/", "/coins", "/coin/bitcoin", "/exchanges"]) {
  test(`${path} loads at most 113 kB of scripts before the chart`, async ({ request }) => {
    const { text } = await received(request, path);
    expect(text).not.toContain("/assets/interactive-chart");
    const preloads = [...text.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)];
    const scripts = new Set(preloads.map(([, address = ""]) => address));
    expect(scripts.size).toBeGreaterThan(2);
    let bytes = 0;
    for (const address of scripts) {
      const script = await request.get(address, { headers: { "accept-encoding": "gzip, br" } });
      bytes += Number(script.headers()["content-length"]);
    }
    expect(bytes).toBeLessThanOrEqual(113 * KILOBYTE);
  });
}

test("the interactive chart is fetched on a coin's page only, and weighs at most 135 kB", async ({
  page,
  request,
}) => {
  const charts = recordRequests(page, /interactive-chart/);
  for (const path of ["/", "/coins", "/exchanges"]) await page.goto(path, { waitUntil: "networkidle" });
  expect(charts).toEqual([]);
  const asked = ["interactive-chart", "highcharts", "accessibility"].map((name) =>
    page.waitForRequest((each) => each.url().includes(`/assets/${name}`)),
  );
  await page.goto("/coin/bitcoin");
  // With its keyboard support.
  let sum = 0;
  for (const each of await Promise.all(asked)) sum += (await received(request, each.url())).bytes;
  expect(sum).toBeLessThanOrEqual(135 * KILOBYTE);
  await expect(page.locator(".highcharts-graph")).toBeVisible();
  expect(charts).toHaveLength(1);
});
