import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./site-test";

/** Every page, and what it shows when there is nothing, not all or no answer. */
const PAGES = [
  "/",
  "/coins",
  "/coins?page=2",
  "/coins?page=13",
  "/coins?view=table",
  "/coins?view=table&page=2",
  "/coin/bitcoin?range=7d",
  "/coin/empty",
  "/coin/no-history",
  "/coin/ghost",
  "/coin/broken",
  "/exchanges",
  "/search",
  "/search?q=bit&currency=usd",
  "/search?q=bitxyzzy",
  "/nowhere",
];

const VIEWS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [360, 768, 1280].map((width) => ({ colorScheme, width })),
);

interface View {
  readonly colorScheme: "light" | "dark";
  readonly width: number;
}

async function openIn(page: Page, path: string, { colorScheme, width }: View): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 800 });
  await page.goto(path);
}

async function expectAccessible(page: Page, width: number): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

for (const view of VIEWS) {
  const words = `${view.colorScheme} and ${view.width} px wide`;

  for (const path of PAGES) {
    test(`${path} is accessible, ${words}`, async ({ page }) => {
      await openIn(page, path, view);
      if (path.startsWith("/coin/bitcoin")) await expect(page.locator(".highcharts-graph")).toBeVisible();
      await expectAccessible(page, view.width);
    });
  }

  test(`a page that is out of date, with a toast, is accessible, ${words}`, async ({ page }) => {
    await openIn(page, "/coins?currency=usd", view);
    await hydrated(page, true);
    await page.route("**/coins.data?*", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"isOutOfDate",false', '"isOutOfDate",true');
      await route.fulfill({ response, body });
    });
    await page.getByRole("radio", { name: "eur" }).check();
    await expect(page.getByText("Prices may be out of date")).toBeVisible();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("button", { name: "Dismiss" })).toBeVisible();
    await expectAccessible(page, view.width);
  });

  test.describe("with the sample market and no service", () => {
    test(`the notice of sample prices is accessible, ${words}`, async ({ page }) => {
      await openIn(page, `${process.env["SAMPLE_SITE_URL"]}/exchanges`, view);
      await expect(page.getByText("Sample prices")).toBeVisible();
      await expectAccessible(page, view.width);
    });

    test(`exchanges that cannot be had are accessible, ${words}`, async ({ page }) => {
      await openIn(page, `${process.env["CUT_OFF_SITE_URL"]}/exchanges`, view);
      await expect(page.getByRole("alert")).toBeVisible();
      await expectAccessible(page, view.width);
    });
  });
}
