import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, holdBack, hydrated, test } from "./site-test";

const ASSETS = "build/client/assets";

/** The contents of all files of a folder, and of those in it, whose names end so. */
function textsIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** The CSS variables that a text reads, without those whose name it puts together. */
function variablesRead(text: string): string[] {
  return [...text.matchAll(/var\(\s*(--[\w-]+)\s*[,)]/g)].map(([, name = ""]) => name);
}

/** The whole style sheet, of which each document brings what its page needs. */
const [SHEET = ""] = textsIn(ASSETS, /^app-.*\.css$/);

/** The style that a document brings. */
async function documentStyle(request: APIRequestContext, address: string): Promise<string> {
  const [, style = ""] = /<style[^>]*>(.*?)<\/style>/s.exec(await (await request.get(address)).text()) ?? [];
  return style;
}

for (const [what, texts] of [
  ["components", textsIn("app", /\.tsx?$/)],
  ["the built scripts, Highcharts among them", textsIn(ASSETS, /\.js$/)],
  ["the style sheet", []],
] as const) {
  test(`every colour and size that is read by ${what} is in the style sheet`, () => {
    const defined = new Set([...SHEET.matchAll(/(--[\w-]+)\s*:/g)].map(([, name = ""]) => name));
    const read = new Set([...texts, SHEET].flatMap(variablesRead));
    expect(read.size).toBeGreaterThan(2);
    expect([...read].filter((name) => !defined.has(name))).toEqual([]);
  });
}

test("every class of our source is in the style sheet", () => {
  const ours = textsIn("app/styles", /\.scss$/).flatMap((text) => [
    ...text.matchAll(/\.([a-z][a-z\d]*(?:-[a-z\d]+)+)(?=[^;{}]*\{)/g),
  ]);
  const names = new Set(ours.map(([, name = ""]) => name));
  expect(names.size).toBeGreaterThan(50);
  expect([...names].filter((name) => !SHEET.includes(`.${name}`))).toEqual([]);
});

/** Selectors of a style's rules that match something on the page, whatever is pointed at, focused or printed. */
function matchingSelectors(page: Page, style: string): Promise<string[]> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    const selectorsOf = (rule: CSSRule): string[] => {
      if (rule instanceof CSSStyleRule) return [rule.selectorText];
      return rule instanceof CSSGroupingRule ? [...rule.cssRules].flatMap(selectorsOf) : [];
    };
    const isThere = (selector: string) =>
      document.querySelector(
        selector.replace(/::[\w-]+|:(?:hover|active|focus(?:-visible|-within)?)/g, ":is(*)"),
      ) !== null;
    return [...new Set([...sheet.cssRules].flatMap(selectorsOf))].filter(isThere);
  }, style);
}

for (const address of [
  "/",
  "/coins",
  "/coins?view=table",
  "/coin/bitcoin",
  "/coin/ghost",
  "/coin/empty",
  "/exchanges",
  "/search",
  "/search?q=bit",
  "/search?q=bitxyzzy",
  "/watchlist",
  "/watchlist?ids=bitcoin,ghost",
  "/watchlist?ids=bitcoin&view=table",
  "/compare",
  "/compare?ids=bitcoin,ethereum&q=pepe",
  "/convert",
  "/convert?amount=x&from=nothing",
  "/nowhere",
]) {
  test(`the document of ${address} brings every rule that its page needs, and none of other pages`, async ({
    page,
    request,
  }) => {
    const style = await documentStyle(request, address);
    expect(style.length).toBeLessThan(0.8 * SHEET.length);
    await page.goto(address, { waitUntil: "networkidle" });
    const needed = await matchingSelectors(page, SHEET);
    expect(needed.length).toBeGreaterThan(50);
    const brought = await matchingSelectors(page, style);
    expect(needed.filter((selector) => !brought.includes(selector))).toEqual([]);
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(0);
  });
}

test("a page of the visitor's own list brings every rule that it needs", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "watchlist", value: "bitcoin", url: baseURL ?? "" }]);
  for (const address of ["/watchlist", "/watchlist?view=table"]) {
    await page.goto(address);
    const style = await page.locator("style#site-style").textContent();
    await expect(page.locator(".is-own")).toBeVisible();
    for (const name of ["own-actions", "list-controls", "is-own"]) expect(style).toContain(`.${name}`);
  }
});

for (const address of ["/exchanges", "/coin/ghost", "/nowhere"]) {
  test(`a page that the visitor goes on to from ${address} is shown when the rest of the style is there, which stays`, async ({
    page,
  }) => {
    const release = await holdBack(page, "**/app-*.css");
    await page.goto(address, { waitUntil: "networkidle" });
    const asked = page.waitForRequest("**/app-*.css");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await asked;
    await expect(page.locator(".loading")).toHaveAttribute("data-loading", "true");
    await expect(page.locator(".hero-screen")).toHaveCount(0);
    release();
    await expect(page.locator(".hero-screen")).toHaveCSS("display", "flex");
    await page.getByRole("link", { name: "Convert" }).click();
    await expect(page.locator(".convert-form")).toHaveCSS("display", "grid");
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(page.locator("main h1")).toBeVisible();
    if (address === "/exchanges") await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
  });
}

test("a page that stays where it is has no use for the rest of the style", async ({ page }) => {
  const sheets: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".css")) sheets.push(request.url());
  });
  await page.goto("/coins?currency=usd");
  await hydrated(page, true);
  await page.getByRole("radio", { name: "eur" }).check();
  await expect(page.getByText("€").first()).toBeVisible();
  await page.getByRole("radio", { name: "table" }).check();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.locator(".coin-table")).toHaveCSS("position", "relative");
  expect(sheets).toEqual([]);
});

test("a style sheet that is not ours may fail", async ({ page }) => {
  await page.goto("/coins", { waitUntil: "networkidle" });
  await page.route("**/not-ours.css", (route) => route.abort());
  let loads = 0;
  page.on("load", () => loads++);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const link = Object.assign(document.createElement("link"), {
          rel: "stylesheet",
          href: "/assets/not-ours.css",
        });
        link.addEventListener("error", resolve);
        document.head.append(link);
      }),
  );
  await page.getByRole("link", { name: "Exchanges", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Exchanges" })).toBeVisible();
  expect(loads).toBe(0);
});

test.describe("when the rest of the style cannot be had", () => {
  for (const [path, link, selector, display] of [
    ["/search?q=bit", "Exchanges", ".card-grid", "grid"],
    ["/coins", "Convert", ".convert-form", "grid"],
  ] as const) {
    test(`the page that the visitor goes on to from ${path} is loaded as a document, with its own`, async ({
      page,
    }) => {
      await page.route("**/app-*.css", (route) => route.abort());
      await page.goto(path, { waitUntil: "networkidle" });
      const loaded = page.waitForEvent("load");
      await page.getByRole("link", { name: link, exact: true }).click();
      await loaded;
      await expect(page.locator(selector)).toHaveCSS("display", display);
      await expect(page).not.toHaveURL(path);
    });
  }
});
