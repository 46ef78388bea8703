import { expectAccessible } from "./accessible";
import { PAGE_PATHS } from "./page-paths";
import { changeResponses, expect, openHydrated, test } from "./site-test";

/** Every page, also with empty, partial and failed data. */
const PAGES = [
  ...PAGE_PATHS,
  "/coins?page=2",
  "/coins?page=13",
  "/coins?view=table",
  "/coins?view=table&page=2",
  "/coin/bitcoin?range=7d&style=candles",
  "/coin/empty",
  "/coin/no-history",
  "/coin/ghost",
  "/coin/broken",
  "/compare?ids=bitcoin",
  "/compare?ids=bitcoin,ethereum,ghost,pepe,giant&currency=usd&range=7d",
  "/compare?ids=bitcoin,ethereum&currency=usd&range=max&q=bit",
  "/coin/bitcoin/past?date=2026-02-31&amount=1.5.0&every=week",
  "/convert?amount=1e23&from=giant&to=dust",
  "/convert?amount=1,500&from=bitcoin&to=usd",
  "/convert?amount=1&from=btc&to=usd",
  "/convert?amount=1&from=inr&to=usd",
  "/search?q=bit&currency=usd",
  "/search?q=bitxyzzy",
  "/nowhere",
];

// Each page is checked four times.
test.describe.configure({ timeout: 90_000 });

const sectionOf = (path: string) => /^\/[^/?]*/.exec(path)?.[0];

for (const section of new Set(PAGES.map(sectionOf))) {
  test(`each page of ${section} is accessible`, async ({ page }) => {
    for (const path of PAGES.filter((each) => sectionOf(each) === section)) {
      await test.step(path, async () => {
        await page.goto(path);
        if (/^\/coin\/bitcoin(\?|$)/.test(path))
          await expect(page.locator(".highcharts-graph")).toBeVisible();
        if (path.startsWith("/compare?ids=bitcoin,")) {
          await expect(page.locator(".chart-lines path").first()).toBeHidden();
          await page.getByText("Show as a table").click();
        }
        if (path.startsWith("/convert?")) {
          await page.getByRole("main").getByLabel("From", { exact: true }).focus();
          await expect(page.getByRole("combobox", { name: "From" })).toBeFocused();
        }
        // The points of a comparison are like those of a coin's chart; checking them all would take most of the time.
        await expectAccessible(page, path.startsWith("/compare") ? ".highcharts-markers" : undefined);
      });
    }
  });
}

test("a page that is out of date, with a toast, is accessible", async ({ page }) => {
  await openHydrated(page, "/coins?currency=usd");
  await changeResponses(page, "**/coins.data?*", (body) =>
    body.replace('"isOutOfDate",false', '"isOutOfDate",true'),
  );
  await page.getByRole("radio", { name: "eur" }).check();
  await expect(page.getByText("Prices may be out of date")).toBeVisible();
  // A toast stays while it has the focus.
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Dismiss" })).toBeVisible();
});

test("the notice of sample prices, a coin's full details and failures are accessible", async ({ page }) => {
  await page.goto(`${process.env["SAMPLE_SITE_URL"]}/coin/bitcoin`);
  await expect(page.getByText("Sample prices")).toBeVisible();
  await expect(page.getByRole("heading", { name: "About Bitcoin" })).toBeVisible();
  await expect(page.locator(".highcharts-graph")).toBeVisible();
  await expectAccessible(page);
  for (const path of ["/coins", "/exchanges"]) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${process.env["CUT_OFF_SITE_URL"]}${path}`);
    // On the first screen.
    await expect(page.getByRole("alert").getByRole("heading")).toBeInViewport();
    await expectAccessible(page);
  }
});
