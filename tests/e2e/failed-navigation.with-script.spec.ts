import { expect, openHydrated, test } from "./site-test";

// The router logs what it could not read.
test.use({ site: "sample", expectedMessage: /SyntaxError|Unable to decode/ });

const NAVIGATIONS = [
  ["/coins", "coins.data", "5", "Error While Fetching Coins"],
  ["/coin/bitcoin", "bitcoin.data", "30d", "Error While Fetching Coin"],
] as const;

const ANSWERS = [null, { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }] as const;

test("when the next page's data do not arrive, or are a proxy's page, the site says so", async ({ page }) => {
  for (const [path, request, button, message] of NAVIGATIONS)
    for (const answer of ANSWERS) {
      await page.unrouteAll();
      await page.context().clearCookies();
      await openHydrated(page, path);
      await page.getByRole("button", { name: "Switch to dark mode" }).click();
      await page.route(`**/${request}*`, (route) =>
        answer === null ? route.abort() : route.fulfill(answer),
      );
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect(page.getByText(message, { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await expect(page.locator(".site-footer")).toHaveCSS("display", "flex");
      await expect(page.getByText("Sample prices")).toBeVisible();
      await expect(page.getByRole("contentinfo")).toContainText(/© \d{4}/);
    }
});
