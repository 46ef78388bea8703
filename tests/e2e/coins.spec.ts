import {
  choose,
  expect,
  expectLink,
  follow,
  HTML_ONLY,
  openHydrated,
  SCRIPT_ONLY,
  sampleTest,
  test,
} from "./site-test";

test("a chosen currency stays, also in movers and categories", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/coins?currency=inr&page=3");
  await choose(page, "eur");
  await expect(page).toHaveURL(/\/coins\?currency=eur&(view=cards&)?page=3$/);
  await expect(page.getByRole("link", { name: /Ethereum/ })).toContainText("€2,161.20");
  await expect(page.getByRole("radio", { name: "eur" })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole("link", { name: /Ethereum/ })).toContainText("₹");
  await expect(page.getByRole("radio", { name: "inr" })).toBeChecked();
  await page.goForward();
  await expect(page.getByRole("link", { name: /Ethereum/ })).toContainText("€2,161.20");
  await follow(
    page.getByRole("link", { name: "Gainers" }),
    "/coins?currency=eur&list=gainers&period=24h&top=1000",
  );
  await expect(page).toHaveTitle("Gainers in 24 hours, Top 1,000 – Cypto-On-The-GO");
  await expect(page.getByText(/^Of the \d+ largest coins \(measured in USD\)$/)).toBeVisible();
  await page.getByRole("button", { name: "7d" }).click();
  await expect(page.getByRole("heading", { name: "Gainers in 7 days, Top 1,000" })).toBeVisible();
  await page.goto("/coins?category=layer-1");
  await choose(page, "usd");
  await expect(page.getByRole("heading", { name: "Coins: Layer 1 (L1)" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Bitcoin/ })).toContainText("$");
  // By now the whole market is known, which says nothing of a category.
  const market = page.getByText(/^Market cap \$2\.34T down 1\.23.% in 24h/);
  await expect(market).toHaveCount(0);
  // A page that no other test opens: it could still be cached from before that.
  await page.goto("/coins?currency=usd&page=44");
  await expect(market).toBeVisible();
  await page.goto("/coin/ethereum?currency=eur");
  await page.getByRole("link", { name: "BNB Chain Ecosystem" }).click();
  await expect(page).toHaveURL("/coins?currency=eur&page=1&category=binance-smart-chain");
  await expect(page).toHaveTitle("Coins: BNB Chain Ecosystem – Cypto-On-The-GO");
  // So do a page button, which is then current, and a card.
  await openHydrated(page, "/coins?currency=usd");
  const pages = page.getByRole("navigation", { name: "Pages" }).getByRole("button");
  await expect(pages).toHaveCount(132);
  await follow(pages.getByText("12", { exact: true }), "/coins?currency=usd&page=12");
  await expect(page.getByRole("button", { name: "12", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page.locator("[aria-current=page]").filter({ hasText: /^\d+$/ })).toHaveCount(1);
  await follow(page.getByRole("link", { name: /Bitcoin/ }), "/coin/bitcoin?currency=usd");
  await expect(page.getByRole("radio", { name: "usd" })).toBeChecked();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the first coin begins at most 240 px below the top", async ({ page, javaScriptEnabled }) => {
    for (const query of ["currency=inr", "list=gainers&period=7d", "category=layer-1"]) {
      await openHydrated(page, `/coins?${query}`, javaScriptEnabled);
      const first = page.getByRole("main").getByRole("listitem").first();
      // Without scripts, a button takes the place beside the title of movers.
      const most = javaScriptEnabled || !query.startsWith("list=") ? 240 : 280;
      expect((await first.boundingBox())?.y, query).toBeLessThanOrEqual(most);
    }
  });

  sampleTest("nine coins are on the first screen", HTML_ONLY, async ({ page }) => {
    await page.goto("/coins?currency=inr");
    const cards = page.getByRole("main").getByRole("listitem");
    await expect(cards.nth(8)).toBeInViewport({ ratio: 1 });
  });
});

test("no price wraps onto a second line on any screen", HTML_ONLY, async ({ page }) => {
  await page.goto("/coins?currency=inr");
  const prices = page.getByRole("main").getByRole("listitem").locator(".card-price");
  await expect(prices.filter({ hasText: "₹8,40,00,00,00,00,00,000.00" })).toHaveCount(1);
  for (const width of [320, 360, 600, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await prices.evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange();
        // Beside a price whose zeros are counted, the full number is for listeners.
        range.selectNodeContents(element.querySelector("[aria-hidden]") ?? element);
        return range.getClientRects().length;
      }),
    );
    expect([width, ...new Set(lines)]).toEqual([width, 1]);
  }
});

test("the last chosen currency is remembered; shared links keep theirs", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/coins?currency=eur&page=1");
  await page.goto("/exchanges");
  await expect(page).toHaveURL("/exchanges");
  await page.goto("/coins");
  await choose(page, "usd", javaScriptEnabled);
  await expect(page).toHaveURL("/coins?currency=usd&page=1");
  for (const [path, address] of [
    ["/", "/?currency=usd"],
    ["/exchanges#exchange-kraken", "/exchanges?currency=usd#exchange-kraken"],
    ["/coins?currency=eur&page=1", "/coins?currency=eur&page=1"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(address);
  }
  await expectLink(page.getByRole("banner"), "Coins", "/coins?currency=eur");
});

test("lists lead to categories, which lead to their coins and back to all", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/coins?currency=usd");
  await follow(page.getByRole("link", { name: "Categories" }), "/coins/categories?currency=usd");
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText(/Layer 1 \(L1\).*\$1\.20T.*1\.50.*Bitcoin.*\$50\.00B/);
  await expectLink(row, "Bitcoin", "/coin/bitcoin?currency=usd");
  await row.getByRole("link", { name: "Layer 1 (L1)" }).click();
  await expect(page).toHaveURL("/coins?currency=usd&page=1&category=layer-1");
  await follow(page.getByRole("link", { name: "Layer 1 (L1) (remove)" }), "/coins?currency=usd&page=1");
  await follow(page.getByRole("link", { name: "Categories" }), "/coins/categories?currency=usd");
  // Amounts are converted, and changes are not.
  await choose(page, "eur");
  await expect(page).toHaveURL("/coins/categories?currency=eur");
  await expect(page.getByText("3 categories (changes measured in USD)")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText(/€.*1\.50.*€/);
});
