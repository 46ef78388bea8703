import { expect, test } from "./site-test";

test("the link to the top is below the first screen and leads to the top", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 240 });
  await page.goto("/coins");
  const toTop = page.getByRole("link", { name: "Scroll to top" });
  await expect(toTop).not.toBeInViewport();
  await page.mouse.wheel(0, 400);
  await expect(toTop).toBeInViewport();
  await toTop.click();
  await expect(page.getByRole("heading", { name: "Coins" })).toBeInViewport();
});

test("the link to the top makes a page that ends above it no longer", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/coins");
  await expect(page.getByRole("link", { name: "Scroll to top" })).toBeAttached();
  const end = await page.getByRole("contentinfo").evaluate((footer) => footer.getBoundingClientRect().bottom);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(Math.round(end));
});
