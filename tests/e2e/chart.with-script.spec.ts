import { expect, hydrated, test } from "./site-test";

test("another range keeps the old chart, dimmed, until the new line is there, and draws on in the same chart", async ({
  page,
}) => {
  await page.goto("/coin/bitcoin?currency=usd&range=24h");
  const graph = page.locator(".highcharts-graph");
  await expect(graph).toBeVisible();
  await page.locator("svg.highcharts-root").evaluate((root) => root.setAttribute("data-seen", "before"));
  const before = await graph.getAttribute("d");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/coin/bitcoin.data?**range=30d**", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "30d", exact: true }).click();
  const figure = page.getByRole("figure", { name: /Price in \$/ });
  await expect(figure).toHaveAttribute("aria-busy", "true");
  await expect(graph).toHaveAttribute("d", before ?? "");
  await expect(page.getByRole("status")).toBeEmpty();
  release();
  await expect(figure).toHaveAttribute("aria-busy", "false");
  await expect(graph).not.toHaveAttribute("d", before ?? "");
  await expect(page.locator("svg.highcharts-root")).toHaveAttribute("data-seen", "before");
});

test("the axis tells the time of day for 24h and dates for 30d, in the visitor's zone, and says which", async ({
  page,
}) => {
  await page.goto("/coin/bitcoin?currency=usd&range=24h");
  const labels = page.locator(".highcharts-xaxis-labels text");
  await expect(labels.first()).toHaveText(/^\d\d:\d\d$/);
  await expect(page.getByText(/Times in Asia\//)).toBeVisible();
  await hydrated(page, true);
  await page.getByRole("button", { name: "30d", exact: true }).click();
  await expect(labels.first()).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3}$/);
});

test("pointing at the line tells the price and the time there", async ({ page }) => {
  await page.goto("/coin/bitcoin?currency=usd&range=24h");
  await expect(page.locator(".highcharts-graph")).toBeVisible();
  const box = await page.locator(".price-chart-box").boundingBox();
  if (box === null) throw new Error("The chart has no box.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2, { steps: 5 });
  const tooltip = page.locator(".highcharts-tooltip");
  await expect(tooltip).toContainText(/\$6[\d,]+\.\d\d/);
  await expect(tooltip).toContainText(/2[01] Nov 2026, \d\d:\d\d GMT\+5:30/);
});

test("the points can be walked with the keyboard and are described with price and time", async ({ page }) => {
  await page.goto("/coin/bitcoin?currency=usd&range=24h");
  await expect(page.locator(".highcharts-graph")).toBeVisible();
  // Backwards from what comes after the chart.
  await page.getByText("Show as a table").focus();
  await page.keyboard.press("Shift+Tab");
  const focused = page.locator("figure :focus");
  await expect(focused).toHaveAttribute("aria-label", /^\$[\d,.]+, 2[01] Nov 2026, \d\d:\d\d GMT\+5:30/);
  const label = await focused.getAttribute("aria-label");
  await page.keyboard.press("ArrowLeft");
  await expect(focused).not.toHaveAttribute("aria-label", label ?? "");
});

test("the chart's description gives first, last, lowest and highest price", async ({ page }) => {
  await page.goto("/coin/bitcoin?currency=usd&range=7d");
  await expect(page.locator(".highcharts-graph")).toBeVisible();
  await expect(
    page.locator(".highcharts-figure, .highcharts-container").locator("xpath=ancestor::figure"),
  ).toContainText(
    /Bitcoin, 7 days: from \$[\d,.]+ to \$[\d,.]+, low \$[\d,.]+ on \d+ Nov 2026, high \$[\d,.]+ on \d+ Nov 2026, [+−][\d.]+\u00a0%/,
  );
});
