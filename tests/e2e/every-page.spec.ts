import { expect, follow, HTML_ONLY, test } from "./site-test";

test("the footer leads to what the site is, and what it keeps of a visitor", async ({ page }) => {
  await page.goto("/coins?currency=usd");
  await follow(page.getByRole("link", { name: "About this site" }), "/about?currency=usd");
  await expect(page.getByRole("heading", { level: 1, name: "About Cypto-On-The-GO" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Where the figures come from",
    "What this site stores",
    "No advice",
  ]);
});

test("the home page shows a bobbing bitcoin and the name of the site", HTML_ONLY, async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Cypto-On-The-GO");
  await expect(page.getByRole("heading", { name: "Cypto-On-The-GO", exact: true })).toBeVisible();
  const coin = page.getByRole("img", { name: "Bitcoin" });
  // Without its keyframes there would be no animation, whatever the properties say.
  expect(await coin.evaluate((element) => element.getAnimations().length)).toBe(1);
  await expect(coin).toHaveCSS("animation-duration", "2s");
  await expect(coin).toHaveCSS("animation-direction", "alternate");
  await expect(coin).toHaveCSS("animation-iteration-count", "infinite");
});

test("the bitcoin does not move for visitors who prefer reduced motion", HTML_ONLY, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.getByRole("img", { name: "Bitcoin" })).toHaveCSS("animation-name", "none");
});
