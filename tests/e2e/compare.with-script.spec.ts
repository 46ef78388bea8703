import type { Page } from "@playwright/test";
import { MARKUP, test as oddTest } from "./odd-market";
import { pointAtLine, tabToChart } from "./point-at-line";
import { expect, follow, holdBack, openHydrated, recordRequests, test, watchShift } from "./site-test";

const TWO = "/compare?ids=bitcoin,ethereum&currency=usd&range=7d";

const graphs = (page: Page) => page.locator(".highcharts-graph");
const combobox = (page: Page) => page.getByRole("combobox", { name: "Add a coin" });

test("a coin is added with the keyboard alone, and the field is ready for the next", async ({ page }) => {
  await page.goto(TWO);
  await expect(graphs(page)).toHaveCount(2);
  await page.locator("svg.highcharts-root").evaluate((root) => root.setAttribute("data-seen", "before"));
  await page.getByRole("textbox", { name: "Add a coin" }).focus();
  await expect(combobox(page)).toBeFocused();
  await page.keyboard.type("pepe");
  await expect(page.getByRole("option", { name: /Pepe/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/compare?ids=bitcoin,ethereum,pepe&currency=usd&range=7d");
  await expect(graphs(page)).toHaveCount(3);
  await expect(page.locator("svg.highcharts-root")).toHaveAttribute("data-seen", "before");
  await expect(combobox(page)).toBeFocused();
  await expect(combobox(page)).toHaveValue("");
  await page.goBack();
  await expect(graphs(page)).toHaveCount(2);
});

test("coins are added by typing their names one after the other", async ({ page }) => {
  await page.goto("/compare?currency=usd");
  await page.getByRole("textbox", { name: "Add a coin" }).focus();
  await page.keyboard.type("bitcoin");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ids=bitcoin&/);
  await expect(combobox(page)).toHaveValue("");
  await page.keyboard.type("ethereum");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ids=bitcoin,ethereum&/);
});

test("suggestions that arrive after their coin was added do not open over the chart", async ({ page }) => {
  await page.goto(TWO);
  await page.getByRole("textbox", { name: "Add a coin" }).focus();
  await expect(combobox(page)).toBeFocused();
  const release = await holdBack(page, "**/search.json?**");
  const asked = page.waitForRequest(/search\.json/);
  await page.keyboard.type("pepe");
  await asked;
  await follow(page.getByRole("button", { name: "Find" }), /ids=bitcoin,ethereum,pepe&/);
  release();
  // By then, the answers before it have been read.
  await page.evaluate(async () => (await fetch("/search.json?q=pepe")).text());
  await expect(combobox(page)).toHaveAttribute("aria-expanded", "false");
});

test("the focus stays among the coins, or on the page when the last one is removed", async ({ page }) => {
  await page.goto("/compare?ids=bitcoin,ethereum,dust,giant&currency=usd&range=7d");
  await page.getByRole("textbox", { name: "Add a coin" }).focus();
  await page.keyboard.type("pepe");
  await expect(page.getByRole("option", { name: /Pepe/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Remove one to add another.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Compared coins" })).toBeFocused();
  await openHydrated(page, "/compare?ids=bitcoin&currency=usd");
  await page.getByRole("link", { name: "Remove Bitcoin" }).press("Enter");
  await expect(page).toHaveURL(/ids=&/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("points are reached with pointer and keyboard, and another range dims the lines", async ({ page }) => {
  await page.goto(TWO);
  await expect(graphs(page)).toHaveCount(2);
  await expect(page.locator(".chart-lines path").first()).toBeHidden();
  await pointAtLine(page);
  const head = page.getByRole("figure").locator("figcaption");
  await expect(head).toContainText(/\d+ \w{3,4} \d{4}, \d\d:\d\d UTC\+5:30/);
  await expect(head).toContainText(/BTC [+−]?[\d.]+\u00a0%/);
  await expect(head).toContainText(/ETH [+−]?[\d.]+\u00a0%/);
  // The line under the pointer stands out from the other.
  await expect(page.locator(".highcharts-series-inactive")).toHaveCount(2);
  await tabToChart(page);
  const focused = page.locator("figure :focus");
  await expect(focused).toHaveAttribute(
    "aria-label",
    /^(Bitcoin|Ethereum), [+−]?[\d.]+\u00a0%, \d+ \w{3,4} \d{4}, \d\d:\d\d UTC\+5:30/,
  );
  const label = await focused.getAttribute("aria-label");
  await page.keyboard.press("ArrowLeft");
  await expect(focused).not.toHaveAttribute("aria-label", label ?? "");
  const before = await graphs(page).first().getAttribute("d");
  const release = await holdBack(page, "**/compare.data?**range=30d**");
  await page.getByRole("button", { name: "30d", exact: true }).click();
  const content = page.getByRole("main");
  await expect(content).toHaveAttribute("aria-busy", "true");
  await expect(page.locator(".loading")).toHaveAttribute("data-loading", "change");
  release();
  await expect(content).toHaveAttribute("aria-busy", "false");
  await expect(graphs(page).first()).not.toHaveAttribute("d", before ?? "");
  await expect(page.getByRole("group", { name: "Range: 30 days" })).toBeFocused();
});

test("the interactive chart is the coin page's, fetched once for both", async ({ page }) => {
  const charts = recordRequests(page, /interactive-chart/);
  await page.goto("/coin/bitcoin?currency=usd&range=7d");
  await expect(graphs(page)).toHaveCount(1);
  await page.getByRole("region", { name: "Key figures" }).getByRole("link", { name: "Compare" }).click();
  await combobox(page)
    .or(page.getByRole("textbox", { name: "Add a coin" }))
    .fill("ethereum");
  await page.getByRole("option", { name: /Ethereum/ }).click();
  await expect(graphs(page)).toHaveCount(2);
  expect(charts).toHaveLength(1);
  await expect(page.locator(".line-labels.for-narrow")).toBeHidden();
  await page
    .getByRole("list", { name: "Compared coins" })
    .getByRole("link", { name: "Bitcoin", exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bitcoin");
  await expect(graphs(page)).toHaveCount(1);
});

test("nothing moves while the chart becomes interactive", async ({ page }) => {
  const shift = await watchShift(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const release = await holdBack(page, "**/interactive-chart*.js");
    await page.goto("/compare?ids=bitcoin,pepe&currency=inr&range=30d");
    const drawn = await page.locator(".static-chart .chart-lines path").evaluateAll(boxes);
    const before = await shift();
    release();
    await expect(graphs(page)).toHaveCount(2);
    await expect(page.locator(".chart-lines path").first()).toBeHidden();
    const interactive = await graphs(page).evaluateAll(boxes);
    for (const [index, box] of interactive.entries())
      for (const [side, value] of box.entries())
        expect(Math.abs(value - (drawn[index]?.[side] ?? 0)), `line ${index}`).toBeLessThanOrEqual(2.5);
    expect((await shift()) - before, `${width} px wide`).toBe(0);
  }
});

/** Left, top, width and height. Runs in the page. */
function boxes(elements: Element[]): number[][] {
  return elements
    .map((element) => element.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x, y, width, height]);
}

oddTest("a name that is markup is text wherever it stands, and asks nowhere", async ({ page, oddSite }) => {
  const foreign = recordRequests(page, new RegExp(`^(?!${oddSite})`));
  await page.goto("/compare?ids=odd-11,odd-5&currency=usd&range=24h");
  await expect(graphs(page)).toHaveCount(2);
  await expect(page.getByRole("list", { name: "Compared coins" })).toContainText(MARKUP);
  await pointAtLine(page);
  await tabToChart(page);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("figure :focus")).toHaveAttribute("aria-label", /%, /);
  await expect(page.locator('[href*="evil"], [src*="evil"]')).toHaveCount(0);
  expect(foreign).toEqual([]);
});
