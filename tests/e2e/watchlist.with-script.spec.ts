import type { Page, Route } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { choose, expect, expectLink, hydrated, keep, openHydrated, recordRequests, test } from "./site-test";

/** A coin's star once it is a toggle. */
function toggle(page: Page, name: string) {
  return page.getByRole("button", { name: `Watch ${name}`, exact: true }).and(page.locator("[aria-pressed]"));
}

test.beforeEach(async ({ page, baseURL }) => {
  await keep(page, baseURL, "bitcoin/gone-for-good");
});

test("a star is a toggle, by keyboard too, that costs no amount and no cost", async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto("/coins?currency=usd");
  const bitcoin = page.getByRole("button", { name: "Watch Bitcoin", exact: true });
  await expect(bitcoin).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "Watch Pepe" })).toHaveAttribute("aria-pressed", "false");
  await bitcoin.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bitcoin is no longer on your watchlist").first()).toBeVisible();
  await expect(bitcoin).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByTitle("1 coin", { exact: true })).toBeVisible();
  await expect(bitcoin).toBeFocused();
  await page.keyboard.press("Space");
  await expect(bitcoin).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByTitle("2 coins", { exact: true })).toBeVisible();
  await hydrated(page);
  await page.getByRole("radio", { name: "table" }).check();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(bitcoin).toHaveAttribute("aria-pressed", "true");
  // Pressed by mistake, on another page.
  await keep(page, baseURL, "pepe:1.5@2usd");
  await page.goto("/coins?currency=usd");
  const pepe = toggle(page, "Pepe");
  await pepe.click();
  await expect(page.getByText("Press its star again to bring back its amount")).toBeVisible();
  await pepe.click();
  const list = async () => (await context.cookies()).find(({ name }) => name === "watchlist")?.value;
  await expect.poll(list).toBe("pepe:1.5@2usd");
});

test("an empty list says so until a star is pressed, then leads to the list", async ({ page, context }) => {
  await context.clearCookies();
  await page.goto("/watchlist?currency=usd");
  await toggle(page, "Bitcoin").click();
  const main = page.getByRole("main");
  await expect(main.getByText("1 coin is on your watchlist now.")).toBeVisible();
  await expect(main.getByText("Your watchlist is empty")).toHaveCount(0);
  await main.getByRole("link", { name: "Show the list" }).click();
  await expect(main.getByRole("link", { name: "Add amount" })).toBeVisible();
});

test("the answer to a form takes no star that was pressed in another tab meanwhile", async ({
  page,
  context,
  baseURL,
}) => {
  await keep(page, baseURL, "bitcoin/dust");
  const list = async () => (await context.cookies()).find(({ name }) => name === "watchlist")?.value;
  const other = await context.newPage();
  await other.goto("/coins?currency=usd");
  await expect(toggle(other, "Bitcoin")).toHaveAttribute("aria-pressed", "true");
  await page.goto("/watchlist?currency=usd&edit=list");
  const answerForm = async (route: Route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await toggle(other, "Pepe").click();
    await keep(page, baseURL, response.headers()["set-cookie"]?.match(/^watchlist=([^;]*)/m)?.[1] ?? "");
    await route.fulfill({ response });
  };
  // Undo reloads the page's data, from the same address.
  await page.route(/edit=list/, answerForm, { times: 1 });
  await page.getByRole("textbox", { name: "Amount of Bitcoin" }).fill("2");
  await page.getByRole("button", { name: "Remove Dust" }).click();
  const undo = page.locator("[aria-live]").getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await expect.poll(list).toBe("bitcoin:2/pepe");
  // Nor does its Undo.
  await toggle(other, "Ethereum").click();
  await undo.click();
  await expect.poll(list).toBe("bitcoin/dust/pepe/ethereum");
  await expect(page.getByRole("rowheader")).toHaveText([/Bitcoin/, /Dust/, /Pepe/, /Ethereum/]);
});

test("without cookies a star stays unchanged and explains why, and everything else works", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "cookie", { get: () => "", set() {} });
  });
  await page.goto("/coins?currency=usd");
  const pepe = toggle(page, "Pepe");
  await pepe.click();
  await expect(page.getByText("Your browser does not keep this site's cookies")).toBeVisible();
  await expect(pepe).toHaveAttribute("aria-pressed", "false");
  await choose(page, "eur");
  await expect(page).toHaveURL(/currency=eur/);
  await page.getByRole("banner").getByRole("link", { name: "Exchanges" }).click();
  await expectLink(page.getByRole("banner"), "Coins", "/coins?currency=eur");
});

test("a list that changes in another tab does not take the focus", async ({ page, baseURL }) => {
  await page.clock.install();
  await openHydrated(page, "/watchlist?currency=usd");
  await keep(page, baseURL, "bitcoin/pepe");
  await page.clock.fastForward(3 * 60_000);
  await expect(page.getByRole("rowheader")).toHaveText([/Bitcoin/, /Pepe/]);
  await expect(page.locator("body")).toBeFocused();
});

test("an answer from before the scripts had loaded becomes a toast", async ({ page, baseURL }) => {
  await keep(page, baseURL, "remove/pepe/Pepe/bitcoin/pepe", "watchlist_change");
  await page.goto("/coins?currency=usd");
  await page.locator("[aria-live]").getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("[aria-live]").getByText("Your watchlist is as it was before")).toBeVisible();
  await expect(page.getByRole("button", { name: "Watch Pepe" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("status").filter({ hasText: "watchlist" })).toHaveCount(0);
});

test("Undo keeps what is being typed and has not been saved", async ({ page, baseURL }) => {
  await keep(page, baseURL, "bitcoin:1/pepe");
  await page.goto("/watchlist?currency=usd&edit=list");
  const rows = page.getByRole("rowheader");
  await page.getByRole("button", { name: "Move Pepe up" }).click();
  await expect(rows).toHaveText([/Pepe/, /Bitcoin/]);
  await hydrated(page);
  await page.getByRole("textbox", { name: "Amount of Pepe" }).fill("2000");
  await page.locator("[aria-live]").getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveText([/Bitcoin/, /Pepe/]);
  await expect(page.getByRole("textbox", { name: "Amount of Pepe" })).toHaveValue("2000");
});

test("a list that cannot be copied to the clipboard opens under its shared address", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await openHydrated(page, "/watchlist?currency=usd");
  await page.getByRole("link", { name: "Share" }).click();
  await expect(page.getByText("You can find it in the address bar")).toBeVisible();
  await expect(page).toHaveURL("/watchlist?ids=bitcoin,gone-for-good&currency=usd");
});

test("the visitor's list is not prefetched when the pointer is over its link", async ({ page }) => {
  const asked = recordRequests(page, /\.data/);
  await openHydrated(page, "/coins?currency=usd");
  await page.getByRole("link", { name: "Exchanges", exact: true }).hover();
  await expect.poll(() => asked.some((url) => url.includes("/exchanges.data"))).toBe(true);
  await page.getByRole("link", { name: "Watchlist" }).hover();
  await page.getByRole("link", { name: "Home", exact: true }).hover();
  await page.getByRole("link", { name: "Watchlist" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Watchlist" })).toBeVisible();
  expect(asked.filter((url) => url.includes("/watchlist.data"))).toHaveLength(1);
});

test("a list, its form and a shared one are accessible, with links beside the colour mode", async ({
  page,
}) => {
  test.slow();
  for (const path of [
    "/watchlist?currency=usd",
    "/watchlist?currency=usd&edit=list",
    "/watchlist?ids=bitcoin:0.5,ethereum,gone-for-good:1&currency=usd",
    "/watchlist?ids=bitcoin:123456789.123456789,ethereum:2&currency=inr",
  ]) {
    await openHydrated(page, path);
    await expectAccessible(page);
    for (const width of [320, 360, 640, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const toggle = await page.getByRole("button", { name: /^Switch to/ }).boundingBox();
      const last = await page.getByRole("link", { name: "Watchlist", exact: true }).boundingBox();
      const isBeside = (last?.x ?? 0) + (last?.width ?? 0) <= (toggle?.x ?? 0) + 1;
      expect(
        isBeside || (last?.y ?? 0) >= (toggle?.y ?? 0) + (toggle?.height ?? 0),
        `${path}, ${width} px`,
      ).toBe(true);
    }
  }
});
