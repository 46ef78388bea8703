import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { expect, test } from "vitest";

test("the built server imports nothing but what `npm ci --omit=dev` installs", () => {
  const manifest: { dependencies: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
  const bundle = readFileSync("build/server/index.js", "utf8");
  const imported = [...bundle.matchAll(/(?:^(?:import|export)\b[^"';]*|\bimport\()["']([^"']+)["']/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !name.startsWith(".") && !isBuiltin(name))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  expect(imported).toContain("@remix-run/react");
  expect([...new Set(imported)].filter((name) => !(name in manifest.dependencies))).toEqual([]);
});
