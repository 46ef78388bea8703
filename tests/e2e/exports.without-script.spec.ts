import { createServer } from "node:http";
import { listen } from "../support/free-port.mjs";
import { expect, sampleTest } from "./site-test";

sampleTest("the HTML to embed can be selected by keyboard, and works on another site", async ({ page }) => {
  await page.goto("/coin/bitcoin?currency=eur&range=7d");
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
    const chart = page.getByRole("img", { name: "Price of Bitcoin in EUR, 7 days" });
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
