import { startSite } from "../support/site";
import { expect, hydrated, recordRequests, test } from "./site-test";

test("what a browser keeps is what the page about the site says; without the interactive chart, the drawing stays", async ({
  page,
  context,
}) => {
  const site = await startSite({ SERVICE_WORKER: "on", INTERACTIVE_CHART: "off" });
  const charts = recordRequests(page, /highcharts|interactive-chart|accessibility/);
  await page.goto(`${site.url}/coin/bitcoin`);
  await hydrated(page);
  await page.getByRole("button", { name: "Watch Bitcoin" }).first().click();
  // Asked for the list's start, as Home asks.
  await page.request.get(`${site.url}/watchlist.json`);
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
  await context.request.post(`${site.url}/watchlist`, {
    form: { id: "ethereum", action: "add", returnTo: "/coins" },
    maxRedirects: 0,
  });
  const cookies = (await context.cookies()).map(({ name }) => name);
  await page.goto(`${site.url}/about`);
  const stores = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await caches.keys()),
    ...(await indexedDB.databases()).map(({ name }) => name),
  ]);
  const said = await page.locator("main li [translate=no]").allTextContents();
  expect([...cookies, ...stores].toSorted()).toEqual(said.flatMap((name) => name.split(", ")).toSorted());
  expect(charts).toEqual([]);
  await site.stop();
});
