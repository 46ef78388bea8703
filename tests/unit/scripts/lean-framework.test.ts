import { readFile } from "node:fs/promises";
import { type Plugin, parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { leanFramework } from "../../../scripts/lean-framework.mjs";
import { reactModules } from "../../../scripts/react-modules.mjs";

const FILES = [
  "@remix-run/router/dist/router.js",
  "react-router/dist/index.js",
  "react-router-dom/dist/index.js",
  ...["browser", "components", "fog-of-war", "routes"].map(remix),
  remix("scroll-restoration"),
];

describe("the browser's part of Remix", () => {
  it("has in the installed version all that the list changes, and stays a module", async () => {
    const plugin = leanFramework();
    for (const file of FILES) expect(parseAst(await transformed(plugin, file))).toBeTruthy();
    expect(() => call(plugin.buildEnd)).not.toThrow();
  });

  it("stops the build when what the list changes is no longer there", async () => {
    const plugin = leanFramework();
    for (const file of FILES) await transformed(plugin, file, "function checkFogOfWar(", "function f(");
    expect(() => call(plugin.buildEnd)).toThrow(/no longer there: checkFogOfWar$/);
  });

  it("was written for the versions that are installed", () => {
    expect(() => call(leanFramework().buildStart)).not.toThrow();
  });
});

describe("React as modules", () => {
  it.each([
    ["react/cjs/react.production.min.js", ["useState", "useId", "memo", "startTransition"]],
    ["react/cjs/react-jsx-runtime.production.min.js", ["Fragment", "jsx", "jsxs"]],
    ["react-dom/cjs/react-dom.production.min.js", ["flushSync", "hydrateRoot"]],
    ["scheduler/cjs/scheduler.production.min.js", ["unstable_now", "unstable_scheduleCallback"]],
  ])("%s exports what it exported", async (file, names) => {
    const module = await transformed(reactModules(), file);
    const [, exported = ""] = /\nexport\{(.+)\};$/.exec(module) ?? [];
    expect(exported.split(",").map((each) => each.split(" as ")[1])).toEqual(expect.arrayContaining(names));
    expect(module).not.toMatch(/\b(?:exports|require)\b[.(]/);
    expect(parseAst(module)).toBeTruthy();
  });
});

function remix(name: string): string {
  return `@remix-run/react/dist/esm/${name}.js`;
}

/** Transforms an installed file as the build does, after a change of it. */
async function transformed(plugin: Plugin, file: string, search = "", replacement = ""): Promise<string> {
  const code = await readFile(`node_modules/${file}`, "utf8");
  const result: unknown = await call(
    plugin.transform,
    code.replace(search, replacement),
    `/site/node_modules/${file}`,
  );
  return result !== null && typeof result === "object" && "code" in result ? String(result.code) : code;
}

/** Calls a hook of a plugin as Rollup does. */
function call(hook: unknown, ...parameters: unknown[]): unknown {
  if (typeof hook !== "function") throw new Error("no such hook");
  return hook.apply({ parse: parseAst }, parameters);
}
