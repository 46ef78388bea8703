import { test } from "./odd-market";
import { expect, HTML_ONLY } from "./site-test";

const QUIET = "rgb(90, 95, 118)";

test.use({ colorScheme: "light" });

test(
  "a change that rounds to nothing is unchanged, without an arrow, in a muted colour",
  HTML_ONLY,
  async ({ page }) => {
    const change = page.getByText(/% in 24 hours$/);
    const hasTriangle = () =>
      change
        .locator(".change")
        .evaluate((each) => Number.parseFloat(getComputedStyle(each, "::before").borderBottomWidth) > 0);
    for (const percent of ["0", "0.004", "-0.004"]) {
      await page.goto(`/coin/change-${percent}?currency=usd`);
      await expect(change).toHaveText("unchanged: 0.00\u00a0% in 24 hours");
      await expect(change.locator(".change")).toHaveCSS("color", QUIET);
      expect(await hasTriangle()).toBe(false);
    }
    for (const [percent, words] of [
      ["0.006", "up 0.01\u00a0% in 24 hours"],
      ["-0.006", "down 0.01\u00a0% in 24 hours"],
    ] as const) {
      await page.goto(`/coin/change-${percent}?currency=usd`);
      await expect(change).toHaveText(words);
      await expect(change.locator(".change")).not.toHaveCSS("color", QUIET);
      expect(await hasTriangle()).toBe(true);
    }
  },
);
