import { expect, openHydrated, test } from "./site-test";

// The router logs what it could not read.
test.use({ site: "sample", expectedMessage: /SyntaxError|Unable to decode/ });

const NAVIGATIONS = [
  ["/coins", "exchanges.data", "Exchanges", "Error While Fetching Exchanges"],
  ["/coin/bitcoin", "coins.data", "Coins", "Error While Fetching Coins"],
] as const;

const ANSWERS = [null, { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }] as const;

test("when the next page's data do not arrive, or are a proxy's page, the site says so", async ({ page }) => {
  for (const [path, request, link, message] of NAVIGATIONS) {
    await page.context().clearCookies();
    await openHydrated(page, path);
    await page.getByRole("button", { name: "Switch to dark mode" }).click();
    for (const answer of ANSWERS) {
      await page.route(`**/${request}*`, (route) =>
        answer === null ? route.abort() : route.fulfill(answer),
      );
      await page.getByRole("link", { name: link, exact: true }).click();
      await expect(page.getByText(message, { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await expect(page.locator(".site-footer")).toHaveCSS("display", "flex");
      await expect(page.getByText("Sample prices")).toBeVisible();
      await expect(page.getByRole("contentinfo")).toContainText(/© \d{4}/);
      await page.unrouteAll();
      await page.goBack();
      await expect(page.getByText(message, { exact: true })).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  }
});

test("a range, a currency or a page of a list that does not arrive leaves the page as it is, and says so", async ({
  page,
}) => {
  for (const [path, role, name, what] of [
    ["/coin/bitcoin?currency=usd&range=24h", "button", "7d", "range"],
    [null, "radio", "EUR", "currency"],
    ["/coins?currency=usd&page=1", "button", "5", "page"],
    ["/compare?ids=bitcoin,ethereum&currency=usd&range=24h", "button", "7d", "range"],
    ["/map?currency=usd&period=24h", "radio", "7d", "period"],
    ["/exchange/binance?currency=usd", "radio", "EUR", "currency"],
    ["/convert?amount=1&from=bitcoin&to=usd", "link", "To EUR", "page"],
  ] as const) {
    if (path !== null) {
      await page.unrouteAll();
      await openHydrated(page, path);
    }
    const address = page.url();
    await page.route(/\.data\?/, (route) => route.abort());
    await page.getByRole(role, { name, exact: true }).click({ force: role === "radio" });
    await expect(
      page.getByText(`This ${what} could not be loaded, and is not kept in your browser.`),
    ).toBeVisible();
    await expect(page).toHaveURL(address);
    await expect(page.getByText(/^Offline: \w+ of/)).toBeVisible();
    for (const radio of await page.getByRole("radio", { name: /usd|24h/ }).all())
      await expect(radio).toBeChecked();
  }
});
