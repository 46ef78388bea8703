import { createServer } from "node:http";
import { listen } from "../support/free-port.mjs";
import { expect, test } from "./site-test";

test.use({ site: "sample" });

test("a coin's page hydrates with metadata for link previews in its head", async ({ page }) => {
  await page.goto("/coin/bitcoin?currency=usd&range=7d");
  await expect(page.locator(".highcharts-graph")).toBeVisible();
  await expect(page.locator('head meta[property="og:image"]')).toHaveCount(1);
  await expect(page.locator('head script[type="application/ld+json"]')).toHaveCount(2);
});

test("a coin's files are open to other sites, and sent only if they have changed", async ({
  page,
  request,
  baseURL,
}) => {
  const address = `${baseURL}/coin/bitcoin/history.json?currency=usd&range=1y&style=candles`;
  const other = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end("<title>Other</title>");
  });
  await page.goto(`http://127.0.0.1:${await listen(other)}/`);
  const { tag, columns } = await page.evaluate(async (url) => {
    const response = await fetch(url);
    return { tag: response.headers.get("etag"), columns: (await response.json()).columns };
  }, address);
  expect(columns).toEqual(["time", "open", "high", "low", "close"]);
  expect(tag).toMatch(/^"[\w-]+"$/);
  const again = await request.get(address, { headers: { "If-None-Match": tag ?? "" } });
  expect([again.status(), (await again.body()).byteLength]).toEqual([304, 0]);
  expect(again.headers()["cache-control"]).toMatch(/^public/);
  const openApi = await request.get("/api/openapi.json");
  expect((await openApi.json()).openapi).toBe("3.1.0");
  expect(openApi.headers()["access-control-allow-origin"]).toBe("*");
  other.close();
});

test("a coin's files have HTML to copy that shows the chart on another site", async ({ page, baseURL }) => {
  await page.goto("/coin/bitcoin?currency=usd&range=7d");
  await page.locator("summary", { hasText: "Export" }).click();
  await page.getByText("Embed").click();
  await expect(page.getByRole("img", { name: "Price of Bitcoin in USD, 7 days" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy HTML" })).toBeVisible();
  const line = await page.getByRole("textbox", { name: "HTML of the chart, to copy" }).inputValue();
  // That it can be shown there is in exports.without-script.spec.ts.
  expect(line).toContain(`src="${baseURL}/coin/bitcoin/chart.svg?currency=usd&#38;range=7d&#38;`);
});
