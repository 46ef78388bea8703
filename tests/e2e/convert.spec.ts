import type { Page } from "@playwright/test";
import { expect, expectLink, firstLink, follow, HTML_ONLY, test } from "./site-test";

const result = (page: Page) => page.getByRole("region", { name: "Result" });
const amountField = (page: Page) => page.getByRole("main").getByLabel("Amount");

/** Fills the form as a visitor does, and submits it. */
async function convert(page: Page, amount: string, from: string, to: string): Promise<void> {
  await amountField(page).fill(amount);
  const main = page.getByRole("main");
  await main.getByLabel("From", { exact: true }).fill(from);
  await main.getByLabel("To", { exact: true }).fill(to);
  await main.getByRole("button", { name: "Convert", exact: true }).click();
}

test("the header leads to the converter, which shows what one Bitcoin is worth", async ({ page }) => {
  await page.goto("/exchanges");
  await follow(page.getByRole("banner").getByRole("link", { name: "Convert" }), "/convert");
  await expect(page.getByRole("heading", { name: "Convert", level: 1 })).toBeVisible();
  await expect(result(page)).toContainText("1 BTC = ₹54,32,154.00");
  await expect(result(page)).toContainText("Prices from");
});

test("a coin is converted into a currency, a currency into a coin, a coin into a coin", async ({ page }) => {
  await page.goto("/convert");
  await convert(page, "1,5", "bitcoin", "usd");
  await expect(page).toHaveURL(/\/convert\?amount=1%2C5&from=bitcoin&to=usd$/);
  await expect(page).toHaveTitle("1.5 Bitcoin = $97,002.75 – Cypto-On-The-GO");
  await expect(result(page)).toContainText("1.5 Bitcoin = $97,002.75");
  await convert(page, "1000", "USD", "Bitcoin");
  await expect(result(page)).toContainText("$1,000.00 ≈ 0.01546348 Bitcoin");
  await expect(result(page)).toContainText("1 BTC = $64,668.50");
  await convert(page, "2", "bitcoin", "ethereum");
  await expect(result(page)).toContainText("2 Bitcoin ≈ 55.0574 Ethereum");
  await expect(result(page).getByRole("listitem")).toHaveText([
    "1 BTC ≈ 27.5287 ETH",
    "1 ETH ≈ 0.0363257 BTC",
    "1 BTC = $64,668.50",
    "1 ETH = $2,349.13",
  ]);
});

test("swapping turns the conversion around", async ({ page }) => {
  await page.goto("/convert?amount=2&from=bitcoin&to=usd");
  const swap = page.getByRole("link", { name: "Swap" });
  await page.setViewportSize({ width: 360, height: 740 });
  // Beside the fields, which are below each other: the result stays on the first screen.
  const from = await page.getByRole("main").getByLabel("From", { exact: true }).boundingBox();
  expect((await swap.boundingBox())?.x).toBeGreaterThan((from?.x ?? 0) + (from?.width ?? 360));
  await follow(swap, "/convert?amount=2&from=usd&to=bitcoin");
  await expect(result(page)).toContainText("$2.00 ≈ ");
  await expect(page.getByRole("main").getByLabel("From", { exact: true })).toHaveValue("USD");
  await expect(page.getByRole("main").getByLabel("To", { exact: true })).toHaveValue("Bitcoin");
});

test("amounts are read as the site writes numbers, or as a visitor chooses", HTML_ONLY, async ({ page }) => {
  await page.goto("/convert?amount=12,345&from=bitcoin&to=usd");
  const field = amountField(page);
  await expect(field).toHaveValue("12,345");
  await expect(field).toHaveAttribute("aria-invalid", "false");
  await expect(field).toHaveAccessibleDescription("“12,345” is read as 12345, and not as 12.3450");
  await expect(result(page)).toContainText("12,345 Bitcoin");
  await page.getByRole("link", { name: "12.3450", exact: true }).click();
  await expect(result(page)).toContainText("12.345 Bitcoin");
  await expect(amountField(page)).toHaveAccessibleDescription("");
});

for (const [amount, says] of [
  ["", "Enter an amount."],
  ["<script>alert(1)</script>", "This amount cannot be read."],
  ["1".repeat(10_000), "This is too long for an amount"],
  ["$5", "The amount is in “$”, and what is converted is Bitcoin (BTC)."],
] as const) {
  test(
    `the amount ${JSON.stringify(amount.slice(0, 30))} gets a message beside its field, which keeps it`,
    HTML_ONLY,
    async ({ page }) => {
      const query = new URLSearchParams({ amount, from: "bitcoin", to: "usd" });
      expect((await page.goto(`/convert?${query}`))?.status()).toBe(200);
      const field = amountField(page);
      await expect(field).toHaveValue(amount.slice(0, 64));
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(new RegExp(says.replace(/[.$()]/g, "\\$&")));
      await expect(result(page)).toContainText("1 BTC = $64,668.50");
    },
  );
}

test("beside the coin “btc” are the other coins that may be meant", HTML_ONLY, async ({ page }) => {
  await page.goto("/convert?amount=3&from=btc&to=eur");
  const field = page.getByRole("main").getByLabel("From", { exact: true });
  await expect(field).toHaveValue("Bitcoin");
  await expect(field).toHaveAttribute("aria-invalid", "false");
  await expect(field).toHaveAccessibleDescription(/“btc” is read as Bitcoin \(BTC\), and not as /);
  await follow(firstLink(page, /BatCat/), /\/convert\?amount=3&from=[^&]*cat[^&]*&to=eur$/);
  await expect(result(page)).toContainText(/^3 .* [=≈] €/);
});

test("an unknown coin gets a question beside its field, and no result", HTML_ONLY, async ({ page }) => {
  expect((await page.goto("/convert?amount=3&from=bitc&to=eur"))?.status()).toBe(200);
  const field = page.getByRole("main").getByLabel("From", { exact: true });
  await expect(field).toHaveValue("bitc");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/Which coin is “bitc”\? Bitcoin/);
  await expect(result(page)).toHaveCount(0);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await follow(firstLink(page, /^Bitcoin \(BTC\)/), "/convert?amount=3&from=bitcoin&to=eur");
});

test("a coin's page leads to its conversion into the currency of the page", async ({ page }) => {
  await page.goto("/coin/bitcoin?currency=usd");
  await page.getByRole("link", { name: "Convert an amount" }).click();
  await expect(page).toHaveURL("/convert?amount=1&from=bitcoin&to=usd");
  await expect(result(page)).toContainText("1 BTC = $64,668.50");
});

test("links of every page keep its currency", HTML_ONLY, async ({ page }) => {
  const header = page.getByRole("banner");
  for (const path of [
    "/coins?currency=usd",
    "/coin/bitcoin?currency=usd",
    "/search?q=bit&currency=usd",
    "/convert?to=usd",
  ]) {
    await page.goto(path);
    await expectLink(header, "Coins", "/coins?currency=usd");
    await expectLink(header, "Convert", "/convert?currency=usd");
    await expect(page.getByRole("search").locator("input[name=currency]")).toHaveValue("usd");
  }
  await follow(header.getByRole("link", { name: "Exchanges" }), "/exchanges?currency=usd");
  await follow(header.getByRole("link", { name: "Home" }), "/?currency=usd");
  await follow(page.getByRole("link", { name: "All coins" }), "/coins?currency=usd&page=1");
  await expect(page.getByRole("radio", { name: "usd" })).toBeChecked();
});
