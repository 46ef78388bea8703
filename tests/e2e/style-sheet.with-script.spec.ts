import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./site-test";

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

/** Returns the style sheet in the document of a page. */
async function styleSheet(request: APIRequestContext, address: string): Promise<string> {
  const html = await (await request.get(address)).text();
  const sheets = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet = ""]) => sheet);
  expect(sheets).toHaveLength(1);
  return sheets.join();
}

for (const [what, folder, names] of [
  ["components", "app", /\.tsx?$/],
  ["the built scripts, Highcharts included,", "build/client/assets", /\.js$/],
] as const) {
  test(`every CSS variable used by ${what} or the style sheet is defined there`, async ({ request }) => {
    const sheet = await styleSheet(request, "/coins");
    const defined = new Set([...sheet.matchAll(/(--[\w-]+)\s*:/g)].map(([, name = ""]) => name));
    const read = new Set([...textsIn(folder, names), sheet].flatMap(variablesRead));
    expect(read.size).toBeGreaterThan(40);
    expect([...read].filter((name) => !defined.has(name))).toEqual([]);
  });
}
