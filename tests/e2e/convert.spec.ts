import type { Page } from "@playwright/test";
import { expect, follow, SCRIPT_ONLY, test } from "./site-test";

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

test("the header leads to the converter of coins and currencies", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/exchanges");
  await follow(page.getByRole("banner").getByRole("link", { name: "Convert" }), "/convert");
  await expect(page.getByRole("heading", { name: "Convert", level: 1 })).toBeVisible();
  await expect(result(page)).toContainText("1 BTC = ₹54,32,154.00");
  await expect(result(page)).toContainText("Prices from");
  // A coin into a currency, a currency into a coin, a coin into a coin.
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
  // Swapping turns the conversion around.
  await page.goto("/convert?amount=2&from=bitcoin&to=usd");
  const swap = page.getByRole("link", { name: "Swap" });
  await page.setViewportSize({ width: 360, height: 740 });
  // Between the two sides: all is on the first screen.
  const [above, between, below] = await Promise.all(
    [amountField(page), swap, result(page)].map(async (each) => (await each.boundingBox())?.y ?? 0),
  );
  expect(between).toBeGreaterThan(above ?? 0);
  expect(below).toBeGreaterThan(between ?? 0);
  await follow(swap, "/convert?amount=2&from=usd&to=bitcoin");
  await expect(result(page)).toContainText("$2.00 ≈ ");
  await expect(page.getByRole("main").getByLabel("From", { exact: true })).toHaveValue("USD");
  await expect(page.getByRole("main").getByLabel("To", { exact: true })).toHaveValue("Bitcoin");
});
