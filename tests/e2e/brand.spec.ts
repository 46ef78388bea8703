import { expect, HTML_ONLY, test } from "./site-test";

test("the browser's frame has the colour of the header in both modes", HTML_ONLY, async ({ page }) => {
  await page.goto("/coins");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const frame = page.locator(`meta[name=theme-color][media*=${colorScheme}]`);
    const [, ...channels] = /^#(..)(..)(..)$/.exec((await frame.getAttribute("content")) ?? "") ?? [];
    const colour = channels.map((channel) => Number.parseInt(channel, 16)).join(", ");
    await expect(page.getByRole("banner")).toHaveCSS("background-color", `rgb(${colour})`);
  }
});

test("a coin's page is printed light, whole and without controls", async ({ page, javaScriptEnabled }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/coin/bitcoin");
  if (javaScriptEnabled) await expect(page.locator(".highcharts-graph")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  // Paper is narrower than the screen for which the interactive chart was drawn.
  await expect(page.locator(".static-chart .chart-lines path")).toBeVisible();
  const hours = page.locator(".static-chart").getByText(/^\d\d:00$/);
  await expect(hours.filter({ visible: true })).not.toHaveCount(0);
  await expect(page.locator(".interactive-chart")).toHaveCount(javaScriptEnabled ? 1 : 0);
  await expect(page.locator(".interactive-chart").filter({ visible: true })).toHaveCount(0);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.locator(".price-chart-box")).toBeVisible();
  await expect(page.getByRole("region", { name: "Key figures" })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
});

test("no page is printed with buttons, fields or a dark background", HTML_ONLY, async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const path of [
    "/",
    "/convert?amount=2&from=bitcoin&to=usd",
    "/compare?ids=bitcoin",
    "/coins",
    "/nowhere",
  ]) {
    await page.goto(path);
    await expect(page.locator("button, .button, input, textarea").filter({ visible: true })).toHaveCount(0);
  }
  await page.goto("/convert?amount=2&from=bitcoin&to=usd");
  await expect(page.getByText("2 Bitcoin")).toBeVisible();
  await page.goto("/");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveCSS("color", "rgb(23, 26, 43)");
  for (const property of ["background-image", "background-color"])
    await expect(heading.locator("..")).toHaveCSS(property, /none|rgba\(0, 0, 0, 0\)/);
});
