import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { expect, test } from "vitest";

test.each(["server/index.js", "doctor/doctor.js"])(
  "the built %s imports nothing but what `npm ci --omit=dev` installs",
  (file) => {
    const manifest: { dependencies: Record<string, string> } = JSON.parse(
      readFileSync("package.json", "utf8"),
    );
    const bundle = readFileSync(`build/${file}`, "utf8");
    const imported = [...bundle.matchAll(/(?:^(?:import|export)\b[^"';]*|\bimport\()["']([^"']+)["']/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => !name.startsWith(".") && !isBuiltin(name))
      .map((name) =>
        name
          .split("/")
          .slice(0, name.startsWith("@") ? 2 : 1)
          .join("/"),
      );
    expect(imported).toContain("valibot");
    expect([...new Set(imported)].filter((name) => !(name in manifest.dependencies))).toEqual([]);
  },
);
