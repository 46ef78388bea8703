import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "./site-test";

/** Newer than the syntax of our scripts, so that a browser may parse them and lack one of these. */
const USED = [
  "AbortSignal.timeout",
  "Array.prototype.at",
  "Array.prototype.findLast",
  "Object.hasOwn",
  "ReadableStream.prototype.pipeThrough",
  "String.prototype.replaceAll",
  "TextEncoderStream",
  "TransformStream",
];

/** Calls of others, which no script may make without asking for them first. */
const UNUSED =
  /\.(findLastIndex|toSorted|toReversed|toSpliced|groupBy|fromAsync|withResolvers|canParse|randomUUID|requestSubmit|checkVisibility|throwIfAborted|isWellFormed|getOrInsert)\(|\b(structuredClone|TextDecoderStream|WeakRef|CompressionStream|scheduler\.yield)\b|Promise\.(any|try)\(|AbortSignal\.any\(/g;

const CHART_PAGE = "/coin/bitcoin?currency=usd";
const PAGES = ["/", CHART_PAGE, "/compare?ids=bitcoin,ethereum", "/coins?currency=usd"];

test.describe("a browser that parses the scripts but lacks a built-in that they use", () => {
  test.use({ expectedMessage: /is not (defined|a function|a constructor)|Cannot read properties/ });

  // At the same time, because each waits for its network to be idle.
  test("shows every page, and its plain forms work", async ({ context }) => {
    const visit = async (builtIn: string) => {
      const page = await context.newPage();
      await page.addInitScript(`delete ${builtIn.replace(/^(?=\w+$)/, "window.")}`);
      // Whether a page is hydrated is decided in one place, so one built-in is enough for all pages.
      for (const path of builtIn === USED[0] ? PAGES : ["/coins?currency=usd"]) {
        await page.goto(path, { waitUntil: "networkidle" });
        await expect(page.getByRole("heading", { level: 1 }), builtIn).toBeVisible();
        await expect(page.getByRole("contentinfo")).toBeVisible();
        await expect(page.getByRole("heading", { name: /Application Error/ })).toHaveCount(0);
      }
      // Only a page that is not hydrated has it.
      const button = page.getByRole("button", { name: "Show", exact: true });
      await expect(button, builtIn).toBeVisible();
      await page.getByRole("radio", { name: "eur" }).check();
      await button.click();
      await expect(page.getByRole("link", { name: /Ethereum/ })).toContainText("€");
    };
    await Promise.all(USED.map(visit));
  });
});

test("no script uses a newer built-in than those", () => {
  const folder = "build/client/assets";
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts)
    expect(readFileSync(`${folder}/${name}`, "utf8").match(UNUSED), name).toBeNull();
});

test.describe("when hydration fails outside of all error boundaries", () => {
  test.use({ expectedMessage: /./ });

  const refusals = [
    // Of the browser's history, of queries, and of what an effect of the layout listens to.
    "history.replaceState = () => { throw new Error('refused'); }",
    "window.URLSearchParams = function () { throw new Error('refused'); }",
    "window.addEventListener = () => { throw new Error('refused'); }",
  ];

  test("because the browser refuses something, the page stays as the server sent it", async ({ context }) => {
    const visit = async (refusal: string) => {
      const page = await context.newPage();
      await page.addInitScript(refusal);
      await page.goto("/coins?currency=usd", { waitUntil: "networkidle" });
      await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(10);
      await expect(page.getByRole("heading", { name: "Coins" })).toBeVisible();
      await page.getByRole("radio", { name: "eur" }).check();
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await expect(page.getByRole("link", { name: /Ethereum/ })).toContainText("€");
      // Hydration fails again.
      await page.waitForLoadState("networkidle");
      await page.getByRole("link", { name: /Bitcoin/ }).click();
      await expect(page.getByRole("heading", { name: /Bitcoin/, level: 1 })).toBeVisible();
    };
    await Promise.all(refusals.map(visit));
  });
});
