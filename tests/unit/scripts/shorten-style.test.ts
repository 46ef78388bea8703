import { preprocessCSS, resolveConfig } from "vite";
import { describe, expect, it } from "vitest";
import { shortenStyle } from "../../../scripts/shorten-style.mjs";

describe("the style sheet's variables", () => {
  it("are written where they are read when they are constant, however many layers deep", async () => {
    expect(await shortened(":root { --a: var(--b); --b: 1px; } .x { top: calc(var(--a) - 2px); }")).toBe(
      ".x { top: calc(1px - 2px); }",
    );
  });

  it("stay when a condition or another rule declares them too", async () => {
    expect(
      await shortened(":root { --a: 1px; } @media print { :root { --a: 0; } } .x { top: var(--a); }"),
    ).toContain("top: var(--0)");
    expect(await shortened(".x { --a: 1px; top: var(--a); } .x.y { --a: 0; }")).toContain("top: var(--0)");
  });

  it("of a component are written into its own rules, but stay when others read them", async () => {
    expect(await shortened(".x { --a: 1px; } .x b, .x:hover { top: var(--a); }")).toBe(
      ".x b, .x:hover { top: 1px; }",
    );
    expect(await shortened(".x { --a: 1px; } .x, .y { top: var(--a); }")).toContain("top: var(--0)");
  });

  it("may read what changes with the colour mode, and nothing else that changes", async () => {
    const themes = ":root { --ink: black; } [data-theme=dark] { --ink: white; }";
    expect(await shortened(`${themes} .x { --a: var(--ink); color: var(--a); }`)).toContain(
      ".x { color: var(--0); }",
    );
    expect(await shortened(".x { --b: 1; --a: var(--b); top: var(--a); } .y { --b: 2; }")).toContain(
      "top: var(--1)",
    );
  });

  it("keep the names that scripts read, and their declarations", async () => {
    expect(await shortened(":root { --chart-line: red; } .x { color: var(--chart-line); }")).toBe(
      ":root { --chart-line:red; } .x { color: var(--chart-line); }",
    );
  });
});

/** Passes a sheet through the plugin as Vite does; white space and rules that have become empty do not count. */
async function shortened(css: string): Promise<string> {
  const plugins = [shortenStyle((name) => name.startsWith("--chart-"))];
  const config = await resolveConfig({ configFile: false, css: { postcss: { plugins } } }, "build");
  const { code } = await preprocessCSS(css, "sheet.css", config);
  return code
    .replace(/[\w.:]+ \{\s*\}/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
