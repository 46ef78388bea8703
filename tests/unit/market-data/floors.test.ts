import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";

const FOLDER = "app/services/market-data";

/** From below: each floor imports from those before it, and the files beside the folders from all of them. */
const FLOORS = ["policy", "source", "store", "gate", "memory", "."];

/** The paths that a file imports. */
function importsOf(file: string): readonly string[] {
  return [...readFileSync(file, "utf8").matchAll(/from "([^"]+)"/g)].map(([, path = ""]) => path);
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

/** The imports between floors, such as `gate/gate.server.ts → policy/failure.server`, with the floors of both. */
function arrows() {
  return filesIn(FOLDER).flatMap((file) => {
    const paths = importsOf(join(FOLDER, file))
      .filter((path) => path.startsWith("."))
      .map((path) => normalize(join(file, "..", path)));
    return paths
      .filter((path) => !path.startsWith(".."))
      .map((path) => ({ text: `${file} → ${path}`, from: floorOf(file), to: floorOf(path) }));
  });
}

function floorOf(file: string): number {
  const [folder = ""] = file.split("/");
  return FLOORS.indexOf(file.includes("/") ? folder : ".");
}

test("each floor of market data imports only from those below it", () => {
  const found = arrows();
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ from, to }) => from === -1 || to === -1 || to > from)).toEqual([]);
});

test.each(["app/routes", "app/services/page-models", "app/services/exports", "app/services/pictures"])(
  "%s has market data from the door alone",
  (folder) => {
    const imports = filesIn(folder).flatMap((file) => importsOf(join(folder, file)));
    const ofMarketData = imports.filter((path) => path.includes("market-data/"));
    expect(new Set(ofMarketData)).toEqual(
      new Set(folder === "app/routes" ? [] : ["~/services/market-data/configured.server"]),
    );
  },
);
