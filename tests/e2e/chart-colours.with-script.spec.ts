import type { Locator, Page } from "@playwright/test";
import { contrast } from "./contrast";
import { openChart, tabToChart } from "./point-at-line";
import { expect, test } from "./site-test";

/** A computed property of an element: `fill` gives `rgb(…)`, whatever variables it came from. */
function computed(element: Locator, property: string): Promise<string> {
  return element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
}

/** The chart's background: that of its card, the nearest ancestor that is not transparent. */
function ground(page: Page): Promise<string> {
  return computed(page.locator(".coin-chart"), "background-color");
}

test("a chart follows the colour mode at once; line, labels, tag and focus can be seen and read", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  const graph = await openChart(page, "/coin/bitcoin?currency=usd&range=24h");
  for (const [mode, pink] of [
    ["light", "rgb(225, 29, 98)"],
    ["dark", "rgb(255, 93, 143)"],
  ] as const) {
    if (mode === "dark") await page.getByRole("button", { name: "Switch to dark mode" }).click();
    await expect(graph).toHaveCSS("stroke", pink);
    expect(contrast(await computed(graph, "stroke"), await ground(page))).toBeGreaterThanOrEqual(3);
    const label = page.locator(".time-label").filter({ visible: true }).first();
    expect(contrast(await computed(label, "fill"), await ground(page))).toBeGreaterThanOrEqual(4.5);

    const [tag, text] = [page.locator(".price-axis rect"), page.locator(".price-axis svg svg text")];
    expect(contrast(await computed(text, "fill"), await computed(tag, "fill"))).toBeGreaterThanOrEqual(4.5);

    await tabToChart(page);
    const ring = page.locator(".highcharts-focus-border");
    await expect(ring).toBeVisible();
    // Highcharts draws it anew with each redraw, and a ring that is gone has no colour.
    await expect(async () => {
      expect(contrast(await computed(ring, "stroke"), await ground(page))).toBeGreaterThanOrEqual(3);
      expect(Number.parseFloat(await computed(ring, "stroke-width"))).toBeGreaterThanOrEqual(2);
    }).toPass();
  }
});

test.describe("with forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  test("the chart's background does not cover the drawing", async ({ page }) => {
    await openChart(page, "/coin/bitcoin");
    await expect(page.locator(".highcharts-background")).toHaveCSS("fill", "none");
  });
});
