import { expect, HTML_ONLY, test } from "./site-test";

test(
  "each exchange has its rank and name, and opens its own site in a new tab",
  HTML_ONLY,
  async ({ page }) => {
    await page.goto("/exchanges");
    const cards = page.getByRole("main").getByRole("listitem");
    await expect(cards).toHaveCount(4);
    const binance = cards.filter({ hasText: "Binance" });
    await expect(binance).toContainText("Trust score rank 1, score 10/10");
    await expect(binance).toContainText(/9,79,051.BTC.*since.2017/);
    const link = binance.getByRole("link");
    await expect(link).toHaveAttribute("href", "https://www.binance.com/");
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", /noopener/);
  },
);

test(
  "an address other than http or https becomes neither a link nor a picture",
  HTML_ONLY,
  async ({ page }) => {
    await page.goto("/exchanges");
    const scripted = page.getByRole("listitem").filter({ hasText: "Scripted" });
    await expect(scripted.getByRole("link")).toHaveCount(0);
    expect(await page.content()).not.toContain("javascript:");
  },
);

test("an exchange without a rank shows NA, and the others can be found, ordered and seen as a table", async ({
  page,
}) => {
  await page.goto("/exchanges?currency=usd");
  await expect(page.getByRole("listitem").filter({ hasText: "Unranked" })).toContainText("NA");
  await page.getByLabel("Order").selectOption("Largest volume first");
  await page.getByRole("search", { name: "Exchanges" }).getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL("/exchanges?currency=usd&q=&order=volume_desc");
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Kraken");
  await page.getByLabel("Name or country").fill("united");
  await page.getByLabel("Name or country").press("Enter");
  await expect(page.getByText("1 of 4 exchanges match “united”.")).toBeVisible();
  await page.goto("/exchanges?currency=usd&view=table");
  await page.getByRole("columnheader", { name: "Country" }).getByRole("link").click();
  await expect(page).toHaveURL("/exchanges?currency=usd&view=table&order=country_asc");
  await expect(page.getByRole("row").nth(1)).toContainText("Kraken");
  await page.goto("/exchanges?q=nowhere");
  await expect(page.getByText("None of 4 exchanges has “nowhere” in its name or country.")).toBeVisible();
});
