import { contrast } from "./contrast";
import { choose, expect, HTML_ONLY, SCRIPT_ONLY, sampleTest, test } from "./site-test";

const MAP = "/map?currency=usd&period=24h";

test("a coin's field names its change and market cap, and leads to it", HTML_ONLY, async ({ page }) => {
  await page.goto(MAP);
  const fields = page.getByRole("list", { name: "Largest coins by market cap" }).getByRole("listitem");
  // The others are too small for their names, or have no known market cap.
  await expect(fields).toHaveCount(4);
  const bitcoin = fields.first().getByRole("link");
  await expect(bitcoin).toHaveAccessibleName("Bitcoin: −4.38 %, market cap $1.28T");
  await expect(bitcoin).toHaveAttribute("href", "/coin/bitcoin?currency=usd");
  await expect(fields.last().getByRole("link")).toHaveAccessibleName("5 more coins, as a table");
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
  await page.getByRole("link", { name: "As a table", exact: true }).click();
  await expect(page.getByRole("rowheader", { name: "Bitcoin" })).toBeVisible();
  await expect(page).toHaveURL("/coins?currency=eur&page=1&view=table&order=market_cap_desc");
});

sampleTest(
  "names and figures fit and stand out in both modes, on any screen",
  HTML_ONLY,
  async ({ page }) => {
    await page.goto(MAP);
    for (const [width, colorScheme] of [360, 768, 1280, 1920].flatMap((each) => [
      [each, "light"] as const,
      [each, "dark"] as const,
    ])) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const fields = await page.locator(".market-map a:visible").evaluateAll((all) =>
        all.map((field) => {
          const box = field.querySelector("rect")?.getBoundingClientRect() ?? new DOMRect();
          const lines = [...field.querySelectorAll("tspan")].filter((line) => line.checkVisibility());
          const right = Math.max(...lines.map((line) => line.getBoundingClientRect().right));
          const colours = [lines[0], field.querySelector("rect")].map(
            (each) => each && getComputedStyle(each).fill,
          );
          const texts = [...field.querySelectorAll("text")].filter((text) => text.checkVisibility());
          return {
            box: box.toJSON(),
            texts: texts.length,
            lines: lines.map((line) => line.textContent),
            right,
            colours,
          };
        }),
      );
      for (const { box, texts, lines, right, colours } of fields) {
        expect(texts, `${lines}`).toBeLessThanOrEqual(1);
        expect(right, `${lines}, ${width} px wide`).toBeLessThanOrEqual(box.right);
        const [letters, field] = colours;
        if (letters && field?.startsWith("rgb"))
          expect(contrast(letters, field), `${lines}`).toBeGreaterThanOrEqual(4.5);
        const room = (lines[0]?.length ?? 4) * 7.4 + 8;
        if (box.width >= Math.max(40, room) && box.height >= 30) expect(lines.length).toBeGreaterThan(1);
      }
      const named = fields.filter(({ lines }) => lines.length > 0);
      if (width !== 768) expect(named.length / fields.length).toBeGreaterThan(0.9);
      expect(named.length).toBeGreaterThan(width === 360 ? 15 : 20);
      const areas = fields.map(({ box }) => (box.width * box.height) / (width * 504));
      if (width === 360) expect(Math.max(...areas)).toBeLessThan(0.351);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    await expect(page.getByText("Bitcoin is drawn at 35 % of the map")).toBeVisible();
    await expect(page.getByRole("link", { name: /more coins, as a table/ })).toHaveAttribute(
      "href",
      /view=table/,
    );
    const strongest = page.getByRole("region", { name: "Strongest of these over 24h" });
    await expect(strongest.getByRole("listitem")).toHaveCount(5);
  },
);
