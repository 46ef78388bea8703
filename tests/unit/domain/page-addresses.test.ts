import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { knownPage } from "~/domain/addresses/canonical-address";
import { coinHref, coinPath, PAGES } from "~/domain/addresses/page-addresses";

it.each([
  ["bitcoin", "/coin/bitcoin"],
  ["1move token", "/coin/1move%20token"],
  ["under_score", "/coin/under_score"],
  ["比特币", "/coin/%E6%AF%94%E7%89%B9%E5%B8%81"],
  ["a/b", "/coin/a%2Fb"],
  ["what?currency=eur", "/coin/what%3Fcurrency%3Deur"],
  ["a#b", "/coin/a%23b"],
  ["100%", "/coin/100%25"],
  ["%2e%2e", "/coin/%252e%252e"],
])("addresses of the coin %j have its id in exactly one segment", (id, expected) => {
  const path = coinPath(id);
  expect(path).toBe(expected);

  const url = new URL(coinHref(id, "usd", "max"), "http://site.test");
  expect(url.pathname).toBe(path);
  const segments = url.pathname.split("/");
  expect(segments).toHaveLength(3);
  expect(decodeURIComponent(segments[2] ?? "")).toBe(id);
  expect([...url.searchParams]).toEqual([
    ["currency", "usd"],
    ["range", "max"],
  ]);
});

describe("the table of pages", () => {
  const routes = readdirSync("app/routes").map((file) => ({
    id: `routes/${file.replace(/\.tsx?$/, "")}`,
    source: readFileSync(`app/routes/${file}`, "utf8"),
  }));
  // A route with a component is a page, except the catch-all route, and the operator's page, which nobody keeps.
  const pages = routes.filter(
    ({ id, source }) => !["routes/$", "routes/status"].includes(id) && source.includes("export default "),
  );

  it("has one entry for each route file with a page, and no other", () => {
    expect(pages.length).toBeGreaterThan(3);
    expect(Object.values(PAGES).map(({ routeId }) => routeId)).toHaveLength(pages.length);
    expect(new Set(Object.values(PAGES).map(({ routeId }) => routeId))).toEqual(
      new Set(pages.map(({ id }) => id)),
    );
  });

  it.each(Object.values(PAGES))("has the path of its route file: $path", ({ routeId, path }) => {
    const segments = routeId.replace("routes/", "").replace("_index", "").split(".");
    // A `_` at the end keeps a route out of the one whose address it extends.
    const names = segments.map((segment) => segment.replace("$", ":").replace(/_$/, ""));
    expect(path).toBe(`/${names.join("/")}`);
  });

  it.each(Object.values(PAGES))("finds $path by its canonical address", ({ routeId, parse }) => {
    const { asked, address } = parse(new URLSearchParams("currency=usd&page=3&range=7d"), "a/b");
    const url = new URL(address, "http://site.test");
    expect(knownPage(url)).toMatchObject({ routeId, asked, address: url.pathname + url.search });
  });
});
