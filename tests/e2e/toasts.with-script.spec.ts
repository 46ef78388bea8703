import { expect, openHydrated, test } from "./site-test";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("the copied link leads to exactly what is shown, and a contract address is copied whole", async ({
  page,
  baseURL,
}) => {
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto("/coin/bitcoin?currency=eur");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await clipboard()).toBe(`${baseURL}/coin/bitcoin?currency=eur&range=24h`);
  await page.goto("/coin/pepe");
  await page.getByText("2 more").click();
  await page.getByRole("button", { name: "Copy the address on Polygon Pos" }).click();
  await expect(page.getByText("Address copied")).toBeVisible();
  expect(await clipboard()).toBe("0x6982508145454Ce325dDbE47a25d4ec3d2311934");
});

test("a toast is shown for five seconds, longer under pointer or focus, and gives way to the next", async ({
  page,
}) => {
  await page.clock.install();
  await openHydrated(page, "/coins");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const copy = page.getByRole("button", { name: "Copy link" });
  const toast = page.getByText("Link copied");
  await copy.click();
  await expect(toast).toBeVisible();
  // At the bottom, 300 to 560 px wide.
  const box = await toast.locator("..").boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(300);
  expect(box?.width).toBeLessThanOrEqual(560);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo((page.viewportSize()?.height ?? 0) - 16, 0);
  await page.clock.runFor(4999);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
  // It stays while the pointer is over it, and then for the rest of its time.
  await copy.click();
  await expect(toast).toBeVisible();
  await page.clock.runFor(3000);
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(1999);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
  // It stays while the focus is in it, and can be dismissed.
  await copy.click();
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  await dismiss.focus();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await dismiss.press("Enter");
  await expect(toast).toBeHidden();
  // It is replaced by the next one, which stays for its full time.
  await copy.click();
  await expect(toast).toBeVisible();
  await page.clock.runFor(4000);
  const first = await toast.elementHandle();
  await copy.click();
  // Its time starts when the clipboard has the link, a moment after the click.
  await first?.waitForElementState("hidden");
  await page.clock.runFor(4999);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);
});
