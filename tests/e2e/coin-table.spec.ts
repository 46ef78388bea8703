import type { Page } from "@playwright/test";
import {
  choose,
  expect,
  expectCanonical,
  expectLink,
  HTML_ONLY,
  openHydrated,
  SCRIPT_ONLY,
  test,
} from "./site-test";

const TABLE = "/coins?currency=usd&page=1&view=table&order=market_cap_desc";

function rows(page: Page) {
  return page.getByRole("table").getByRole("row");
}

function row(page: Page, name: string) {
  return rows(page).filter({ has: page.getByRole("rowheader", { name }) });
}

/** Expects these names, in this order. */
async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  await expect(page.getByRole("rowheader")).toContainText([...names]);
}

function columnHeader(page: Page, name: string) {
  return page.getByRole("columnheader", { name, exact: true });
}

/** Follows the link of a column, which then says that it is sorted in this direction, if one is expected. */
async function sortBy(page: Page, name: string, direction?: "ascending" | "descending"): Promise<void> {
  await columnHeader(page, name).getByRole("link").click();
  if (direction) await expect(columnHeader(page, name)).toHaveAttribute("aria-sort", direction);
}

test("the form switches the list to a table, and back to cards", SCRIPT_ONLY, async ({ page }) => {
  await page.goto("/coins?currency=usd&page=3");
  await expect(page.getByRole("radio", { name: "cards" })).toBeChecked();
  await choose(page, "table");
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.getByRole("radio", { name: "usd" })).toBeChecked();
  await expect(page.getByRole("button", { name: "3", exact: true })).toHaveAttribute("aria-current", "page");
  await expectCanonical(page, "/coins?currency=usd&page=3&view=table&order=market_cap_desc");
  await choose(page, "cards");
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectCanonical(page, "/coins?currency=usd&page=3");
  await page.goBack();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.getByRole("radio", { name: "table" })).toBeChecked();
  // Another currency and another page keep the order and the sort.
  await page.goto("/coins?currency=usd&page=3&view=table&order=volume_asc&sort=name_desc");
  await choose(page, "eur");
  await expect(row(page, "Ethereum")).toContainText("€2,161.20");
  await expect(columnHeader(page, "Coin")).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("button", { name: "12", exact: true }).click();
  await expect(page.getByRole("button", { name: "12", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL("/coins?currency=eur&page=12&view=table&order=volume_asc&sort=name_desc");
  await expectLink(
    page,
    /Next page/,
    "/coins?currency=eur&page=13&view=table&order=volume_asc&sort=name_desc",
  );
});

test("a row shows rank, coin, price, changes, capitalisation, volume, week", HTML_ONLY, async ({ page }) => {
  await page.goto(TABLE);
  await expect(rows(page)).toHaveCount(11);
  await expect(row(page, "Bitcoin").getByRole("cell")).toHaveText([
    /^Watch Bitcoin\s*1$/,
    "$64,668.50",
    /^up 0\.50\s%$/,
    /^down 4\.38\s%$/,
    /^down 3\.75\s%$/,
    "$1.28T ($1,280,000,000,000)",
    "$3.88B ($3,875,000,000)",
    "down",
  ]);
  await expect(row(page, "Worthless").getByRole("cell").nth(2)).toHaveText(/^unchanged: 0\.00\s%$/);
  await expect(row(page, "Unpriced").getByRole("cell")).toHaveText([/NA$/, ...Array(7).fill("NA")]);
  // Some readers skip text without a size.
  await expect(page.getByText("$1,280,000,000,000")).not.toHaveCSS("font-size", "0px");
  await expect(page.getByTitle("$1,280,000,000,000")).toHaveText("$1.28T");
  await expect(row(page, "Bitcoin").getByRole("link")).toHaveAttribute("href", "/coin/bitcoin?currency=usd");
  // A week's line has the colour of its change, if there are prices.
  const line = (name: string) => row(page, name).getByRole("cell").last().locator("svg");
  await expect(line("Bitcoin")).toHaveAttribute("aria-hidden", "true");
  const down = await line("Bitcoin").evaluate((svg) => getComputedStyle(svg).color);
  const up = await line("1Move Token").evaluate((svg) => getComputedStyle(svg).color);
  expect(down).not.toBe(up);
  await expect(line("Dust").locator("path")).toHaveAttribute("d", /^M0 6l\d+ 0( \d+ 0)+$/);
  await expect(line("Unpriced")).toHaveCount(0);
  // Cards have it, too, now that it is known, and a place for it where it is not.
  await page.goto("/coins?currency=usd&page=78");
  const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(card("Bitcoin").locator("svg.week")).toHaveCSS("color", down);
  await expect(card("Unpriced").locator("svg.week")).toHaveCount(0);
  await expect(card("Unpriced").getByRole("link")).toBeVisible();
});

test("headers sort the page in both directions, missing values last", SCRIPT_ONLY, async ({ page }) => {
  await page.goto(TABLE.replace("page=1", "page=4"));
  await expect(columnHeader(page, "Market cap")).toHaveAttribute("aria-sort", "descending");
  await sortBy(page, "Price");
  await expect(page).toHaveURL("/coins?currency=usd&page=4&view=table&order=market_cap_desc&sort=price_desc");
  await expect(columnHeader(page, "Price")).toHaveAttribute("aria-sort", "descending");
  await expect(page.locator("[aria-sort]")).toHaveCount(1);
  const priced = ["Giant", "Bitcoin", "Ethereum", "A Fund", "Hidden", "1Move", "Pepe", "Dust", "Worth"];
  await expectNames(page, [...priced, "Unpriced"]);
  await sortBy(page, "Price", "ascending");
  await expectNames(page, [...priced.toReversed(), "Unpriced"]);
  await sortBy(page, "Coin", "ascending");
  await expectNames(page, [...priced, "Unpriced"].toSorted());
  await sortBy(page, "Change in 24h", "descending");
  await expect(row(page, "Giant").getByRole("cell").nth(3)).toHaveText("NA");
  await expect(page.getByRole("rowheader").last()).toContainText(/Unpriced|Hidden|Giant/);
  await page.goBack();
  await expect(columnHeader(page, "Coin")).toHaveAttribute("aria-sort", "ascending");
  await expectNames(page, ["1Move", "A Fund", "Bitcoin"]);
});

test("a second press on the same spot of a header reverses the order", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [path, name] of [
    [TABLE, "Change in 1h"],
    [null, "Volume (24h)"],
    ["/exchanges?view=table", "Country"],
  ] as const) {
    if (path !== null) await openHydrated(page, path, javaScriptEnabled);
    const header = columnHeader(page, name);
    // As far aside as it must be.
    await header.evaluate((cell) => {
      const region = cell.closest("section");
      const end = region?.getBoundingClientRect().right ?? 0;
      if (region) region.scrollLeft += cell.getBoundingClientRect().right - end + 1;
    });
    const box = await header.getByRole("link").boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) * 0.7, (box?.y ?? 0) + 4];
    await page.mouse.click(x, y);
    await expect(header).toHaveAttribute("aria-sort", /./);
    const first = await header.getAttribute("aria-sort");
    await page.mouse.click(x, y);
    await expect(header).not.toHaveAttribute("aria-sort", first ?? "");
    await expect(header).toHaveAttribute("aria-sort", /./);
  }
});

test(
  "a table never widens the page, keeps rank, coin and headers in sight, and is printed whole",
  HTML_ONLY,
  async ({ page }) => {
    await page.goto("/coins?currency=inr&view=table");
    const region = page.getByRole("region", { name: /All coins/ });
    for (const [width, names] of [
      [320, []],
      [360, ["#", "Coin", "Price", "Change in 1h"]],
      [768, []],
      [1100, []],
      [1280, ["#", "Coin", "Price", "Last 7 days"]],
    ] as const) {
      await page.setViewportSize({ width, height: 500 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await region.evaluate((element) => element.scrollTo({ left: 0 }));
      await rows(page).nth(10).scrollIntoViewIfNeeded();
      for (const name of names) {
        await expect(columnHeader(page, name)).toBeInViewport({ ratio: 0.9 });
        const isInFront = await columnHeader(page, name).evaluate((cell) => {
          const { left, top, width, height } = cell.getBoundingClientRect();
          return cell.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
        expect(isInFront, `${name}, ${width} px wide`).toBe(true);
      }
      await page.evaluate(() => window.scrollTo(0, 0));
      await region.evaluate((element) => element.scrollTo({ left: 10_000 }));
      await expect(rows(page).nth(1).getByRole("cell").first()).toBeInViewport({ ratio: 0.9 });
      await expect(rows(page).nth(1).getByRole("rowheader")).toBeInViewport({ ratio: 0.9 });
      await expect(rows(page).nth(1).getByRole("cell").last()).toBeInViewport({ ratio: 0.9 });
    }
    await page.goto("/coins?currency=usd&view=table");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize({ width: 700, height: 1000 });
    await expect(region).toHaveCSS("overflow-x", "visible");
    await expect(rows(page).nth(1).getByRole("cell").last()).toBeInViewport({ ratio: 0.9 });
  },
);

test.describe("with the prices of a usual market", () => {
  test.use({ site: "sample" });

  test("on a phone, prices and changes are seen without scrolling sideways", HTML_ONLY, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const currency of ["inr", "usd"]) {
      await page.goto(`/coins?currency=${currency}&view=table`);
      const region = page.getByRole("region", { name: /All coins/ });
      const end = await region.evaluate((element) => element.getBoundingClientRect().right);
      for (const cell of [1, 2]) {
        const right = await row(page, "Bitcoin")
          .getByRole("cell")
          .nth(cell)
          .evaluate((element) => element.getBoundingClientRect().right);
        expect(right, `${currency}, cell ${cell}`).toBeLessThanOrEqual(end);
      }
    }
    // So are exchange, pair and price of a coin's markets.
    await page.goto("/coin/bitcoin/markets?currency=inr");
    const rightOf = (element: Element) => element.getBoundingClientRect().right;
    const end = await page.getByRole("region").evaluate(rightOf);
    const ends = await page
      .locator("tbody td:nth-of-type(2)")
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(ends.length).toBeGreaterThan(9);
    expect(Math.max(...ends)).toBeLessThanOrEqual(end);
  });
});
