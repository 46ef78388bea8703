import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const DOCUMENTS = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ...readdirSync("docs", { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

it.each(DOCUMENTS)("%s links to files and headings that exist", (document) => {
  const links = readFileSync(document, "utf8").matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)]+))?\)/g);
  const broken = [...links].filter(([, path = "", heading]) => {
    const target = path === "" ? document : join(dirname(document), path);
    return !existsSync(target) || (heading !== undefined && !anchorsOf(target).includes(heading));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

it("CONTRIBUTING names files that exist", () => {
  const paths = readFileSync("CONTRIBUTING.md", "utf8").match(
    /(?<=`)(?:app|docs|scripts|tests)\/[^`*…]+(?=`)/g,
  );
  expect(paths?.length).toBeGreaterThan(20);
  expect(paths?.filter((path) => !existsSync(path))).toEqual([]);
});

it("docs/settings.md and .env.example name the same settings", () => {
  const settings = readFileSync("docs/settings.md", "utf8").split("## Container image")[0];
  const documented = settings?.match(/(?<=^\| `)[A-Z_]+(?=`)/gm);
  const offered = readFileSync(".env.example", "utf8").match(/(?<=^#)[A-Z_]+(?==)/gm);
  // The last two are for `docker compose` alone.
  expect(offered?.toSorted()).toEqual([...(documented ?? []), "EDGE_PORT", "VALKEY_PASSWORD"].toSorted());
});

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): readonly string[] {
  const headings = readFileSync(path, "utf8").match(/(?<=^#+ ).+/gm) ?? [];
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
