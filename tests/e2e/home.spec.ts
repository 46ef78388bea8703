import { choose, expect, follow, holdBack, keep, test } from "./site-test";

const LISTS = ["Largest", "Gainers", "Trending"] as const;

test.use({ site: "sample" });

test("Home shows the market, and three lists whose titles lead to all of their coins", async ({ page }) => {
  await page.goto("/?currency=usd");
  const lists = page.getByRole("main").getByRole("region");
  await expect(page.getByRole("definition")).toHaveText([/^\$/, /^\$/, /^BTC .*ETH/, /^[\d,]+\s*$/]);
  for (const name of LISTS)
    await expect(page.getByRole("region", { name }).getByRole("listitem")).not.toHaveCount(0);
  await expect(lists.first().getByRole("listitem").first()).toContainText(/Bitcoin.*#1.*\$/s);
  await page.getByRole("link", { name: "gainers" }).click();
  await expect(page.getByRole("heading", { name: "Biggest gainers in 24 hours" })).toBeVisible();
});

test("Home's gainers are those of 24 hours or of seven days, at their own address", async ({ page }) => {
  await page.goto("/?currency=eur");
  const gainers = page.getByRole("region", { name: "gainers" });
  await follow(gainers.getByRole("link", { name: "7d" }), "/?currency=eur&period=7d");
  await expect(gainers.getByRole("link", { name: "7d" })).toHaveAttribute("aria-current", "true");
  await follow(gainers.getByRole("link", { name: "gainers" }), "/coins?currency=eur&list=gainers&period=7d");
});

test("Home begins with the visitor's own list", async ({ page, baseURL, javaScriptEnabled }) => {
  const own = page.getByRole("region", { name: "Your watchlist" });
  await page.goto("/?currency=usd");
  await expect(own).toHaveCount(0);
  await keep(page, baseURL, "dogecoin/bitcoin:0.5");
  await page.reload();
  if (!javaScriptEnabled) {
    await expect(page.getByRole("region", { name: "Largest" })).toBeVisible();
    await expect(own).toHaveCount(0);
    return;
  }
  await expect(own.getByRole("listitem")).toHaveText([/Dogecoin/, /Bitcoin.*\$/s]);
  await expect(own.getByText(/^\$[\d,]+\.\d\d$/)).toBeVisible();
  const release = await holdBack(page, "**/watchlist.json?currency=eur");
  await choose(page, "eur", javaScriptEnabled);
  await expect(page.getByRole("region", { name: "Largest" })).toContainText("€");
  await expect(own).toHaveCount(0);
  release();
  await expect(own.getByText(/^€[\d,]+\.\d\d$/)).toBeVisible();
  await choose(page, "usd", javaScriptEnabled);
  await follow(own.getByRole("link", { name: "Your watchlist" }), "/watchlist?currency=usd");
});

for (const width of [1024, 1280, 1440, 1920]) {
  test(`marks, names, lines and prices of Home stand apart, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/?currency=inr");
    for (const row of await page.locator(".short-list .found-coin").all()) {
      const parts = await row.evaluate((link) =>
        [".market-icon", "b", ".week", ".found-price"].flatMap((part) => {
          const box = link.querySelector(part)?.getBoundingClientRect();
          return box === undefined ? [] : [box.left, box.right];
        }),
      );
      expect(parts).toEqual(parts.toSorted((one, other) => one - other));
    }
  });
}

test("popular coins stand below the search", async ({ page }) => {
  await page.goto("/?currency=usd");
  await follow(page.getByRole("link", { name: "Ethereum", exact: true }), "/coin/ethereum?currency=usd");
});
