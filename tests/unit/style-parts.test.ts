import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { styleOfRoute } from "~/components/site/style-parts";

const SOURCE = readFileSync("app/styles/app.scss", "utf8");
const NAMES = [...SOURCE.matchAll(/include part\("([\w-]+)"\)/g)].map(([, name = ""]) => name);
/** Routes with a page, and not with files or forms alone. */
const ROUTES = readdirSync("app/routes")
  .filter((file) => readFileSync(`app/routes/${file}`, "utf8").includes("export default function"))
  .map((file) => `routes/${file.replace(/\.tsx$/, "")}`);

describe("the style of a document", () => {
  it.each([
    [
      "as Sass writes it",
      "@supports (--part: cards) {\n.a { color: red }\n@media print { .a { color: #000 } }\n}",
    ],
    ["as the minifier does", "@supports (--part: cards){.a{color:red}@media print{.a{color:#000}}}"],
  ])("holds the parts of its page, %s, in their place", (_, part) => {
    const sheet = `.first{top:0}${part}@supports (--part: coin){.b{left:0}}.last{top:1px}`;
    const inside = part.slice(part.indexOf("{") + 1, -1);
    expect(styleOfRoute(sheet, "routes/coins")).toBe(`.first{top:0}${inside}.last{top:1px}`);
    expect(styleOfRoute(sheet, "routes/coin.$id")).toBe(".first{top:0}.b{left:0}.last{top:1px}");
    expect(styleOfRoute(sheet, "routes/search")).toBe(".first{top:0}.last{top:1px}");
  });

  it.each([undefined, "routes/of-tomorrow", "root"])("is whole for the route %s", (route) => {
    expect(styleOfRoute("a{}@supports (--part: new){b{}}", route)).toBe("a{}b{}");
  });

  it("is that of its page on every page", () => {
    expect(ROUTES.length).toBeGreaterThan(8);
    for (const route of ROUTES)
      expect([route, styleOfRoute("@supports (--part: of-nobody){b{}}", route)]).toEqual([route, ""]);
  });

  it("has no part that no page needs", () => {
    expect(NAMES.length).toBeGreaterThan(5);
    for (const name of NAMES) {
      const sheet = `@supports (--part: ${name}){b{}}`;
      expect([name, ROUTES.filter((route) => styleOfRoute(sheet, route) !== "").length]).not.toEqual([
        name,
        0,
      ]);
    }
  });

  it("stops where a part has no end", () => {
    expect(() => styleOfRoute("@supports (--part: cards){b{}", "routes/coins")).toThrow("has no end");
  });
});
