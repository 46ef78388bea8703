import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

test.each([
  ["components", "app", /\.tsx?$/],
  ["the built scripts, Highcharts included,", "build/client/assets", /\.js$/],
])("every CSS variable used by %s or the style sheet is defined there", async (_, folder, names) => {
  const html = await (await get("/coins")).text();
  const sheets = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet = ""]) => sheet);
  expect(sheets).toHaveLength(1);
  const sheet = sheets.join();
  const defined = new Set([...sheet.matchAll(/(--[\w-]+)\s*:/g)].map(([, name = ""]) => name));
  const read = new Set([...textsIn(folder, names), sheet].flatMap(variablesRead));
  expect(read.size).toBeGreaterThan(40);
  expect([...read].filter((name) => !defined.has(name))).toEqual([]);
});
