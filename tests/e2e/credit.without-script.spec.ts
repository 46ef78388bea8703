import { startSite } from "../support/site";
import { expect, expectLink, test } from "./site-test";

test("every page names the source of its prices, and has the links of the site", async ({ page }) => {
  const site = await startSite({
    MARKET_DATA_URL: "http://127.0.0.1:9",
    MARKET_DATA_CREDIT: "Some Market https://market.example/?a=1&b=2",
    SITE_SOCIAL_LINKS: "Our blog https://blog.example/",
  });
  try {
    const footer = page.getByRole("contentinfo");
    // Pages without prices, so that the service is not called.
    for (const path of ["/about", "/watchlist"]) {
      await page.goto(site.url + path);
      await expectLink(footer, "Prices by Some Market", "https://market.example/?a=1&b=2");
      await expect(footer.getByRole("list").getByRole("link")).toHaveText(["Our blog"]);
    }
  } finally {
    await site.stop();
  }
});
