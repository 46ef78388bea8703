import { expect, openHydrated, test } from "./site-test";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("the copied link leads to exactly what is shown", async ({ page, baseURL }) => {
  await page.goto("/coin/bitcoin?currency=eur");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}/coin/bitcoin?currency=eur&range=24h`,
  );
});

test("a contract address is copied whole", async ({ page }) => {
  await page.goto("/coin/pepe");
  await page.getByText("2 more").click();
  await page.getByRole("button", { name: "Copy the address on Polygon Pos" }).click();
  await expect(page.getByText("Address copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "0x6982508145454Ce325dDbE47a25d4ec3d2311934",
  );
});

test.describe("a toast", () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await openHydrated(page, "/coins");
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Link copied")).toBeVisible();
  });

  test("is shown for five seconds, at the bottom, 300 to 560 px wide", async ({ page }) => {
    const box = await page.getByText("Link copied").locator("..").boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(300);
    expect(box?.width).toBeLessThanOrEqual(560);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo((page.viewportSize()?.height ?? 0) - 16, 0);
    await page.clock.runFor(4999);
    await expect(page.getByText("Link copied")).toBeVisible();
    await page.clock.runFor(1);
    await expect(page.getByText("Link copied")).toBeHidden();
  });

  test("stays while the pointer is over it, and then for the rest of its time", async ({ page }) => {
    await page.clock.runFor(3000);
    await page.getByText("Link copied").hover();
    await page.clock.runFor(60_000);
    await expect(page.getByText("Link copied")).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.runFor(1999);
    await expect(page.getByText("Link copied")).toBeVisible();
    await page.clock.runFor(1);
    await expect(page.getByText("Link copied")).toBeHidden();
  });

  test("stays while the focus is in it, and can be dismissed", async ({ page }) => {
    const dismiss = page.getByRole("button", { name: "Dismiss" });
    await dismiss.focus();
    await page.clock.runFor(60_000);
    await expect(page.getByText("Link copied")).toBeVisible();
    await dismiss.press("Enter");
    await expect(page.getByText("Link copied")).toBeHidden();
  });

  test("is replaced by the next one, which stays for its full time", async ({ page }) => {
    await page.clock.runFor(4000);
    const first = await page.getByText("Link copied").elementHandle();
    await page.getByRole("button", { name: "Copy link" }).click();
    // Its time starts when the clipboard has the link, a moment after the click.
    await first?.waitForElementState("hidden");
    await page.clock.runFor(4999);
    await expect(page.getByText("Link copied")).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(page.getByText("Link copied")).toHaveCount(0);
  });
});
