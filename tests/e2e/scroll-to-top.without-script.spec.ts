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
