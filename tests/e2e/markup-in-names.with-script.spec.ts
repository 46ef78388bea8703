import type { Page } from "@playwright/test";
import { MARKUP, test } from "./odd-market";
import { openChart, pointAtLine, tabToChart } from "./point-at-line";
import { expect, follow, recordRequests } from "./site-test";

async function expectNoMarkup(page: Page): Promise<void> {
  await expect(page.locator('[href*="evil"], [src*="evil"]')).toHaveCount(0);
  expect(await page.evaluate(() => document.querySelectorAll("h1 b, figure img, figure a").length)).toBe(0);
}

test("a name that is markup is text everywhere, with another range and on its card: no link, no request", async ({
  page,
  oddSite,
}) => {
  const foreign = recordRequests(page, new RegExp(`^(?!${oddSite})`));
  await openChart(page, "/coin/markup?currency=usd&range=24h");
  await expect(page).toHaveTitle(new RegExp(`^${escaped(MARKUP)} \\$107,210\\.00`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${MARKUP} <b>`);
  const figure = page.getByRole("figure", { name: /Price in \$/ });
  // The chart's description, and the table's caption.
  await expect(figure.getByText(`${MARKUP}, 24 hours: from $`)).toHaveCount(1);
  await expect(page.locator(".price-table caption")).toContainText(`${MARKUP}: Price in $`);
  await expectNoMarkup(page);
  // Hovering and moving through the points by keyboard fill the tooltip and the announcements.
  await pointAtLine(page);
  await expect(page.getByRole("figure").locator("figcaption")).toContainText("$");
  await tabToChart(page);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("figure :focus")).toHaveAttribute("aria-label", /^\$[\d,.]+, \d+ \w+ 20\d\d/);
  await expectNoMarkup(page);
  expect(await page.locator("[aria-label]").evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/&lt;|&amp;/)]),
  );
  await page.getByRole("link", { name: "Home", exact: true }).focus();
  const stops: (string | null)[] = [];
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press("Tab");
    stops.push(await page.evaluate(() => document.activeElement?.getAttribute("href") ?? null));
  }
  expect(stops.filter((href) => href?.startsWith("https://evil"))).toEqual([]);
  // The focus has reached the controls below the chart.
  await follow(page.getByRole("button", { name: "7d", exact: true }), /range=7d/);
  // Its prices are those of a day.
  const since = page.getByRole("figure", { name: /Price in \$, since \d+ \w+/ });
  await expect(since.getByText(new RegExp(`^${escaped(MARKUP)}, since \\d+ \\w+: from \\$`))).toHaveCount(1);
  await expectNoMarkup(page);
  await page.goto("/coins?currency=usd");
  await expect(page.getByRole("link", { name: "Free coins" })).toContainText(MARKUP);
  await expectNoMarkup(page);
  expect(foreign).toEqual([]);
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
