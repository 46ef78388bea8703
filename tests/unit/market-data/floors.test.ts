import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";

const FOLDER = "app/services/market-data";

/** From below: each floor imports from those before it, and the files beside the folders from all of them. */
const FLOORS = ["policy", "source", "store", "gate", "memory", "."];

/** The imports between floors, such as `gate/calls.server.ts → policy/failure.server`, with the floors of both. */
function arrows() {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return files.flatMap((file) => {
    const imports = readFileSync(join(FOLDER, file), "utf8").matchAll(/from "(\.[^"]+)"/g);
    const paths = [...imports].map(([, path = ""]) => normalize(join(file, "..", path)));
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
