import { expect, openHydrated, test } from "./site-test";

test.describe("for a visitor three and a half hours behind UTC", () => {
  test.use({ timezoneId: "America/St_Johns" });

  test("a coin's times are the visitor's, and name the zone", async ({ page }) => {
    await openHydrated(page, "/coin/bitcoin");
    await expect(page.getByText("Times in GMT−3:30")).toBeVisible();
    await expect(page.getByText("Last Updated On")).toHaveText("Last Updated On 20 Nov 2026, 20:28 GMT−3:30");
    // The clocks were set back on 1 November.
    await page.goto("/coin/bitcoin?range=30d");
    await expect(page.getByText("Times in GMT−2:30 and GMT−3:30")).toBeVisible();
  });
});
