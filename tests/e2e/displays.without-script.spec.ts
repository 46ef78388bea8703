import type { Page } from "@playwright/test";
import { PAGE_PATHS } from "./page-paths";
import { expect, keep, sampleTest, test } from "./site-test";

/**
 * Asserts that nothing covers a control of the header, that its links are in one line, that no word of the title is broken, and
 * that the page is no wider than the screen.
 */
async function expectUsableHeader(page: Page): Promise<void> {
  const header = await page.evaluate(() => {
    // The row of links scrolls sideways, and holds on to the current one for a moment.
    document.querySelector<HTMLElement>(".site-bar")?.style.setProperty("scroll-snap-type", "none");
    const isInFront = (control: Element) => {
      control.scrollIntoView({ block: "nearest", inline: "center" });
      const { left, top, width, height } = control.getBoundingClientRect();
      return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    // A word that is broken in two has a box on each line.
    const isBroken = (text: Node, { index, 0: { length } }: RegExpExecArray) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + length);
      return range.getClientRects().length !== 1;
    };
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.querySelector("h1") ?? document, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      // For listeners alone.
      if ((text.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
      const words = [...(text.textContent ?? "").matchAll(/[^\s-]+/g)];
      broken.push(...words.filter((word) => isBroken(text, word)).map(([word]) => word));
    }
    const links = [...document.querySelectorAll('nav[aria-label="Main"] a')];
    const controls = [...document.querySelectorAll("nav[aria-label=Main] a, header button[value=dark]")];
    const covered = controls.filter((control) => !isInFront(control));
    return {
      controls: controls.length,
      covered: covered.map(({ textContent }) => textContent),
      broken,
      lines: new Set(links.map((link) => link.getBoundingClientRect().top)).size,
      overhang: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    };
  });
  expect(header).toEqual({ controls: 4, covered: [], broken: [], lines: 1, overhang: 0 });
  await expect(page.getByRole("button", { name: "Switch to dark mode" })).toBeInViewport({ ratio: 1 });
}

/** Pages that look different with other parameters. */
const VARIANTS = [
  "/coins?view=table",
  "/coins?list=gainers",
  "/exchanges?view=table",
  "/compare?ids=bitcoin,ethereum&q=cash",
  "/watchlist?edit=list",
  "/watchlist?ids=bitcoin:0.5,ethereum",
  "/search?q=bit",
  "/nowhere",
];

for (const [which, paths] of [
  ["page", PAGE_PATHS],
  ["page with other parameters", VARIANTS],
] as const) {
  test(`larger letters widen no ${which}, break no title and cover no control`, async ({ page, baseURL }) => {
    await keep(page, baseURL, "bitcoin:0.5/ethereum:2");
    const browser = await page.context().newCDPSession(page);
    for (const path of paths) {
      await page.goto(path);
      await page.setViewportSize({ width: 180, height: 370 });
      const sizes = await page
        .locator("h1")
        .evaluateAll((all) => all.map((h1) => getComputedStyle(h1).fontSize));
      expect(Math.min(...sizes.map(Number.parseFloat)), path).toBeGreaterThanOrEqual(20);
      for (const size of [20, 32]) {
        await browser.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
        for (const width of /^\/(convert|coins)$/.test(path)
          ? [320, 360, 414, 640, 960, 1280]
          : [320, 360, 640]) {
          await page.setViewportSize({ width, height: 740 });
          await test.step(`${path}, letters of ${size} px, ${width} px wide`, () => expectUsableHeader(page));
        }
      }
    }
  });
}

test("with letters of 200 %, no amount is broken, and none covers another", async ({ page, baseURL }) => {
  await keep(page, baseURL, "bitcoin:0.5@25000usd/ethereum:2");
  const browser = await page.context().newCDPSession(page);
  for (const path of [
    "/coin/bitcoin",
    "/compare?ids=bitcoin,ethereum",
    "/watchlist?ids=bitcoin:0.5",
    "/convert?amount=2.5&from=bitcoin&to=inr",
    "/coin/bitcoin/past?amount=100000000&every=month",
  ]) {
    await page.goto(path);
    for (const [size, width] of [
      [32, 320],
      [32, 360],
      [16, 180],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await browser.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
      const { broken, wide } = await page.evaluate(() => {
        const wide = document.documentElement.scrollWidth > window.innerWidth;
        const shown =
          ".figures dd, .portfolio strong, .holdings .is-value, .compare-figures td, .convert-outcome .title";
        const amounts = [...document.querySelectorAll(shown)];
        const broken = amounts.flatMap((amount) => {
          const texts = document.createTreeWalker(amount, NodeFilter.SHOW_TEXT);
          const found: string[] = [];
          for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
            for (const match of (text.textContent ?? "").matchAll(/[+−]?₹[\d,.]+/g)) {
              const range = document.createRange();
              range.setStart(text, match.index);
              range.setEnd(text, match.index + match[0].length);
              const { left, right } = range.getBoundingClientRect();
              const box = amount.getBoundingClientRect();
              const isCut = left < box.left - 1 || right > box.right + 1;
              const isSeen = text.parentElement?.closest(".for-listeners, .is-sr-only") === null;
              if (isSeen && (range.getClientRects().length > 1 || isCut)) found.push(match[0]);
            }
          return found;
        });
        return { broken, wide };
      });
      expect([path, width, wide, broken]).toEqual([path, width, false, []]);
    }
  }
});

sampleTest("links to markets are told from the words beside them by more than colour", async ({ page }) => {
  await page.goto("/coin/bitcoin/markets");
  const link = page.getByRole("region").getByRole("link").first();
  await expect(link).toHaveCSS("text-decoration-line", "underline");
});

test("the static chart has a height in browsers without aspect-ratio", async ({ page }) => {
  await page.route("**/coin/bitcoin", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replaceAll("aspect-ratio", "no-such-property");
    // The policy names the style by its hash.
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
  await page.goto("/coin/bitcoin");
  const box = await page.getByRole("img", { name: "Price in ₹" }).boundingBox();
  expect(box?.height).toBeGreaterThan(200);
});

test.describe("with forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  test("the converter's main button has a border", async ({ page }) => {
    await page.goto("/convert");
    await expect(page.getByRole("button", { name: "Convert", exact: true })).toHaveCSS("border-width", "1px");
    // The search of a phone shows its icon alone: its words begin where it ends.
    await page.setViewportSize({ width: 360, height: 740 });
    const field = page.getByRole("search", { name: "Search coins" }).getByRole("textbox");
    const isWordless = (input: Element) =>
      Number.parseFloat(getComputedStyle(input).textIndent) >= input.clientWidth;
    expect(await field.evaluate(isWordless)).toBe(true);
  });

  test("a chosen range has its change in the colour of its own words", async ({ page }) => {
    await page.goto("/watchlist?ids=bitcoin:1&currency=usd");
    const chosen = page.locator("main .segmented [aria-current]");
    const colour = await chosen.evaluate((link) => getComputedStyle(link).color);
    await expect(chosen.locator(".change")).toHaveCSS("color", colour);
  });
});

test("the home page's text is readable without its gradient", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".hero-screen")).toHaveCSS("background-color", "rgb(13, 11, 26)");
});

test("the link to the top is below the first screen and leads to the top", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 240 });
  await page.goto("/coins");
  const toTop = page.getByRole("link", { name: "Scroll to top" });
  await expect(toTop).not.toBeInViewport();
  await page.mouse.wheel(0, 400);
  await expect(toTop).toBeInViewport();
  await toTop.click();
  await expect(page.getByRole("heading", { name: "Coins" })).toBeInViewport();
});

test("the link to the top makes a page that ends above it no longer", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/coins");
  await expect(page.getByRole("link", { name: "Scroll to top" })).toBeAttached();
  const end = await page.getByRole("contentinfo").evaluate((footer) => footer.getBoundingClientRect().bottom);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(Math.round(end));
});
