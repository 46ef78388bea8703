import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGE_PATHS } from "../e2e/page-paths";
import { get } from "./page";

/** Returns the contents of all files in a folder, at any depth, whose names match. */
function textsIn(folder: string, names: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => names.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** Returns the CSS variables that a text uses without a fallback, except those whose names it builds. */
function variablesRead(text: string): string[] {
  return [...text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name = ""]) => name);
}

/** Returns the sheet that a document brings. */
function sheetIn(html: string): string {
  const sheets = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet = ""]) => sheet);
  expect(sheets).toHaveLength(1);
  return sheets.join();
}

const htmlOf = async (path: string) => (await get(path, { headers: { cookie: "watchlist=bitcoin" } })).text();

const classesIn = (sheet: string) =>
  new Set([...sheet.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));

/** Sheets of single pages, as files for who opens them by a script. */
const pageSheets = () => textsIn("build/client/assets", /\.css$/);

test.each([
  ["components", "app", /\.tsx?$/],
  ["the built scripts, Highcharts included,", "build/client/assets", /\.js$/],
])("every CSS variable used by %s or a style sheet is defined there", async (_, folder, names) => {
  const sheet = [sheetIn(await htmlOf("/coins")), ...pageSheets()].join();
  const defined = new Set([...sheet.matchAll(/(--[\w-]+)\s*:/g)].map(([, name = ""]) => name));
  const read = new Set([...textsIn(folder, names), sheet].flatMap(variablesRead));
  expect(read.size).toBeGreaterThan(40);
  expect([...read].filter((name) => !defined.has(name))).toEqual([]);
});

test("the sheet of a single page is in that page's documents, and has no rule that another page needs", async () => {
  const common = classesIn(sheetIn(await htmlOf("/about")));
  const own = pageSheets().map((sheet) => ({ sheet, classes: classesIn(sheet) }));
  const brought: string[] = [];
  for (const path of PAGE_PATHS) {
    const html = await htmlOf(path);
    const used = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" "));
    const sheet = sheetIn(html);
    for (const page of own) {
      if (sheet.endsWith(page.sheet.trim())) brought.push(path);
      else
        expect(
          used.filter((name) => page.classes.has(name) && !common.has(name)),
          path,
        ).toEqual([]);
    }
  }
  expect(brought).toEqual(["/map", "/watchlist", "/compare", "/convert", "/coin/bitcoin/past"]);
});
