import { expect, test } from "./site-test";

test("each exchange has its rank and name, and opens its own site in a new tab", async ({ page }) => {
  await page.goto("/exchanges");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(4);
  const binance = cards.filter({ hasText: "Binance" });
  await expect(binance).toContainText("Trust score rank 1");
  const link = binance.getByRole("link");
  await expect(link).toHaveAttribute("href", "https://www.binance.com/");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /noopener/);
});

test("an address that is not http or https becomes neither a link nor a picture", async ({ page }) => {
  await page.goto("/exchanges");
  const scripted = page.getByRole("listitem").filter({ hasText: "Scripted" });
  await expect(scripted.getByRole("link")).toHaveCount(0);
  expect(await page.content()).not.toContain("javascript:");
});

test("an exchange without a rank shows NA", async ({ page }) => {
  await page.goto("/exchanges");
  await expect(page.getByRole("listitem").filter({ hasText: "Unranked" })).toContainText("NA");
});

test.describe("with an upstream that nobody listens at", () => {
  test.use({ site: "cut off" });

  const FAILURES = [
    ["/exchanges", "Error While Fetching Exchanges"],
    ["/coins", "Error While Fetching Coins"],
    ["/coin/bitcoin", "Error While Fetching Coin"],
  ] as const;

  for (const [path, message] of FAILURES) {
    test(`${path} shows its error with status 502 and never a sample`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(502);
      await expect(page.getByText(message, { exact: true })).toBeVisible();
      await expect(page.getByText("Sample prices")).toHaveCount(0);
    });
  }

  test("the home page needs no upstream", async ({ page }) => {
    expect((await page.goto("/"))?.status()).toBe(200);
  });
});
