import { expect, SCRIPT_ONLY, test } from "./site-test";

test("the toggle turns light into dark and back, stays on the page, and is remembered", async ({ page }) => {
  for (const [scheme, other] of [
    ["light", "dark"],
    ["dark", "light"],
  ] as const) {
    await page.context().clearCookies();
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto("/coins?currency=usd&page=3");
    // Without a choice, as the system prefers.
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
    await expect(page.locator("html")).toHaveCSS("color-scheme", scheme);
    await expect(page.getByRole("button", { name: `Switch to ${other} mode` })).toBeInViewport();
    await expect(page.getByRole("button", { name: `Switch to ${scheme} mode` })).toHaveCount(0);
    await page.getByRole("button", { name: `Switch to ${other} mode` }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", other);
    await expect(page.locator("html")).toHaveCSS("color-scheme", other);
    await expect(page).toHaveURL("/coins?currency=usd&page=3");
    await expect
      .poll(async () => (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`))
      .toEqual([`colour-mode=${other}`]);
    await page.goto("/exchanges");
    await expect(page.locator("html")).toHaveAttribute("data-theme", other);
    await page.getByRole("button", { name: `Switch to ${scheme} mode` }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", scheme);
  }
});

test("the return address has only the page's own parameters", async ({ page, javaScriptEnabled }) => {
  await page.goto("/coins?page=03&spelling=1");
  const [returnTo] = await page.locator('input[name="returnTo"]').all();
  await expect(returnTo ?? page.locator("body")).toHaveValue("/coins?currency=inr&page=3");
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page).toHaveURL(
    javaScriptEnabled ? "/coins?page=03&spelling=1" : "/coins?currency=inr&page=3",
  );
  // All unknown addresses share one document, so only the browser knows this one.
  await page.goto("/no/such/page");
  await page.getByRole("button", { name: "Switch to light mode" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(page).toHaveURL("/no/such/page");
});

test("going back to an earlier page keeps the mode", SCRIPT_ONLY, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/coins");
  await page.goto("/exchanges");
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goBack();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
