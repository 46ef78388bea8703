import { FULL_PAGE } from "../support/fake-answers";
import { expect, follow, HTML_ONLY, SCRIPT_ONLY, test } from "./site-test";

test.use({ site: "sample", viewport: { width: 1280, height: 720 } });

test("a card stands out on hover", HTML_ONLY, async ({ page }) => {
  for (const path of ["/coins?currency=usd", "/exchanges"]) {
    await page.goto(path);
    const card = page.getByRole("main").getByRole("listitem").first();
    const link = card.getByRole("link").first();
    const atRest = await link.evaluate((each) => getComputedStyle(each).borderColor);
    await link.hover();
    await expect(link).not.toHaveCSS("border-color", atRest);
    await expect(link).not.toHaveCSS("box-shadow", "none");
  }
});

test("a card far below the first screen is found by its words, and printed", HTML_ONLY, async ({ page }) => {
  const last = page.getByRole("main").getByRole("listitem").last();
  // Finding in the page works like this address, and cannot be tested.
  await page.goto("/exchanges#:~:text=Bancor%20Network");
  await expect(last).toContainText("Bancor Network");
  await expect(last).toBeInViewport();
  await page.goto("/");
  await page.goto("/exchanges");
  await expect(last).not.toBeInViewport();
  await page.emulateMedia({ media: "print" });
  const isPainted = (card: Element) => card.checkVisibility({ contentVisibilityAuto: true });
  expect(await last.locator(".card-name").evaluate(isPainted)).toBe(true);
});

test.describe("with prices that stay the same, so that no name needs another line", () => {
  test.use({ site: "live", viewport: { width: 360, height: 740 } });

  test("on a phone, a list is where it was left after going back", SCRIPT_ONLY, async ({ page }) => {
    await page.goto(`/coins?currency=inr&page=${FULL_PAGE}`);
    const cards = page.getByRole("main").getByRole("listitem");
    await cards.evaluateAll(async (all) => {
      for (const card of all.slice(0, 62)) {
        card.scrollIntoView({ block: "center" });
        await new Promise(requestAnimationFrame);
      }
    });
    // Within the list: what stands above it may have come meanwhile.
    const place = () =>
      cards
        .nth(61)
        .evaluate((card) => [
          window.scrollY,
          card.getBoundingClientRect().y - (card.parentElement?.getBoundingClientRect().y ?? 0),
        ]);
    const left = await place();
    expect(left[0]).toBeGreaterThan(1000);
    await follow(cards.nth(61).getByRole("link"), /\/coin\//);
    await page.goBack();
    await expect.poll(place).toEqual(left);
  });
});
