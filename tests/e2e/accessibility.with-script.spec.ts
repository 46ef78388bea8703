import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./site-test";

const PAGES = [
  "/",
  "/coins",
  "/coin/bitcoin?range=7d",
  "/exchanges",
  "/nowhere",
  "/coins?page=13",
  "/coin/ghost",
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    for (const path of PAGES) {
      test(`${path} is accessible, ${colorScheme} and ${width} px wide`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        if (path.startsWith("/coin/bitcoin")) await expect(page.locator(".highcharts-graph")).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      });
    }
  }
}
