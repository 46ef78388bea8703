import type { Page } from "@playwright/test";
import { expect, HTML_ONLY, test } from "./site-test";

/** Asserts that nothing covers a control of the header, that its links are in one line, and that the page is no wider than the screen. */
async function expectUsableHeader(page: Page): Promise<void> {
  const header = await page.evaluate(() => {
    const isInFront = (control: Element) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    const links = [...document.querySelectorAll('nav[aria-label="Main"] a')];
    const controls = [...document.querySelectorAll("nav[aria-label=Main] a, header button[value=dark]")];
    return {
      controls: controls.length,
      covered: controls.filter((control) => !isInFront(control)).map(({ textContent }) => textContent),
      lines: new Set(links.map((link) => link.getBoundingClientRect().top)).size,
      overhang: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    };
  });
  expect(header).toEqual({ controls: 4, covered: [], lines: 1, overhang: 0 });
  await expect(page.getByRole("button", { name: "Switch to dark mode" })).toBeInViewport({ ratio: 1 });
}

/** Pages, with the widths of their screens. */
const LETTERS = [
  ["/convert", [360, 414, 960, 1280]],
  ["/", [360]],
  ["/coins", [360]],
  ["/coin/bitcoin", [360]],
  ["/exchanges", [360]],
  ["/watchlist", [360]],
  ["/watchlist?edit=amounts", [360]],
] as const;

test("larger letters cover no control of the header on any screen", HTML_ONLY, async ({ page, baseURL }) => {
  await page
    .context()
    .addCookies([{ name: "watchlist", value: "bitcoin:0.5/ethereum:2", url: baseURL ?? "" }]);
  const browser = await page.context().newCDPSession(page);
  for (const size of [20, 24, 32]) {
    await browser.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
    for (const [path, widths] of LETTERS) {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 });
        await test.step(`${path}, letters of ${size} px, ${width} px wide`, () => expectUsableHeader(page));
      }
    }
  }
});

test("the static chart has a height in browsers without aspect-ratio", HTML_ONLY, async ({ page }) => {
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

  test("the converter's main button has a border", HTML_ONLY, async ({ page }) => {
    await page.goto("/convert");
    await expect(page.getByRole("button", { name: "Convert", exact: true })).toHaveCSS("border-width", "1px");
    // The search of a phone shows its icon alone.
    await page.setViewportSize({ width: 360, height: 740 });
    const field = page.getByRole("search", { name: "Search coins" }).getByRole("textbox");
    expect(await field.evaluate((input) => getComputedStyle(input, "::placeholder").opacity)).toBe("0");
  });
});

test("the home page's text is readable without its gradient", HTML_ONLY, async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".hero-screen")).toHaveCSS("background-color", "rgb(13, 11, 26)");
});
