import { expect, test } from "./site-test";

test("a radio looks chosen once its page is shown", async ({ page }) => {
  await page.goto("/coins?currency=usd");
  const shown = page.locator("input[value=usd] + span");
  const pressed = page.locator("input[value=eur] + span");
  const chosen = await shown.evaluate((label) => getComputedStyle(label).backgroundColor);
  await page.getByRole("radio", { name: "eur" }).check();
  await expect(shown).toHaveCSS("background-color", chosen);
  await expect(pressed).not.toHaveCSS("background-color", chosen);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(pressed).toHaveCSS("background-color", chosen);
});
