import type { Page } from "@playwright/test";
import { contrast } from "./contrast";
import { choose, expect, HTML_ONLY, hydrated, openHydrated, SCRIPT_ONLY, test } from "./site-test";

const THREE = "/compare?ids=bitcoin,ethereum,pepe&currency=usd&range=30d";

const entries = (page: Page) => page.getByRole("list", { name: "Compared coins" }).getByRole("listitem");

/** Presses the form's button, which works with and without JavaScript. */
async function find(page: Page, query: string): Promise<void> {
  await page
    .getByLabel("Add a coin")
    .getByRole("textbox")
    .or(page.getByRole("combobox", { name: "Add a coin" }))
    .fill(query);
  await page.getByRole("button", { name: "Find" }).click();
}

async function add(page: Page, query: string, name: string): Promise<void> {
  await find(page, query);
  await page.getByRole("region", { name: "Add a coin" }).getByRole("link", { name }).click();
}

test("coins are found and added one by one, until they are compared", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/compare?currency=usd&range=7d");
  await expect(page.getByText("Add two to five coins")).toBeVisible();
  await add(page, "ethere", "Ethereum");
  await expect(page).toHaveURL("/compare?ids=ethereum&currency=usd&range=7d");
  await expect(page.getByText("Add another coin to compare Ethereum with.")).toBeVisible();
  await expect(page.getByRole("figure")).toHaveCount(0);
  // A whole name or symbol adds its coin at once.
  await find(page, "PEPE");
  await expect(page).toHaveURL("/compare?ids=ethereum,pepe&currency=usd&range=7d");
  await expect(page).toHaveTitle("Ethereum, Pepe compared – Cypto-On-The-GO");
  await expect(page.getByRole("figure", { name: "Change in %, 7 days" })).toBeVisible();
  // What adds a coin stands above the chart, on the first screen.
  await expect(page.getByRole("main")).toContainText(/^Compare coins.*Add a coin.*Linear.*Ethereum/);
  await expect(entries(page)).toHaveText([/Ethereum.*%\s7\sdays/, /Pepe/]);
});

test("the remaining coins stay with another range and currency", SCRIPT_ONLY, async ({ page }) => {
  await openHydrated(page, THREE);
  const ranges = page.getByRole("group", { name: "Range: 30 days" });
  await expect(ranges.getByRole("button", { name: "30d" })).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Remove Ethereum" }).click();
  await expect(page).toHaveURL("/compare?ids=bitcoin,pepe&currency=usd&range=30d");
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByRole("list", { name: "Compared coins" })).toBeFocused();
  await ranges.getByRole("button", { name: "1y" }).click();
  await expect(page).toHaveURL("/compare?ids=bitcoin,pepe&currency=usd&range=1y");
  await expect(page.getByRole("figure", { name: "Change in %, 1 year" })).toBeVisible();
  await choose(page, "eur");
  await expect(page).toHaveURL(/ids=bitcoin(,|%2C)pepe/);
  await expect(page).toHaveURL(/currency=eur/);
  await expect(page).toHaveURL(/range=1y/);
  await expect(page.getByRole("row", { name: /^Price / })).toContainText("€");
});

test("symbols and names stand for their largest coins", SCRIPT_ONLY, async ({ page, request }) => {
  const address = "/compare?ids=bitcoin,ethereum,ghost&currency=usd&range=7d";
  const answer = await request.get("/compare?ids=btc,ETH,ghost,bitcoin&currency=usd&range=7d", {
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  expect(answer.headers()).toMatchObject({ location: address, "cache-control": "no-store" });
  await page.goto("/compare?ids=btc,ETH,ghost,bitcoin&currency=usd&range=7d");
  await expect(page).toHaveURL(address);
  await expect(entries(page)).toHaveText([/Bitcoin/, /Ethereum/, /ghost/]);
  await hydrated(page);
  // In the browser's history, a page that the script loads.
  await page.evaluate(() => history.pushState(null, "", "/compare?ids=pepe,Giga"));
  const left = page.waitForResponse(/\/compare\.data/);
  await page.goBack();
  await (await left).finished();
  await page.goForward();
  await expect(page).toHaveURL("/compare?ids=pepe,giant&currency=inr&range=24h");
  await expect(entries(page)).toHaveText([/Pepe/, /Giant/]);
});

test("nothing overflows or overlaps on any screen", async ({ page, javaScriptEnabled }) => {
  await page.goto("/compare?ids=bitcoin,ethereum,pepe,dust,giant&currency=inr&range=7d");
  if (javaScriptEnabled) await expect(page.locator(".highcharts-graph")).toHaveCount(5);
  for (const width of [1280, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const figures = page.getByRole("region", { name: "Key figures" });
    expect(await figures.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
    const title = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect((await page.getByRole("region", { name: "Change" }).boundingBox())?.y).toBeGreaterThan(
      title?.y ?? 800,
    );
    const card = await page.locator(".coin-chart").boundingBox();
    const labels = await page
      .locator(".line-labels text")
      .filter({ visible: true })
      .evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .map(({ top, bottom, right }) => ({ top, bottom, right })),
      );
    expect(labels).toHaveLength(5);
    labels.sort((one, other) => one.top - other.top);
    for (const [index, { top, right }] of labels.entries()) {
      expect(top).toBeGreaterThanOrEqual((labels[index - 1]?.bottom ?? 0) - 1);
      expect(right).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
    }
  }
});

test(
  "lines, labels and swatches have a contrast of 4.5 with the card in both modes",
  HTML_ONLY,
  async ({ page }) => {
    await page.goto("/compare?ids=bitcoin,ethereum,pepe,dust,giant&currency=usd&range=7d");
    for (const [colorScheme, card] of [
      ["light", "rgb(255, 255, 255)"],
      ["dark", "rgb(26, 25, 38)"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const colours = await page
        .locator(".compared-coins p > svg")
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
      expect(new Set(colours).size).toBe(5);
      for (const colour of colours) expect(contrast(colour, card)).toBeGreaterThanOrEqual(4.5);
    }
  },
);
