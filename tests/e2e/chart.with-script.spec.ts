import { openChart, pointAtLine, tabToChart } from "./point-at-line";
import { expect, holdBack, openHydrated, recordRequests, shownAddress, test, watchShift } from "./site-test";

test("another range dims the chart until its line and its dates are there, and reuses the chart", async ({
  page,
}) => {
  const graph = await openChart(page, "/coin/bitcoin?currency=usd&range=24h");
  await page.locator("svg.highcharts-root").evaluate((root) => root.setAttribute("data-seen", "before"));
  const labels = page.locator(".time-label").filter({ visible: true });
  await expect(labels.first()).toHaveText(/^\d\d:\d\d$/);
  await expect(page.getByText("Times in UTC+5:30")).toBeVisible();
  const before = await graph.getAttribute("d");
  const release = await holdBack(page, "**/coin/bitcoin.data?**range=30d**");
  await page.getByRole("button", { name: "30d", exact: true }).click();
  const content = page.getByRole("main");
  await expect(content).toHaveAttribute("aria-busy", "true");
  await expect(graph).toHaveAttribute("d", before ?? "");
  await expect(page.locator(".loader")).toHaveCount(0);
  release();
  await expect(content).toHaveAttribute("aria-busy", "false");
  await expect(graph).not.toHaveAttribute("d", before ?? "");
  await expect(page.locator("svg.highcharts-root")).toHaveAttribute("data-seen", "before");
  await expect(labels.first()).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3}$/);
});

test("points are reached with pointer and keyboard, and described with price and time", async ({ page }) => {
  await openChart(page, "/coin/bitcoin?currency=usd&range=24h");
  await pointAtLine(page);
  const head = page.getByRole("figure").locator("figcaption");
  await expect(head).toHaveText(/^\$6[\d,]+\.\d\d \d+ \w{3,4} \d{4}, \d\d:\d\d UTC\+5:30/);
  // In the gutter beside the plot is the last point, with the price of the page.
  const gutter = await page.locator(".price-axis").boundingBox();
  await page.mouse.move((gutter?.x ?? 0) + 20, (gutter?.y ?? 0) + 60, { steps: 3 });
  const price = await page.locator(".price").textContent();
  await expect(head).toHaveText(new RegExp(`^\\${price} \\d+ `));
  await page.mouse.move(0, 0);
  await expect(head).toContainText("latest");
  await tabToChart(page);
  const focused = page.locator("figure :focus");
  await expect(focused).toHaveAttribute("aria-label", /^\$[\d,.]+, \d+ \w{3,4} \d{4}, \d\d:\d\d UTC\+5:30/);
  const label = await focused.getAttribute("aria-label");
  await page.keyboard.press("ArrowLeft");
  await expect(focused).not.toHaveAttribute("aria-label", label ?? "");
  // Screen readers meet the point that was reached last, and none of the other twenty-four.
  await expect(page.getByRole("figure").getByRole("img", { name: /, \d\d:\d\d UTC\+/ })).toHaveCount(1);
});

test("presses, a drag, or the arrow keys with Shift mark two points, without a request or a shift", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openChart(page, "/coin/bitcoin?currency=usd&range=30d");
  const requests = recordRequests(page, /coin\/bitcoin/);
  const head = page.getByRole("figure").locator("figcaption");
  const invitation = page.getByText("Tap or click two points to compare them");
  await expect(invitation).toBeVisible();
  const box = await page.locator(".static-chart").boundingBox();
  const { x = 0, y = 0, width = 0 } = box ?? {};
  const at = (part: number) => [x + part * width, y + 60] as const;
  await page.mouse.click(...at(0.2));
  await expect(head).toHaveText(/^From \$[\d,.]+ \d+ \w+, \d\d:\d\d .*To \$/);
  await expect(page).toHaveURL(/range=30d&from=[-:\dTZ]+$/);
  await page.mouse.click(...at(0.7));
  await expect(page).toHaveURL(/&from=[-:\dTZ]+&to=[-:\dTZ]+$/);
  await expect(invitation).toHaveCount(0);
  expect(await page.locator(".static-chart").boundingBox()).toEqual(box);
  await expect(shownAddress(page)).toHaveValue(/&to=/);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/range=30d$/);
  await page.mouse.move(...at(0.6));
  await page.mouse.down();
  await page.mouse.move(...at(0.3), { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/&to=/);
  await page.mouse.move(0, 0);
  const clear = page.getByRole("link", { name: "Clear the marks" });
  // Another page would be fetched ahead.
  await clear.dispatchEvent("pointerdown");
  await clear.press("Enter");
  await expect(head).toContainText("latest");
  await expect(page.getByRole("group", { name: "Range: 30 days" })).toBeFocused();
  await tabToChart(page);
  await page.keyboard.down("Shift");
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowLeft");
  // Until Shift is released, up to the point that is reached.
  await expect(head).toHaveText(/^From .*To /);
  await page.keyboard.up("Shift");
  await expect(page).toHaveURL(/&to=/);
  expect(requests).toEqual([]);
});

test("pointing at a candle shows its four prices and its beginning", async ({ page }) => {
  await page.goto("/coin/bitcoin?currency=usd&range=24h&style=candles");
  await expect(page.locator(".highcharts-graph")).toHaveAttribute("stroke-width", "0");
  await pointAtLine(page);
  const head = page.getByRole("figure").locator("figcaption");
  await expect(head).toHaveText(
    /^\$[\d,.]+ \d+ \w{3,4} \d{4}, \d\d:[03]0 UTC\+5:30 ?Open \$[\d,.]+ · High \$[\d,.]+ · Low \$[\d,.]+$/,
  );
  await expect(page.locator("figure path.up")).toBeVisible();
});

test("a menu closes on Escape and keeps the focus, and another one closes it", async ({ page }) => {
  await openHydrated(page, "/coin/bitcoin?currency=usd&range=24h");
  const summaryOf = (name: string) => page.locator("summary", { hasText: name });
  await summaryOf("Price").press("Enter");
  await expect(page.getByRole("link", { name: "Market cap" })).toBeVisible();
  await summaryOf("Export").press("Enter");
  await expect(page.getByRole("link", { name: "CSV" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Market cap" })).toBeHidden();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "CSV" })).toBeHidden();
  await expect(summaryOf("Export")).toBeFocused();
});

test("the axis is unchanged after other ranges have been shown", async ({ page }) => {
  // Its history does not go on.
  await openHydrated(page, "/coin/bare?currency=usd&range=24h");
  const labels = page.locator(".time-label").filter({ visible: true });
  await expect(labels).toHaveCount(11);
  const before = (await labels.allTextContents()).sort();
  await page.getByRole("button", { name: "7d", exact: true }).click();
  await expect(labels.first()).not.toHaveText(/:/);
  await page.getByRole("button", { name: "24h", exact: true }).click();
  await expect(labels.first()).toHaveText(/:/);
  await expect.poll(async () => (await labels.allTextContents()).sort()).toEqual(before);
});

test("nothing moves while the page becomes interactive, and its line is where the static one was", async ({
  page,
}) => {
  const shift = await watchShift(page);
  const [still, line] = [page.locator(".chart-lines path"), page.locator(".highcharts-graph")];
  const labels = page.locator(".price-axis text");
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const range of ["24h", "7d", "max"]) {
      const release = await holdBack(page, /\/assets\/.*\.js$/);
      await page.goto(`/coin/bitcoin?currency=inr&range=${range}`, { waitUntil: "commit" });
      await expect(page.getByRole("contentinfo")).toBeAttached();
      // A frame later, the whole document has been laid out.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      const before = await shift();
      const [drawn, label] = [await still.boundingBox(), await labels.first().boundingBox()];
      release();
      await expect(line).toBeVisible();
      await expect(labels.nth(1)).toBeVisible();
      // One line at a time is seen.
      await expect(still).toBeHidden();
      const what = `${range}, ${width} px wide`;
      const now = await line.boundingBox();
      // Highcharts works in whole pixels and writes its line with fewer decimals.
      for (const side of ["x", "y", "width", "height"] as const)
        expect(Math.abs((now?.[side] ?? 0) - (drawn?.[side] ?? 0)), `${what}, ${side}`).toBeLessThanOrEqual(
          2.5,
        );
      expect(await labels.first().boundingBox(), what).toEqual(label);
      expect((await shift()) - before, what).toBe(0);
    }
  }
});

test.describe("with an interactive chart that throws", () => {
  test.use({ expectedMessage: /broken chart/ });

  test("the static chart comes back and the page stays", async ({ page }) => {
    await page.route("**/interactive-chart*.js", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: 'export const InteractiveChart = () => { throw new Error("broken chart"); }, PointMarker = () => null;',
      }),
    );
    const fault = page.waitForEvent("console", (message) => message.text().includes("broken chart"));
    await page.goto("/coin/bitcoin?currency=usd");
    await fault;
    await expect(page.getByRole("img", { name: "Price in $" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Bitcoin");
  });
});

test.describe("for a visitor three and a half hours behind UTC", () => {
  test.use({ timezoneId: "America/St_Johns" });

  test("a coin's times are the visitor's, and name the zone", async ({ page }) => {
    await openHydrated(page, "/coin/dated");
    await expect(page.getByText("Times in UTC−3:30")).toBeVisible();
    await expect(page.getByText("Last Updated On")).toHaveText("Last Updated On 20 Nov 2026, 20:28 UTC−3:30");
    // The clocks were set back on 1 November.
    await page.goto("/coin/dated?range=30d");
    await expect(page.getByText("Times in UTC−2:30 and UTC−3:30")).toBeVisible();
  });
});
