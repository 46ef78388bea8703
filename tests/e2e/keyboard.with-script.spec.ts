import type { Locator, Page } from "@playwright/test";
import { expect, hydrated, test } from "./site-test";

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator, mostSteps: number): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}

test("coin, range and table are reached with the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("link", { name: "All coins" }), 7);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Coins" })).toBeVisible();
  await hydrated(page);

  await tabTo(page, page.getByRole("radio", { name: "inr" }), 1);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/currency=eur/);
  await expect(page.getByRole("radio", { name: "eur" })).toBeFocused();

  for (const name of ["Gainers", "All"]) {
    const list = page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name, exact: true });
    await list.focus();
    await page.keyboard.press("Enter");
    await expect(list).toHaveAttribute("aria-current", "page");
    await expect(list).toBeFocused();
  }

  const bitcoin = page.getByRole("link", { name: /Bitcoin/ });
  await expect(bitcoin).toContainText("€");
  // Past the view, the link to copy, the lists and the line of the market.
  await tabTo(page, bitcoin, 12);
  await expect(bitcoin).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/coin/bitcoin?currency=eur");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.locator(".highcharts-graph")).toBeVisible();

  const table = page.getByText("Show as a table");
  await tabTo(page, page.getByRole("button", { name: "7d", exact: true }), 6);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/coin/bitcoin?currency=eur&range=7d");
  await expect(page.getByRole("group", { name: "Range: 7 days" })).toBeFocused();
  await tabTo(page, table, 12);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Price history" }).getByRole("table")).toBeVisible();
});
