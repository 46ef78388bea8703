import { expect, type Locator, type Page } from "@playwright/test";

/** Opens a page with one chart, and waits until it is interactive. @returns its line */
export async function openChart(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  const graph = page.locator(".highcharts-graph");
  await expect(graph).toBeVisible();
  return graph;
}

/** Moves the focus to the chart: backwards, from the ranges that follow it. */
export async function tabToChart(page: Page): Promise<void> {
  const [range] = await page.locator(".range-buttons :is(a, button:enabled)").all();
  await range?.focus();
  await page.keyboard.press("Shift+Tab");
}

/** Moves the pointer down the middle of the chart, past one point. Highcharts finds the nearest one as it moves. */
export async function pointAtLine(page: Page): Promise<void> {
  const box = await page.locator(".price-chart-box").boundingBox();
  if (box === null) throw new Error("The chart has no box.");
  const x = box.x + box.width / 2 + 20;
  await page.mouse.move(x, box.y + box.height / 2 - 10);
  await page.mouse.move(x, box.y + box.height / 2, { steps: 5 });
}
