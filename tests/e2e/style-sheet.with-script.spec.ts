import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./site-test";

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

/** The style sheet that a page brings. */
async function receivedSheet(request: APIRequestContext): Promise<string> {
  const [, sheet = ""] = /<style[^>]*>(.*?)<\/style>/s.exec(await (await request.get("/")).text()) ?? [];
  return sheet;
}

for (const [what, texts] of [
  ["components", textsIn("app", /\.tsx?$/)],
  ["the built scripts, Highcharts among them", textsIn(ASSETS, /\.js$/)],
  ["the style sheet", []],
] as const) {
  test(`every colour and size that is read by ${what} is in the style sheet as received`, async ({
    request,
  }) => {
    const sheet = await receivedSheet(request);
    const defined = new Set([...sheet.matchAll(/(--[\w-]+)\s*:/g)].map(([, name = ""]) => name));
    const read = new Set([...texts, sheet].flatMap(variablesRead));
    expect(read.size).toBeGreaterThan(2);
    expect([...read].filter((name) => !defined.has(name))).toEqual([]);
  });
}

test("every class of our style sheets is in those that are received", async ({ request }) => {
  // The comparison has a sheet of its own beside the one that every page brings.
  const html = await (await request.get("/compare")).text();
  const [, own = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const sheet = (await receivedSheet(request)) + (await (await request.get(own)).text());
  const ours = textsIn("app/styles", /\.scss$/).flatMap((text) => [
    ...text.matchAll(/\.([a-z][a-z\d]*(?:-[a-z\d]+)+)(?=[^;{}]*\{)/g),
  ]);
  const names = new Set(ours.map(([, name = ""]) => name));
  expect(names.size).toBeGreaterThan(50);
  expect([...names].filter((name) => !sheet.includes(`.${name}`))).toEqual([]);
});
