import AxeBuilder from "@axe-core/playwright";
import { expect, hydrated, test } from "./site-test";

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: "watchlist", value: "bitcoin/gone-for-good", url: baseURL ?? "" }]);
});

test("a star is a toggle that shows what is on the list, by keyboard too, on this page and the next", async ({
  page,
}) => {
  await page.goto("/coins?currency=usd");
  const bitcoin = page.getByRole("button", { name: "Watch Bitcoin", exact: true });
  await expect(bitcoin).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "Watch Pepe" })).toHaveAttribute("aria-pressed", "false");
  await bitcoin.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bitcoin is no longer on your watchlist")).toBeVisible();
  await expect(bitcoin).toHaveAttribute("aria-pressed", "false");
  await expect(bitcoin).toBeFocused();
  await page.keyboard.press("Space");
  await expect(bitcoin).toHaveAttribute("aria-pressed", "true");
  await hydrated(page, true);
  await page.getByRole("radio", { name: "table" }).check();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(bitcoin).toHaveAttribute("aria-pressed", "true");
});

test("when a coin is removed the focus stays on the page, and what happened is announced", async ({
  page,
}) => {
  await page.goto("/watchlist?currency=usd");
  await hydrated(page, true);
  await page.getByRole("button", { name: "Remove Bitcoin" }).press("Enter");
  await expect(page.locator("[aria-live]").getByText("Bitcoin is no longer on your watchlist")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("the own list is not fetched ahead when its link is pointed at", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/coins?currency=usd");
  await hydrated(page, true);
  await page.getByRole("link", { name: "Exchanges", exact: true }).hover();
  await expect.poll(() => asked.some((url) => url.includes("/exchanges.data"))).toBe(true);
  await page.getByRole("link", { name: "Watchlist" }).hover();
  await page.getByRole("link", { name: "Home", exact: true }).hover();
  await page.getByRole("link", { name: "Watchlist" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Watchlist" })).toBeVisible();
  expect(asked.filter((url) => url.includes("/watchlist.data"))).toHaveLength(1);
});

for (const [colorScheme, width] of [
  ["light", 360],
  ["dark", 1280],
  ["light", 320],
] as const) {
  for (const path of [
    "/watchlist?currency=usd",
    "/watchlist?currency=usd&view=table",
    "/watchlist?ids=bitcoin,ethereum,gone-for-good&currency=usd",
    "/watchlist?ids=bitcoin&currency=usd&view=table",
  ]) {
    test(`${path} is accessible and fits, ${colorScheme} and ${width} px wide`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await hydrated(page, true);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const toggle = await page.getByRole("button", { name: /^Switch to/ }).boundingBox();
      const last = await page.getByRole("link", { name: "Watchlist", exact: true }).boundingBox();
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((toggle?.x ?? 0) + 1);
    });
  }
}
