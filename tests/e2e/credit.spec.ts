import { startSite } from "../support/site";
import { expect, HTML_ONLY, test } from "./site-test";

const CREDITS: readonly (readonly [settings: Record<string, string>, name: string, address: string])[] = [
  [
    {
      MARKET_DATA_URL: "http://127.0.0.1:9",
      MARKET_DATA_CREDIT: "Some Market https://market.example/?a=1&b=2",
      SITE_SOCIAL_LINKS: "Our blog https://blog.example/",
    },
    "Some Market",
    "https://market.example/?a=1&b=2",
  ],
  [{ MARKET_DATA_URL: "https://api.coingecko.com/api/v3" }, "CoinGecko", "https://www.coingecko.com/"],
];

for (const [settings, name, address] of CREDITS) {
  test(`every page names ${name} as the source of its prices`, HTML_ONLY, async ({ page }) => {
    const site = await startSite(settings);
    try {
      // Pages without prices, so that the service is not called.
      for (const path of ["/", "/watchlist"]) {
        await page.goto(site.url + path);
        const credit = page.getByRole("contentinfo").getByRole("link", { name: `Prices by ${name}` });
        await expect(credit).toHaveAttribute("href", address);
        const links = page.getByRole("contentinfo").getByRole("list").getByRole("link");
        await expect(links).toHaveText(
          settings["SITE_SOCIAL_LINKS"] === undefined ? ["GitHub", "LinkedIn", "X"] : ["Our blog"],
        );
      }
    } finally {
      await site.stop();
    }
  });
}

test("the sample market has no credit", HTML_ONLY, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("contentinfo")).not.toContainText("Prices by");
});
