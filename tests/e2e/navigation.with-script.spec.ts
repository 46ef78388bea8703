import { expect, follow, holdBack, hydrated, openHydrated, recordRequests, test } from "./site-test";

test("a new page is announced by its title, and the focus moves to its beginning", async ({ page }) => {
  await page.goto("/");
  const announcement = page.locator("p[aria-live=polite]");
  await expect(announcement).toBeEmpty();
  await page.getByRole("link", { name: "Coins", exact: true }).click();
  await expect(announcement).toHaveText("Coins – Cypto-On-The-GO");
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("link", { name: /Bitcoin/ }).click();
  await expect(announcement).toHaveText(/^Bitcoin ₹.* – Cypto-On-The-GO$/);
  await expect(page.getByRole("main")).toBeFocused();
  // Another currency announces the new price and keeps the focus.
  await page.getByRole("radio", { name: "usd" }).check();
  await expect(announcement).toHaveText("Bitcoin $64,668.50 – Cypto-On-The-GO");
  await expect(page.getByRole("radio", { name: "usd" })).toBeFocused();
  await page.goBack();
  await page.goBack();
  await expect(announcement).toHaveText("Coins – Cypto-On-The-GO");
  // A failure is announced as well.
  await page.getByRole("button", { name: "13", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Error While Fetching Coins");
  await expect(announcement).toHaveText("Error While Fetching Coins – Cypto-On-The-GO");
});

test("a change of the page keeps its content below a thin bar; a new one waits behind a spinner", async ({
  page,
}) => {
  await openHydrated(page, "/coins?currency=usd");
  const release = await holdBack(page, "**/coins.data?**page=5**");
  await page.getByRole("button", { name: "5", exact: true }).click();
  const bar = page.getByRole("status");
  await expect(bar).toContainText("Loading");
  expect(await bar.boundingBox()).toMatchObject({ y: 0, height: 3 });
  await expect(page.getByRole("button", { name: "5", exact: true })).toBeFocused();
  release();
  await expect(page.getByRole("button", { name: "5", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(bar).toBeEmpty();
  // A spinner covers the screen after a tenth of a second, until another page is there.
  const releaseCoin = await holdBack(page, "**/coin/bitcoin.data?**");
  await page.getByRole("link", { name: /Bitcoin/ }).click();
  const spinner = page.getByRole("status");
  await expect(spinner).toContainText("Loading");
  expect((await spinner.boundingBox())?.height).toBe(page.viewportSize()?.height);
  await expect(spinner).toHaveCSS("animation-delay", "0.1s");
  await expect(spinner).toHaveCSS("animation-fill-mode", "both");
  await expect(spinner).toHaveCSS("opacity", "1");
  releaseCoin();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bitcoin");
  await expect(spinner).toBeEmpty();
});

test("a page with a style sheet of its own waits for it, once", async ({ page }) => {
  await openHydrated(page, "/coins");
  const release = await holdBack(page, "**/assets/map-*.css");
  const sheets = recordRequests(page, /\.css$/);
  const map = page.getByRole("heading", { level: 1, name: "Market map" });
  const data = page.waitForResponse(/map\.data/);
  await page.getByRole("main").getByRole("link", { name: "Map" }).click();
  await data;
  await expect.poll(() => sheets).toHaveLength(1);
  await expect(map).toBeHidden();
  release();
  await expect(page.locator(".map-view")).toHaveCSS("display", "grid");
  await page.goBack();
  await expect(map).toBeHidden();
  await page.goForward();
  await expect(page.locator(".map-view")).toHaveCSS("display", "grid");
  expect(sheets).toHaveLength(1);
  // Its document has brought it.
  await page.reload();
  await hydrated(page);
  await expect(page.locator(".map-view")).toHaveCSS("display", "grid");
  await expect(page.locator("link[rel=stylesheet]")).toHaveCount(0);
});

test("what is chosen while another choice loads is added to it", async ({ page }) => {
  for (const [path, button] of [
    ["/coin/bitcoin?currency=usd", "7d"],
    ["/coins?currency=usd&list=gainers", "7d"],
    ["/coins?currency=usd", "3"],
  ]) {
    await openHydrated(page, path ?? "");
    const release = await holdBack(page, /\.data\?/);
    await page
      .getByRole("main")
      .getByRole("button", { name: button ?? "", exact: true })
      .click();
    await page.getByRole("radio", { name: "eur" }).check();
    release();
    await expect(page).toHaveURL(/currency=eur.*=(7d|3)(&|$)/);
    await expect(page.getByRole("radio", { name: "eur" })).toBeChecked();
    await page.unrouteAll();
  }
});

test("opening the current page adds no history entry", async ({ page }) => {
  await page.goto("/");
  await openHydrated(page, "/coins");
  const before = await page.evaluate(() => window.history.length);
  const again = page.waitForResponse(/coins\.data/);
  await page.getByRole("button", { name: "1", exact: true }).click();
  await again;
  await expect(page).toHaveURL("/coins?currency=inr&page=1");
  const release = await holdBack(page, "**/coins.data?**currency=usd**");
  await page.getByRole("radio", { name: "usd" }).check();
  await expect(page.getByRole("status")).toContainText("Loading");
  await page.getByRole("radio", { name: "inr" }).check();
  await expect(page.getByRole("status")).toBeEmpty();
  release();
  expect(await page.evaluate(() => window.history.length)).toBe(before);
  await expect(page.getByRole("radio", { name: "inr" })).toBeChecked();
  await follow(page.getByRole("button", { name: "5", exact: true }), "/coins?currency=inr&page=5");
  expect(await page.evaluate(() => window.history.length)).toBe(before + 1);
});

for (const path of ["/", "/coins", "/coins?view=table", "/coin/bitcoin", "/exchanges", "/map"]) {
  test(`the old figures of ${path} are dimmed while another currency is loaded, once`, async ({ page }) => {
    await openHydrated(page, path);
    const fetched = recordRequests(page, /\.data\?/);
    const content = page.getByRole("main");
    const figure = content.locator("[translate=no]").filter({ hasText: "₹" }).last();
    const release = await holdBack(page, /\.data\?.*currency=eur/);
    await content.locator("label", { has: page.locator("[value=eur]") }).click();
    await expect(content).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toHaveCount(1);
    await expect(figure).toHaveCSS("opacity", "0.45");
    release();
    await expect(content).toHaveAttribute("aria-busy", "false");
    await expect(content).not.toContainText("₹");
    await expect(page).toHaveURL(/[?&]currency=eur/);
    expect(new Set(fetched).size, fetched.join()).toBe(1);
  });
}
