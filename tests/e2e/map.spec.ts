import { contrast } from "./contrast";
import { choose, expect, HTML_ONLY, SCRIPT_ONLY, sampleTest, test } from "./site-test";

const MAP = "/map?currency=usd&period=24h";

test("a coin's field names its change and market cap, and leads to it", HTML_ONLY, async ({ page }) => {
  await page.goto(MAP);
  const fields = page.getByRole("list", { name: "Largest coins by market cap" }).getByRole("listitem");
  // Two coins have no known market cap.
  await expect(fields).toHaveCount(8);
  const bitcoin = fields.first().getByRole("link");
  await expect(bitcoin).toHaveAccessibleName("Bitcoin: −4.38 %, market cap $1.28T");
  await expect(bitcoin).toHaveAttribute("href", "/coin/bitcoin?currency=usd");
  await expect(fields.filter({ hasText: "Giant" }).getByRole("link")).toHaveAccessibleName(/NA/);
  // It is as large as the coin's share of the market caps.
  const areaOf = (field: Element) =>
    field.getBoundingClientRect().width * field.getBoundingClientRect().height;
  const map = page.getByRole("list", { name: "Largest coins by market cap" });
  const [whole, first] = [await map.evaluate(areaOf), await map.locator("rect").first().evaluate(areaOf)];
  // Bitcoin's 1.28 trillion of 1.422.
  expect(first / whole).toBeCloseTo(0.9, 2);
});

test("another period and another currency are one choice each", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/map");
  await choose(page, "7d");
  await expect(page.getByRole("link", { name: "Bitcoin: −3.75 %" })).toBeVisible();
  await expect(page).toHaveURL("/map?currency=inr&period=7d");
  await choose(page, "eur");
  await expect(page.getByRole("link", { name: /Bitcoin: −3.75 %, market cap €1.18T/ })).toBeVisible();
  await page.getByRole("link", { name: "As a table" }).click();
  await expect(page.getByRole("rowheader", { name: "Bitcoin" })).toBeVisible();
  await expect(page).toHaveURL("/coins?currency=eur&page=1&view=table&order=market_cap_desc");
});

sampleTest("letters fit and stand out in both modes, on any screen", HTML_ONLY, async ({ page }) => {
  await page.goto(MAP);
  for (const [width, colorScheme] of [360, 768, 1280].flatMap((each) => [
    [each, "light"] as const,
    [each, "dark"] as const,
  ])) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const texts = await page.locator(".market-map tspan").evaluateAll((all) =>
      all.map((text) => {
        const field = text.closest("a")?.querySelector("rect");
        const [inner, outer] = [text, field].map((each) => each?.getBoundingClientRect());
        const overlap = (outer?.width ?? 0) - (inner?.width ?? 0);
        const colours = [text, field].map((each) => (each ? getComputedStyle(each).fill : ""));
        return { words: text.textContent, overlap, colours };
      }),
    );
    expect(texts.length).toBeGreaterThan(20);
    for (const { words, overlap, colours } of texts) {
      expect(overlap, `${words}, ${width} px wide`).toBeGreaterThanOrEqual(0);
      expect(contrast(colours[0] ?? "", colours[1] ?? ""), `${words}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});
