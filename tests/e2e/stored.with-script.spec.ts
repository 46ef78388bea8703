import { type Site, startSite } from "../support/site";
import { expect, hydrated, ownSite, recordRequests, test } from "./site-test";

let site: () => Site;
test.describe("what a browser keeps", () => {
  site = ownSite(() => startSite({ SERVICE_WORKER: "on", INTERACTIVE_CHART: "off" }));

  test("is what the page about the site says; without the interactive chart, the drawing stays", async ({
    page,
    context,
  }) => {
    const charts = recordRequests(page, /highcharts|interactive-chart|accessibility/);
    await page.goto(`${site().url}/coin/bitcoin`);
    await hydrated(page);
    await page.getByRole("button", { name: "Watch Bitcoin" }).first().click();
    await page
      .getByRole("button", { name: /^Switch to (?:dark|light) mode$/ })
      .first()
      .click();
    await page.getByRole("radio", { name: "EUR" }).check({ force: true });
    await expect(page).toHaveURL(/currency=eur/);
    const figure = page.getByRole("figure", { name: /^Price in €/ });
    await expect(figure.getByRole("img")).toBeVisible();
    await expect(page.getByText(/^Times in UTC[+-]?/)).toBeVisible();
    // The page is kept two seconds after it was loaded.
    await expect.poll(() => page.evaluate(() => caches.keys())).toContain("pages");
    // Without a script, which passes it to the next page.
    await context.request.post(`${site().url}/watchlist`, {
      form: { id: "ethereum", action: "add", returnTo: "/coins" },
      maxRedirects: 0,
    });
    const cookies = (await context.cookies()).map(({ name }) => name);
    await page.goto(`${site().url}/about`);
    const stores = await page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await caches.keys()),
      ...(await indexedDB.databases()).map(({ name }) => name),
    ]);
    const said = await page.locator("main li [translate=no]").allTextContents();
    expect([...cookies, ...stores].toSorted()).toEqual(said.flatMap((name) => name.split(", ")).toSorted());
    expect(charts).toEqual([]);
  });
});
