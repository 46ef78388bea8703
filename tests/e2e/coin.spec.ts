import type { Locator } from "@playwright/test";
import { busyService } from "../support/fake-upstream";
import { startSite } from "../support/site";
import { choose, expect, follow, HTML_ONLY, openHydrated, SCRIPT_ONLY, test } from "./site-test";

test("rises and falls have an arrow, a sign and a word of their own", HTML_ONLY, async ({ page }) => {
  await page.goto("/coin/bitcoin?currency=usd");
  const change = page.locator(".coin-price .change");
  await expect(change).toHaveText("down 4.38\u00a0%");
  const triangle = (of = change) =>
    of.evaluate((each) => {
      const { borderBottomWidth, transform } = getComputedStyle(each, "::before");
      return [Number.parseFloat(borderBottomWidth) > 0, transform];
    });
  // Drawn, because the word says it.
  const sign = () =>
    change.evaluate(({ lastElementChild: figure }) => figure && getComputedStyle(figure, "::before").content);
  expect(await triangle()).toEqual([true, "matrix(1, 0, 0, -1, 0, 0)"]);
  expect(await sign()).toMatch(/^"−"/);
  await page.goto("/coin/bitcoin?currency=eur");
  await expect(change).toHaveText("up 2.50\u00a0%");
  expect(await triangle()).toEqual([true, "none"]);
  expect(await sign()).toMatch(/^"\+"/);
  await page.goto("/coins?currency=usd&view=table");
  const cells = page.getByRole("row", { name: /Worthless/ }).locator(".change");
  const unchanged = cells.filter({ hasText: "unchanged: 0.00\u00a0%" });
  expect(await triangle(unchanged)).toEqual([false, "none"]);
  const colourOf = (each: Locator) => each.evaluate((cell) => getComputedStyle(cell).color);
  expect(await colourOf(unchanged)).not.toBe(await colourOf(cells.filter({ hasText: "up" }).first()));
});

test("range, currency and scale of the chart keep each other", SCRIPT_ONLY, async ({ page }) => {
  await openHydrated(page, "/coin/bitcoin?currency=usd");
  await follow(page.getByRole("button", { name: "30d" }), "/coin/bitcoin?currency=usd&range=30d");
  await expect(page.getByRole("button", { name: "30d" })).toBeDisabled();
  await expect(page.getByRole("figure", { name: /30 days/ })).toBeVisible();
  const box = await page.locator(".price-chart-box").boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(2, 1);
  // A menu, opened and followed by keyboard, with or without a script.
  await page.locator("summary", { hasText: "Linear" }).press("Enter");
  await page.getByRole("link", { name: "Log", exact: true }).press("Enter");
  await expect(page).toHaveURL(/[?&]scale=log/);
  await expect(page.getByRole("figure", { name: /^Price in \$, 30 days, log scale/ })).toBeVisible();
  await expect(page.locator(".highcharts-graph")).toHaveAttribute("d", /^M[^N]+$/);
  await follow(page.getByRole("button", { name: "7d", exact: true }), /[?&]range=7d/);
  await expect(page).toHaveURL(/[?&]scale=log/);
  await choose(page, "eur");
  await expect(page).toHaveURL(/[?&]currency=eur/);
  await expect(page).toHaveURL(/[?&]range=7d/);
  await expect(page.locator(".price")).toHaveText("€59,495.02");
});

test("candles stay with other ranges, and are in table and files", async ({ page, javaScriptEnabled }) => {
  await openHydrated(page, "/coin/bitcoin?currency=usd&range=7d", javaScriptEnabled);
  await page.locator("summary", { hasText: "Price" }).press("Enter");
  await page.getByRole("link", { name: "Candles" }).press("Enter");
  await expect(page).toHaveURL(/[?&]style=candles/);
  const figure = page.getByRole("figure", { name: "Price in $, 7 days" });
  await expect(figure.locator("path.up")).toHaveAttribute("d", /^M[^N]+Z$/);
  await expect(figure.locator("path.line-1")).toHaveCount(0);
  await page.getByText("Show as a table").click();
  const rows = page.getByRole("row");
  await expect(rows.first()).toHaveText(/^TimeOpen \(USD\)High \(USD\)Low \(USD\)Close \(USD\)$/);
  await expect(rows.nth(1)).toHaveText(/, \d\d:[03]0 .*(\$[\d,]+\.\d\d){4}$/);
  await page.locator("summary", { hasText: "Export" }).press("Enter");
  await expect(page.getByRole("link", { name: "CSV" })).toHaveAttribute("href", /&style=candles$/);
  await follow(page.getByRole("button", { name: "30d", exact: true }), /[?&]style=candles/);
  await expect(page).toHaveURL(/[?&]range=30d/);
});

test("a menu without room below opens upward, and moves nothing", async ({ page, javaScriptEnabled }) => {
  await openHydrated(page, "/coin/bitcoin?currency=usd", javaScriptEnabled);
  const opener = page.locator("summary", { hasText: "Linear" });
  const [below, { y = 0 } = {}] = [60, (await opener.boundingBox()) ?? undefined];
  await page.setViewportSize({ width: 1280, height: Math.round(y) + below });
  const before = await opener.boundingBox();
  await opener.click();
  await expect(page.getByRole("link", { name: "Log", exact: true })).toBeInViewport({ ratio: 1 });
  expect(await opener.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.describe("on a phone", () => {
  test.use({ site: "sample", hasTouch: true, viewport: { width: 360, height: 760 } });

  test("the chart fits the first screen; sections can be reached", async ({ page, javaScriptEnabled }) => {
    for (const query of ["currency=inr&range=7d", "currency=usd&metric=market_cap"]) {
      await openHydrated(page, `/coin/bitcoin?${query}`, javaScriptEnabled);
      // The last of the changes, which are the foot of the chart.
      await expect(page.getByRole("link", { name: /^1 year/ })).toBeInViewport({ ratio: 1 });
    }
    // Again and again, from wherever the reader has gone meanwhile.
    for (const section of ["Markets", "About", "Markets"]) {
      await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: section }).click();
      await expect(page).toHaveURL(new RegExp(`#${section.toLowerCase()}$`));
      await expect(page.getByRole("heading", { name: section }).first()).toBeInViewport();
    }
  });
});

// What the page has until then is in tests/html/coin.test.ts.
test(
  "with a service that refuses the first call for a history, the chart follows in its place",
  SCRIPT_ONLY,
  async ({ page, request }) => {
    const site = await startSite({ MARKET_DATA_URL: busyService() });
    try {
      await request.get(`${site.url}/coins?currency=usd`);
      await page.goto(`${site.url}/coin/waiting?currency=usd&range=7d`);
      const attempt = page.getByText(
        /^Waiting for the market data service\.\s*Next attempt in \d seconds\.$/,
      );
      await expect(attempt).toBeVisible();
      await expect(page.getByLabel("Price in $, 7 days")).toBeVisible();
      const ranges = page.getByRole("group", { name: "Range" });
      const place = await ranges.boundingBox();
      await expect(page.locator(".highcharts-graph")).toBeVisible({ timeout: 15_000 });
      await expect(attempt).toHaveCount(0);
      expect(await ranges.boundingBox()).toEqual(place);
    } finally {
      await site.stop();
    }
  },
);
