import type { Locator, Page } from "@playwright/test";
import { contrast } from "./contrast";
import { pointAtLine } from "./point-at-line";
import { expect, test } from "./site-test";

/** A computed property of an element: `fill` gives `rgb(…)`, whatever variables it came from. */
function computed(element: Locator, property: string): Promise<string> {
  return element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
}

/** The chart's background: that of its card, the nearest ancestor that is not transparent. */
function ground(page: Page): Promise<string> {
  return computed(page.locator(".coin-chart"), "background-color");
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme });

    test("line, labels, tooltip and focus of a chart can be seen and read", async ({ page }) => {
      await page.goto("/coin/bitcoin?currency=usd&range=24h");
      const graph = page.locator(".highcharts-graph");
      await expect(graph).toBeVisible();
      expect(contrast(await computed(graph, "stroke"), await ground(page))).toBeGreaterThanOrEqual(3);
      const label = page.locator(".time-label").filter({ visible: true }).first();
      expect(contrast(await computed(label, "fill"), await ground(page))).toBeGreaterThanOrEqual(4.5);

      await pointAtLine(page);
      const tooltip = page.locator(".highcharts-tooltip");
      await expect(tooltip).toContainText("GMT+5:30");
      const fill = await computed(tooltip.locator(".highcharts-tooltip-box"), "fill");
      expect(contrast(await computed(tooltip.locator("text"), "fill"), fill)).toBeGreaterThanOrEqual(4.5);
      const price = tooltip.locator("tspan").first();
      expect(contrast(await computed(price, "fill"), fill)).toBeGreaterThanOrEqual(4.5);
      const border = await computed(tooltip.locator(".highcharts-tooltip-box"), "stroke");
      expect(contrast(border, await ground(page))).toBeGreaterThanOrEqual(3);

      // Tabs backwards from what follows the chart.
      await page.getByText("Show as a table").focus();
      await page.keyboard.press("Shift+Tab");
      const ring = page.locator(".highcharts-focus-border");
      await expect(ring).toBeVisible();
      // Highcharts draws it anew with each redraw, and a ring that is gone has no colour.
      await expect(async () => {
        expect(contrast(await computed(ring, "stroke"), await ground(page))).toBeGreaterThanOrEqual(3);
        expect(Number.parseFloat(await computed(ring, "stroke-width"))).toBeGreaterThanOrEqual(2);
      }).toPass();
    });
  });
}

test.describe("with forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  test("the chart's background does not cover the drawing", async ({ page }) => {
    await page.goto("/coin/bitcoin");
    await expect(page.locator(".highcharts-graph")).toBeVisible();
    await expect(page.locator(".highcharts-background")).toHaveCSS("fill", "none");
  });
});
