import type { Locator, Page } from "@playwright/test";
import { test } from "./odd-market";
import { expect } from "./site-test";

/** Waits for the final chart: the interactive one, or the static one without JavaScript. */
async function lineOf(page: Page, javaScriptEnabled: boolean): Promise<Locator> {
  const line = page.locator(javaScriptEnabled ? ".highcharts-graph" : ".chart-lines path");
  await expect(line).toBeVisible();
  return line;
}

/** Labels closer than this read as one. */
const SEEN_GAP_PX = 4;

function labelsOfTime(page: Page): Locator {
  return page.locator(".time-label").filter({ visible: true });
}

const boxesOf = (elements: Locator) =>
  elements.evaluateAll((each) =>
    each.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );

/** Opens a chart and checks it on screens of all widths. */
async function onEachScreen(
  page: Page,
  javaScriptEnabled: boolean,
  path: string,
  check: (line: Locator) => Promise<void>,
): Promise<void> {
  // From wide to narrow, so that a line that has not been drawn anew reaches into the labels, or out of its card.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
  const line = await lineOf(page, javaScriptEnabled);
  for (const width of [1280, 768, 360, 320]) {
    await test.step(`${path}, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const overhang = async () => {
        const [[drawn], [card]] = [await boxesOf(line), await boxesOf(page.locator(".coin-chart"))];
        const labels = await boxesOf(page.locator(".price-axis text"));
        return (drawn?.right ?? 0) - Math.min(card?.right ?? 0, ...labels.map(({ left }) => left));
      };
      await expect.poll(overhang).toBeLessThan(0);
      await check(line);
    });
  }
}

for (const [what, cases] of [
  [
    "a day",
    [
      ["usual", "24h"],
      ["long-prices", "24h"],
      ["two-minutes", "24h"],
      ["within-a-minute", "24h"],
    ],
  ],
  [
    "days and years",
    [
      ["up-to-midnight", "7d"],
      ["from-midnight", "7d"],
      ["usual", "1y"],
      ["usual", "max"],
      ["up-to-midnight", "max"],
    ],
  ],
] as const)
  test(`labels are whole, apart, beside the line of ${what}`, async ({ page, javaScriptEnabled }) => {
    for (const [id, range] of cases) {
      const path = `/coin/${id}?currency=inr&range=${range}`;
      await onEachScreen(page, javaScriptEnabled, path, async (graph) => {
        const [line] = await boxesOf(graph);
        const [card] = await boxesOf(page.locator(".coin-chart"));
        const prices = await boxesOf(page.locator(".price-axis text"));
        expect(prices.length).toBeGreaterThanOrEqual(range === "24h" && id !== "two-minutes" ? 3 : 1);
        for (const label of prices) {
          expect(label.left).toBeGreaterThan(line?.right ?? 0);
          expect(label.right).toBeLessThan(card?.right ?? 0);
        }
        // The plot keeps enough of the width.
        const plotWidth = (line?.right ?? 0) - (line?.left ?? 0);
        expect(plotWidth).toBeGreaterThan(((card?.right ?? 0) - (card?.left ?? 0)) * 0.4);
        const times = (await boxesOf(labelsOfTime(page))).sort((a, b) => a.left - b.left);
        expect(times.length).toBeGreaterThanOrEqual(1);
        for (const [index, { left, right }] of times.entries()) {
          const before = times[index - 1];
          expect(left).toBeGreaterThan(before === undefined ? (card?.left ?? 0) : before.right + SEEN_GAP_PX);
          expect(right).toBeLessThan(card?.right ?? 0);
        }
        if (id !== "usual") await expect(labelsOfTime(page).first()).toHaveText(/^(\d\d:\d\d|\d+ Nov)$/);
      });
    }
  });

test("the largest possible prices are drawn, and nothing reads NaN", async ({ page, javaScriptEnabled }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/coin/endless?currency=usd");
  const line = await lineOf(page, javaScriptEnabled);
  await expect(line).toHaveAttribute("d", /^M ?[\d.]+[ ,][\d.]+ ?L ?[\d.]+[ ,][\d.]+$/);
  const figure = page.getByRole("figure", { name: /Price in/ });
  expect(await figure.innerHTML()).not.toMatch(/NaN|Infinity|∞/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
