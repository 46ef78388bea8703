import type { Page } from "@playwright/test";
import { expect, firstLink, follow, holdBack, recordRequests, test } from "./site-test";

const result = (page: Page) => page.getByRole("region", { name: "Result" });
const amountField = (page: Page) => page.getByRole("main").getByLabel("Amount");

/** Opens a conversion and waits until it responds to typing. */
async function open(page: Page, query: string): Promise<void> {
  await page.goto(`/convert?${query}`);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
}

/** Types the amount 12, whose result is requested, and arrives only when the returned function is called. */
async function typeWithoutResult(page: Page, query: string): Promise<() => void> {
  const release = await holdBack(page, `**/convert.data?amount=${query}**`);
  const asked = page.waitForRequest((request) => request.url().includes(`amount=${query}`));
  await amountField(page).fill("12");
  await asked;
  return release;
}

test("result and address follow the typing, as one history entry, announced once", async ({ page }) => {
  await page.goto("/exchanges");
  await open(page, "amount=1&from=bitcoin&to=usd");
  const asked = recordRequests(page, /convert\.data/);
  await amountField(page).focus();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.keyboard.press("End");
  await page.keyboard.type(".55");
  await page.clock.runFor(400);
  await expect(result(page)).toContainText("1.55 Bitcoin ≈ $100,236.18");
  await expect(page).toHaveURL("/convert?amount=1.55&from=bitcoin&to=usd");
  await expect(amountField(page)).toBeFocused();
  await expect(page.locator("[aria-live=polite]").first()).toContainText("1.55 Bitcoin ≈ $100,236.18");
  await page.keyboard.type(" ");
  await page.clock.runFor(400);
  await expect(amountField(page)).toHaveValue("1.55 ");
  expect(asked).toEqual([expect.stringContaining("?amount=1.55&")]);
  await page.clock.resume();
  await page.goBack();
  await expect(page).toHaveURL("/exchanges");
});

test("suggestions that come after Enter do not stay open over the result", async ({ page }) => {
  const releaseCode = await holdBack(page, "**/suggestions.client-*.js");
  const releaseResult = await holdBack(page, "**/convert.data?*");
  await open(page, "amount=2&from=bitcoin&to=usd");
  const to = page.getByRole("main").getByLabel("To", { exact: true });
  await to.fill("eur");
  await to.press("Enter");
  releaseCode();
  await expect(page.getByRole("option").first()).toBeVisible();
  releaseResult();
  await expect(result(page)).toContainText("2 Bitcoin ≈ €");
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("what is typed stays in its fields and is told from its result, whatever happens", async ({
  page,
  context,
}) => {
  await open(page, "amount=1&from=bitcoin&to=usd");
  await test.step("an invalid amount is reported while it is typed", async () => {
    await amountField(page).fill("1,500");
    await expect(page.getByRole("main").getByText("“1,500” is read as 1500, and not as 1.5")).toBeVisible();
    await expect(amountField(page)).toHaveValue("1,500");
    await amountField(page).fill("");
    await expect(page.getByRole("main").getByText("Enter an amount.")).toBeVisible();
    await expect(amountField(page)).toHaveValue("");
    await amountField(page).fill("2");
    await expect(result(page)).toContainText("2 Bitcoin = $129,337.00");
  });
  await test.step("a result fades when the fields change, and names replace what was written", async () => {
    const from = page.getByRole("main").getByLabel("From", { exact: true });
    await expect(from).toHaveValue("Bitcoin");
    const figure = result(page).locator(".title");
    await expect(figure).toHaveCSS("font-weight", "700");
    await from.fill("Bitcoi");
    await expect(figure).toHaveCSS("font-weight", "400");
    await expect(page.getByRole("main").getByText("Bitcoin (BTC)")).toHaveCount(0);
    await from.fill("Bitcoin");
    await expect(result(page)).toContainText("2 Bitcoin = $129,337.00");
    for (const symbol of ["BTC", "btc"]) {
      await from.fill(symbol);
      await page.getByRole("main").getByRole("button", { name: "Convert", exact: true }).click();
      await expect(from).toHaveValue("Bitcoin");
      await expect(result(page)).toContainText("2 Bitcoin = $129,337.00");
    }
  });
  await test.step("nothing is lost when the site does not answer", async () => {
    await context.setOffline(true);
    await amountField(page).fill("3");
    await expect(page.getByText("This amount could not be converted just now.")).toBeVisible();
    await expect(amountField(page)).toHaveValue("3");
    // The result of another amount names that.
    await expect(result(page)).toContainText("2 Bitcoin = ");
    await expect(page.getByText("Press Convert to see the result.")).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("main").getByRole("button", { name: "Convert", exact: true }).click();
    await expect(result(page)).toContainText("3 Bitcoin = $194,005.50");
  });
});

test("links keep an amount whose result has not arrived yet", async ({ page }) => {
  for (const [control, address] of [
    ["Swap", "/convert?amount=12&from=usd&to=bitcoin"],
    ["To EUR", "/convert?amount=12&from=bitcoin&to=eur"],
  ] as const) {
    await page.unrouteAll();
    await open(page, "amount=1&from=bitcoin&to=usd");
    const release = await typeWithoutResult(page, "12&from=bitcoin&to=usd");
    await follow(page.getByRole("link", { name: control }), address);
    release();
    await expect(result(page)).toContainText(/^12 |\$12/);
    await expect(amountField(page)).toHaveValue("12");
  }
});

test("an amount that is restored before the result of another arrives stays", async ({ page }) => {
  await open(page, "amount=1&from=bitcoin&to=usd");
  const release = await typeWithoutResult(page, "12&");
  const again = page.waitForRequest((request) => request.url().includes("convert.data?amount=1&"));
  await amountField(page).fill("1");
  await again;
  release();
  await expect(page.locator(".loading")).toHaveAttribute("data-loading", "false");
  await expect(amountField(page)).toHaveValue("1");
  await expect(result(page)).toContainText(/^1 Bitcoin/);
  await expect(page).toHaveURL("/convert?amount=1&from=bitcoin&to=usd");
});

test("a coin can be chosen while a result is loading, and the field matches the result", async ({ page }) => {
  await open(page, "amount=1&from=pep&to=usd");
  const release = await typeWithoutResult(page, "12&");
  await follow(firstLink(page, /^Pepe \(/), "/convert?amount=1&from=pepe&to=usd");
  release();
  await expect(result(page)).toContainText(/^1 Pepe/);
  await expect(amountField(page)).toHaveValue("1");
});

test("a coin is chosen from suggestions with the keyboard alone, as a history entry, and a currency like one", async ({
  page,
}) => {
  await open(page, "amount=2&from=bitcoin&to=usd");
  const field = page.getByRole("main").getByLabel("To", { exact: true });
  await field.focus();
  await expect(page.getByRole("combobox", { name: "To", exact: true })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("ethe");
  await expect(page.getByRole("option")).toHaveText([/Ethereum/]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  // The currency of the page prices both coins.
  await expect(page).toHaveURL("/convert?amount=2&from=bitcoin&to=ethereum&currency=usd");
  await expect(field).toHaveValue("Ethereum");
  await expect(field).toBeFocused();
  await expect(result(page)).toContainText("2 Bitcoin ≈ 55.0574 Ethereum");
  await page.goBack();
  await expect(page).toHaveURL("/convert?amount=2&from=bitcoin&to=usd");
  await expect(field).toHaveValue("USD");
  await expect(result(page)).toContainText("$129,337.00");
  // Currencies are suggested before coins.
  await field.fill("eu");
  const first = page.getByRole("option").first();
  await expect(first).toHaveText(/Euro eur$/);
  await follow(first, "/convert?amount=2&from=bitcoin&to=eur");
  await expect(field).toHaveValue("EUR");
});

test("a coin that is not known is marked until another is typed over it", async ({ page }) => {
  await open(page, "amount=2&from=zzzz&to=qqqq");
  await page.setViewportSize({ width: 360, height: 740 });
  const from = page.getByRole("main").getByLabel("From", { exact: true });
  const to = page.getByRole("main").getByLabel("To", { exact: true });
  await expect(from).toHaveAttribute("aria-invalid", "true");
  await from.click();
  await page.keyboard.type("bitcoin");
  await expect(from).toHaveValue("bitcoin");
  await expect(from).toHaveAttribute("aria-invalid", "false");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(page.getByText("No coin is called “zzzz”.")).toHaveCount(0);
  await expect(to).toHaveAttribute("aria-invalid", "true");
});

test("an amount typed while scripts load is converted", async ({ page }) => {
  const release = await holdBack(page, "**/assets/*.js");
  await page.goto("/convert?amount=1&from=bitcoin&to=usd", { waitUntil: "commit" });
  await amountField(page).fill("4");
  release();
  await expect(result(page)).toContainText("4 Bitcoin = $258,674.00");
  await expect(amountField(page)).toHaveValue("4");
});
