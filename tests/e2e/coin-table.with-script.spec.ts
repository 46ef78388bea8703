import { changeResponses, expect, follow, hydrated, openHydrated, test } from "./site-test";

test("sorting keeps the focus on the header, and the scroll position", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 300 });
  await openHydrated(page, "/coins?currency=usd&view=table");
  const price = page.getByRole("columnheader", { name: "Price" });
  await price.getByRole("link").focus();
  await page.evaluate(() => scrollTo(0, 150));
  await page.keyboard.press("Enter");
  await expect(price).toHaveAttribute("aria-sort", "descending");
  await expect(price.getByRole("link")).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(150);
  await page.keyboard.press("Enter");
  await expect(price).toHaveAttribute("aria-sort", "ascending");
  await expect(price.getByRole("link")).toBeFocused();
});

test("on a phone, sorting leaves a table where it was scrolled to, which the keyboard can do", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openHydrated(page, "/coins?currency=usd&view=table");
  const region = page.getByRole("region");
  const scrolled = () => region.evaluate(({ scrollLeft }) => scrollLeft);
  await region.evaluate((element) => element.scrollTo({ left: 200, behavior: "instant" }));
  await follow(page.getByRole("link", { name: "Change in 7d" }), /sort=change_7d_desc$/);
  await expect(page.getByRole("columnheader", { name: "Change in 7d" })).toHaveAttribute("aria-sort", /./);
  expect(await scrolled()).toBe(200);
  await region.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(scrolled).toBeGreaterThan(200);
});

test("headers stay in view on a phone whose browser cannot make them sticky", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto("/coins?currency=usd&view=table");
  const region = page.getByRole("region", { name: /All coins/ });
  // As browsers compute it that have no scroll containers of a single axis.
  await region.evaluate((element) => {
    element.style.overflowY = "hidden";
  });
  await hydrated(page);
  await page.getByRole("row").nth(10).scrollIntoViewIfNeeded();
  const header = page.getByRole("columnheader", { name: "Price" });
  await expect(header).toBeInViewport({ ratio: 0.9 });
  const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  await expect
    .poll(() => header.evaluate((cell) => cell.getBoundingClientRect().top))
    .toBeCloseTo(bar?.height ?? 0, 0);
});

test("a row can be clicked anywhere, and its text can be selected", async ({ page, context }) => {
  await openHydrated(page, "/coins?currency=usd&view=table");
  const cells = page.getByRole("row", { name: /Ethereum/ }).getByRole("cell");
  const cell = cells.nth(2);
  const opened = context.waitForEvent("page");
  await cell.click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(/\/coin\/ethereum\?currency=usd$/);
  const box = await cell.boundingBox();
  if (box === null) throw new Error("the cell is not shown");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 4, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 10, y);
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain("%");
  await expect(page).toHaveURL(/\/coins\?/);
  await follow(cells.nth(4), "/coin/ethereum?currency=usd");
});

test("an open table refreshes and keeps its order", async ({ page }) => {
  await page.clock.install();
  await openHydrated(page, "/coins?currency=usd&page=55&view=table&order=market_cap_desc&sort=name_desc");
  await changeResponses(page, /coins\.data/, (body) => body.replaceAll("Worthless", "Worthless, refreshed"));
  await page.clock.fastForward(90_000);
  await expect(page.getByRole("rowheader").first()).toContainText("Worthless, refreshed");
  await expect(page.getByRole("columnheader", { name: "Coin" })).toHaveAttribute("aria-sort", "descending");
});
