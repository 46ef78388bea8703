import { expect, test } from "./site-test";

test.use({ site: "sample", viewport: { width: 1280, height: 720 } });

for (const path of ["/coins?currency=usd", "/exchanges"]) {
  test(`${path}: a card stands out on hover`, async ({ page }) => {
    await page.goto(path);
    const card = page.getByRole("main").getByRole("listitem").first();
    const atRest = await card.getByRole("link").evaluate((link) => getComputedStyle(link).borderColor);
    await card.getByRole("link").hover();
    await expect(card.getByRole("link")).not.toHaveCSS("border-color", atRest);
    await expect(card.getByRole("link")).not.toHaveCSS("box-shadow", "none");
  });
}
