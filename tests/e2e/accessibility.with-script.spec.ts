import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { PAGE_PATHS } from "./page-paths";
import { expect, hydrated, test } from "./site-test";

/** Every page, also with empty, partial and failed data. */
const PAGES = [
  ...PAGE_PATHS,
  "/coins?page=2",
  "/coins?page=13",
  "/coins?view=table",
  "/coins?view=table&page=2",
  "/coin/bitcoin?range=7d",
  "/coin/empty",
  "/coin/no-history",
  "/coin/ghost",
  "/coin/broken",
  "/search?q=bit&currency=usd",
  "/search?q=bitxyzzy",
  "/nowhere",
];

/** In pixels: a phone, a tablet, a desktop. The dark mode differs in colours only, so one width is enough for it. */
const WIDTHS = { light: [360, 768, 1280], dark: [360] } as const;

// Each test checks a page up to three times.
test.describe.configure({ timeout: 90_000 });

type ColorScheme = "light" | "dark";

async function openIn(page: Page, path: string, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width: WIDTHS[colorScheme][0], height: 800 });
  await page.goto(path);
}

/** Resizes the page to each screen, which is faster than loading it three times. */
async function expectAccessible(page: Page, colorScheme: ColorScheme): Promise<void> {
  for (const width of WIDTHS[colorScheme]) {
    await page.setViewportSize({ width, height: 800 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect([width, found]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  const words = `${colorScheme} and ${WIDTHS[colorScheme].join(", ")} px wide`;

  for (const path of PAGES) {
    test(`${path} is accessible, ${words}`, async ({ page }) => {
      await openIn(page, path, colorScheme);
      if (path.startsWith("/coin/bitcoin")) await expect(page.locator(".highcharts-graph")).toBeVisible();
      await expectAccessible(page, colorScheme);
    });
  }

  test(`a page that is out of date, with a toast, is accessible, ${words}`, async ({ page }) => {
    await openIn(page, "/coins?currency=usd", colorScheme);
    await hydrated(page, true);
    await page.route("**/coins.data?*", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"isOutOfDate",false', '"isOutOfDate",true');
      await route.fulfill({ response, body });
    });
    await page.getByRole("radio", { name: "eur" }).check();
    await expect(page.getByText("Prices may be out of date")).toBeVisible();
    // A toast stays while it has the focus.
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Dismiss" }).focus();
    await expectAccessible(page, colorScheme);
    await expect(page.getByRole("button", { name: "Dismiss" })).toBeVisible();
  });

  test.describe("with the sample market and no service", () => {
    test(`the notice of sample prices is accessible, ${words}`, async ({ page }) => {
      await openIn(page, `${process.env["SAMPLE_SITE_URL"]}/exchanges`, colorScheme);
      await expect(page.getByText("Sample prices")).toBeVisible();
      await expectAccessible(page, colorScheme);
    });

    test(`exchanges that cannot be had are accessible, ${words}`, async ({ page }) => {
      await openIn(page, `${process.env["CUT_OFF_SITE_URL"]}/exchanges`, colorScheme);
      await expect(page.getByRole("alert")).toBeVisible();
      await expectAccessible(page, colorScheme);
    });
  });
}
