import type { Page } from "@playwright/test";
import {
  choose,
  expect,
  expectCanonical,
  follow,
  HTML_ONLY,
  hydrated,
  keep,
  SCRIPT_ONLY,
  test,
} from "./site-test";

async function listOf(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === "watchlist")?.value;
}

/** A coin's star once it is a toggle. */
function toggle(page: Page, name: string) {
  return page
    .getByRole("button", { name: new RegExp(`^Watch(ing)? ${name}$`) })
    .and(page.locator("[aria-pressed]"));
}

/** What a page without JavaScript says of a change of the list. */
function notice(page: Page) {
  return page.getByRole("status").filter({ hasText: "watchlist" });
}

test("a star adds its coin to the list, on any page", SCRIPT_ONLY, async ({ page }) => {
  for (const path of [
    "/coins?currency=usd&page=1",
    "/coins?currency=usd&page=1&view=table&order=market_cap_desc",
    "/search?q=pepe&currency=usd&all=1",
    "/coin/pepe?currency=usd&range=24h",
  ]) {
    await page.context().clearCookies();
    await page.goto(path);
    await follow(toggle(page, "Pepe"), path);
    await expect.poll(() => listOf(page), path).toBe("pepe");
    await expect(page.getByText("Pepe is now on your watchlist")).toBeVisible();
    await expect(toggle(page, "Pepe")).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("banner").getByRole("link", { name: "Watchlist" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Watchlist" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Pepe/ })).toHaveCount(1);
  }
});

test("a pressed star returns to its coin, filled, with a chance to undo", HTML_ONLY, async ({ page }) => {
  // So low that this coin is a screen below the first one.
  await page.setViewportSize({ width: 360, height: 320 });
  await page.goto("/coins?currency=usd&page=1");
  const star = page.getByRole("main").getByRole("listitem").nth(8).getByRole("button");
  await expect(star).not.toBeInViewport();
  const name = (await star.locator("span").last().textContent()) ?? "";
  await star.click();
  const watched = page.getByRole("button", { name: `Watching – remove ${name} from your watchlist` });
  await expect(watched).toBeInViewport({ ratio: 0.9 });
  await expect(notice(page)).toBeInViewport({ ratio: 0.9 });
  await watched.click();
  await expect(notice(page)).toContainText(`${name} is no longer on your watchlist`);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notice(page)).toContainText("Your watchlist is as it was before");
  await expect(watched).toBeInViewport({ ratio: 0.9 });
  await page.reload();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.locator("#changed")).toHaveCount(0);
});

test("each list change is reported and can be undone", SCRIPT_ONLY, async ({ page, baseURL }) => {
  await keep(page, baseURL, "bitcoin/pepe/ethereum:2");
  const names = page.getByRole("rowheader").locator("bdi");
  const undo = async () => {
    await hydrated(page);
    // The message of the script replaces the one of the page.
    await expect(page.locator(".list-notice")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Your watchlist is as it was before").first()).toBeVisible();
    expect(await listOf(page)).toBe("bitcoin/pepe/ethereum:2");
  };
  await page.goto("/watchlist?currency=usd");
  await hydrated(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit watchlist" })).toBeFocused();
  // What was typed is saved with each button.
  await page.getByRole("textbox", { name: "Amount of Bitcoin" }).fill("1.5");
  await page.getByRole("button", { name: "Move Ethereum up" }).click();
  await expect(page.getByText("Ethereum has moved up").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Move Ethereum up" })).toBeFocused();
  await expect(names).toHaveText(["Bitcoin", "Ethereum", "Pepe"]);
  expect(await listOf(page)).toBe("bitcoin:1.5/ethereum:2/pepe");
  await undo();
  await expect(names).toHaveText(["Bitcoin", "Pepe", "Ethereum"]);
  await page.getByRole("textbox", { name: "Average paid for Ethereum" }).fill("9");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/watchlist\?currency=usd(#changed)?$/);
  await expect(page.getByText("Your watchlist is saved").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Watchlist" })).toBeFocused();
  await undo();
  await page.goto("/watchlist?ids=dust,bitcoin&currency=usd");
  await follow(page.getByRole("button", { name: "Add to my list" }), /\/watchlist\?currency=usd(#changed)?$/);
  await expect(names).toHaveText(["Bitcoin", "Pepe", "Ethereum", "Dust"]);
  await undo();
});

test("the list is exported as CSV and imported again, from a file or as text", async ({ page, baseURL }) => {
  await keep(page, baseURL, "pepe/bitcoin:0.5@25000usd");
  const fold = page.getByText("Import and export");
  await page.goto("/watchlist?currency=usd");
  await fold.click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as CSV" }).click(),
  ]);
  const path = await file.path();
  await page.context().clearCookies();
  await page.goto("/watchlist?currency=usd");
  await page.getByRole("link", { name: "import a list" }).click();
  await page.getByLabel("A CSV file").setInputFiles(path);
  await page.getByRole("button", { name: "Add to my list" }).click();
  await expect(page.getByText("Your watchlist is imported").first()).toBeVisible();
  expect(await listOf(page)).toBe("pepe/bitcoin:0.5@25000usd");
  await page.goto("/watchlist?currency=usd&edit=list");
  await fold.click();
  const text = page.getByRole("textbox", { name: "Or its text" });
  await text.fill("ethereum,2\nbitcoin,much");
  await page.getByRole("button", { name: "Replace my list" }).click();
  // The answer begins where it says what is wrong.
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await page.getByRole("link", { name: "Line 2: “much” is not an amount" }).click();
  await expect(text).toBeFocused();
  await text.fill("ethereum,2\n");
  await page.getByRole("button", { name: "Replace my list" }).click();
  await expect(page.getByText("Your watchlist is imported").first()).toBeVisible();
  expect(await listOf(page)).toBe("ethereum:2");
});

test(
  "nothing of the list is cut off, on a phone or beside its total",
  HTML_ONLY,
  async ({ page, baseURL }) => {
    const digits = "123456789012345.123456789012345678";
    await keep(page, baseURL, `bitcoin:${digits}@${digits}inr/pepe:0.5@2usd/unpriced:1/ethereum`);
    for (const path of ["/watchlist?currency=inr", "/watchlist?currency=inr&edit=list"]) {
      await page.goto(path);
      for (const width of [320, 360, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 740 });
        const cut = await page.locator(".watchlist :is(td, th, p, li)").evaluateAll((boxes) =>
          boxes.flatMap((box) => {
            const right = Math.min(box.getBoundingClientRect().right || window.innerWidth, window.innerWidth);
            const parts = [box, ...box.querySelectorAll(":not(.for-listeners, .is-sr-only, .is-sr-only *)")];
            const isOut = parts.some((part) => part.getBoundingClientRect().right > right + 1);
            return isOut ? [box.textContent] : [];
          }),
        );
        expect(cut, `${path}, ${width} px`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await keep(page, baseURL, "pepe:0.5@2usd/bitcoin/ethereum");
    await page.goto("/watchlist?currency=usd");
    const height = async (selector: string) => (await page.locator(selector).first().boundingBox())?.height;
    expect(await height("tbody > tr")).toBe(72);
    expect(await height(".portfolio > div")).toBeLessThanOrEqual(120);
  },
);

test("a 51st coin is rejected, and the list stays", SCRIPT_ONLY, async ({ page, baseURL }) => {
  const full = Array.from({ length: 50 }, (_, index) => `coin-${index}`).join("/");
  await keep(page, baseURL, full);
  await page.goto("/coins?currency=usd&page=1");
  await toggle(page, "Bitcoin").click();
  await expect(page.getByText(/Your watchlist is full/)).toBeVisible();
  expect(await listOf(page)).toBe(full);
});

test("a shared list keeps ids that have to be encoded in an address", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/watchlist?ids=a%20b,%E6%AF%94,bitcoin&currency=usd");
  await choose(page, "eur");
  await expectCanonical(page, "/watchlist?ids=a%20b,%E6%AF%94,bitcoin&currency=eur");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await page.getByRole("button", { name: "Add to my list" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Watchlist" })).toBeVisible();
  expect(await listOf(page)).toBe("a%20b/%E6%AF%94/bitcoin");
});

test(
  "an amount is entered in its field, and the list is shared without it",
  SCRIPT_ONLY,
  async ({ page, baseURL, context }) => {
    await keep(page, baseURL, "pepe/bitcoin");
    await page.goto("/watchlist?currency=eur");
    const portfolio = page.getByRole("region", { name: "Portfolio" });
    const bitcoin = page.getByRole("textbox", { name: "Amount of Bitcoin" });
    await expect(portfolio).toHaveCount(0);
    await page.getByRole("link", { name: "Add amount" }).last().click();
    await expect(bitcoin).toBeFocused();
    await bitcoin.fill("1,500");
    await page.getByRole("button", { name: "Save" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Nothing has been saved" });
    await expect(alert).toBeFocused();
    await expect(alert).toBeInViewport({ ratio: 1 });
    await page.getByRole("link", { name: "Bitcoin’s amount" }).click();
    await expect(bitcoin).toBeFocused();
    await expect(bitcoin).toHaveAccessibleDescription(/“1,500” could also mean 1.5./);
    await expect(bitcoin).toHaveValue("1500");
    await bitcoin.fill("0,5");
    await bitcoin.press("Enter");
    await expect(page).toHaveURL("/watchlist?currency=eur#changed");
    await expect(page.getByText("Your watchlist is saved").first()).toBeVisible();
    await expect(portfolio).toContainText(/Total €\d/);
    const share = page.getByRole("link", { name: "Share", exact: true });
    await expect(share).toHaveAttribute("href", "/watchlist?ids=pepe,bitcoin&currency=eur");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await hydrated(page);
    await share.click();
    await expect(page.getByText("Link copied")).toBeVisible();
  },
);
