import {
  choose,
  expect,
  follow,
  HTML_ONLY,
  holdBack,
  keep,
  openHydrated,
  SCRIPT_ONLY,
  test,
} from "./site-test";

test.use({ site: "sample" });

test(
  "the visitor's own watchlist has its place on Home before it comes",
  SCRIPT_ONLY,
  async ({ page, baseURL }) => {
    const own = page.getByRole("region", { name: "Your watchlist" });
    const largest = page.getByRole("region", { name: "Largest" });
    const top = () => largest.evaluate((list) => list.getBoundingClientRect().top + scrollY);
    await page.goto("/?currency=usd");
    await expect(own).toContainText("without an account");
    const before = await top();
    await keep(page, baseURL, "dogecoin/bitcoin:0.5");
    await page.reload();
    await expect(own.getByRole("listitem")).toHaveText([/Dogecoin/, /Bitcoin.*\$/s]);
    await expect(own.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible();
    const release = await holdBack(page, "**/watchlist.json?currency=eur");
    await choose(page, "eur");
    await expect(largest).toContainText("€");
    await expect(own.getByRole("listitem")).toHaveCount(0);
    release();
    await expect(own.getByText(/^€[\d,]+\.\d\d$/).first()).toBeVisible();
    await choose(page, "usd");
    await expect(own.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible();
    expect(await top()).toBe(before);
    await follow(own.getByRole("link", { name: "Your watchlist" }), "/watchlist?currency=usd");
  },
);

test("another period of Home's gainers leaves their panel in sight", async ({ page, javaScriptEnabled }) => {
  await openHydrated(page, "/", javaScriptEnabled);
  const gainers = page.getByRole("region", { name: /Gainers/ });
  const week = gainers.getByRole("button", { name: "7d" });
  await week.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await week.click();
  await expect(week).toHaveAttribute("aria-current", "true");
  await expect(week).toBeInViewport({ ratio: 1 });
  if (javaScriptEnabled) {
    await expect(page).toHaveURL("/?period=7d");
    expect(await page.evaluate(() => scrollY)).toBe(before);
  }
});

test("marks, names, prices and changes of Home stand apart", HTML_ONLY, async ({ page }) => {
  await page.goto("/?currency=inr");
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    for (const row of await page.locator(".short-list .found-coin").all()) {
      const parts = await row.evaluate((link) =>
        [".market-icon", "b", ".found-price > span", ".change"].flatMap((part) => {
          const box = link.querySelector(part)?.getBoundingClientRect();
          return box === undefined ? [] : [box.left, box.right];
        }),
      );
      expect(parts, `${width} px wide`).toEqual(parts.toSorted((one, other) => one - other));
    }
  }
});

test(
  "the home page shows its name and a bitcoin, which bobs unless motion is reduced",
  HTML_ONLY,
  async ({ page }) => {
    await page.goto("/");
    await expect(page).toHaveTitle("Cypto-On-The-GO");
    await expect(page.getByRole("heading", { name: "Cypto-On-The-GO", exact: true })).toBeVisible();
    const coin = page.getByRole("img", { name: "Bitcoin" });
    // Without its keyframes there would be no animation, whatever the properties say.
    expect(await coin.evaluate((element) => element.getAnimations().length)).toBe(1);
    await expect(coin).toHaveCSS("animation-duration", "2s");
    await expect(coin).toHaveCSS("animation-direction", "alternate");
    await expect(coin).toHaveCSS("animation-iteration-count", "infinite");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect(coin).toHaveCSS("animation-name", "none");
  },
);
