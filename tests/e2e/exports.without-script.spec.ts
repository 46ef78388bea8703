import { createServer } from "node:http";
import { freePort, listen } from "../support/free-port.mjs";
import { startSite } from "../support/site";
import { expect, ownSite, test } from "./site-test";

const site = ownSite(async () => {
  const port = String(await freePort());
  return startSite({ PORT: port, SITE_URL: `http://127.0.0.1:${port}` });
});

const CHART = "Price of Bitcoin in EUR, 7 days";

test("a coin's files are linked under its chart, in its currency and range", async ({ page, request }) => {
  await page.goto(`${site().url}/coin/bitcoin?currency=eur&range=7d`);
  await page.locator("summary", { hasText: "Export" }).press("Enter");
  for (const [name, type] of [
    ["CSV", "text/csv"],
    ["JSON", "application/json"],
    ["SVG", "image/svg+xml"],
  ] as const) {
    const href = (await page.getByRole("link", { name, exact: true }).getAttribute("href")) ?? "";
    expect(href).toContain("?currency=eur&range=7d");
    const response = await request.get(site().url + href);
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toContain(type);
  }
});

test("the HTML to embed can be selected by keyboard, and works on another site", async ({ page }) => {
  await page.goto(`${site().url}/coin/bitcoin?currency=eur&range=7d`);
  const line = page.getByRole("textbox", { name: "HTML of the chart, to copy" });
  await expect(line).toBeHidden();
  await page.locator("summary", { hasText: "Export" }).press("Enter");
  await page.getByText("Embed", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(line).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(line).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  const html = await line.inputValue();
  const selected = await line.evaluate(
    (field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart,
  );
  expect(selected).toBe(html.length);
  const other = createServer((_, response) => {
    const headers = { "content-type": "text/html", "cross-origin-embedder-policy": "require-corp" };
    response.writeHead(200, headers).end(`<!doctype html><link rel="icon" href="data:,">${html}`);
  });
  try {
    await page.goto(`http://localhost:${await listen(other)}/`);
    const chart = page.getByRole("img", { name: CHART });
    await expect(chart).toBeVisible();
    expect(
      await chart.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    ).toEqual([800, 420]);
    await chart.click();
    await expect(page.getByRole("heading", { level: 1, name: /Bitcoin/ })).toBeVisible();
  } finally {
    other.close();
    other.closeAllConnections();
  }
});

test.describe("of a site that does not know its address", () => {
  test.use({ site: "live" });
  test("there are files but nothing to embed without JavaScript", async ({ page }) => {
    await page.goto("/coin/bitcoin");
    await page.locator("summary", { hasText: "Export" }).press("Enter");
    await expect(page.getByRole("link", { name: "SVG", exact: true })).toBeVisible();
    await expect(page.getByText("Embed", { exact: true })).toHaveCount(0);
  });
});
