import { expect, test } from "./site-test";

// Input from visitors must never be mistaken for markup or for the page's own data.
for (const [path, heading] of [
  ["/watchlist?ids=rows:x,bitcoin", "Shared list"],
  ["/watchlist?ids=rows:x,bitcoin&view=table", "Shared list"],
  ["/convert?amount=rows:1&to=x:rows", "Convert"],
  ["/search?q=%22rows:x:rows%22", "Search coins"],
  ["/compare?ids=bitcoin,ethereum&q=rows:1%3B2", "Compare coins"],
] as const) {
  test(`${path} shows its page`, async ({ page, javaScriptEnabled }) => {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    if (path.startsWith("/watchlist"))
      await expect(page.getByRole("main").getByRole("link", { name: /Bitcoin/ })).toBeVisible();
    if (!javaScriptEnabled) return;
    // Hydrated, without messages on the console (site-test.ts), and interactive.
    await page.getByRole("button", { name: "Switch to dark mode" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  });
}
