import { expect, test } from "./site-test";

test.use({ site: "sample", viewport: { width: 1280, height: 720 } });

for (const path of ["/coins?currency=usd", "/exchanges"]) {
  test(`${path}: a card stands out while it is pointed at, and none of it is cut off`, async ({ page }) => {
    await page.goto(path);
    const card = page.getByRole("main").getByRole("listitem").first();
    const atRest = await card.getByRole("link").evaluate((link) => getComputedStyle(link).borderColor);
    await card.getByRole("link").hover();
    await expect(card.getByRole("link")).not.toHaveCSS("border-color", atRest);
    await expect(card.getByRole("link")).not.toHaveCSS("box-shadow", "none");
    await expect(card).toHaveCSS("content-visibility", "visible");
  });

  test(`${path}: cards further down take up their space before they are drawn`, async ({ page }) => {
    await page.goto(path);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const atFirst = await height();
    await page.evaluate(async () => {
      const nextFrame = () => new Promise(requestAnimationFrame);
      for (let y = 0; y < document.documentElement.scrollHeight; y += 300) {
        window.scrollTo(0, y);
        await nextFrame();
        await nextFrame();
      }
    });
    // An error of one pixel a row would exceed this; rounding does not.
    expect(Math.abs((await height()) - atFirst)).toBeLessThanOrEqual(2);
  });
}
