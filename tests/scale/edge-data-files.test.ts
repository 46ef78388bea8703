import { describe, expect, it } from "vitest";
import { BROWSER, startSiteBehindNginx } from "./site-behind-nginx";
import { visit, visitUntilCached } from "./visitor";

// A site that knows its address, so that it has a sitemap.
const { edge, reached } = await startSiteBehindNginx({ SITE_URL: "https://coins.example" });

const FOR_OTHER_SITES = [
  "/coin/bitcoin/history.csv?currency=usd&range=7d",
  "/coin/bitcoin/history.json?currency=usd&range=7d",
  "/coin/bitcoin/chart.svg?currency=usd&range=7d&mode=dark",
];

const OF_THE_SITE = [
  "/coin/bitcoin/preview.png?currency=usd&range=7d",
  "/coins/preview.png?currency=eur",
  "/preview.png",
  "/sitemap.xml",
  "/sitemap/1.xml",
  "/sitemap/2.xml",
  "/search.json?q=bit",
];

const PAGES = ["/search?q=bit&currency=usd", "/coin/bitcoin?currency=usd&range=7d"];

describe.each([...FOR_OTHER_SITES, ...OF_THE_SITE, ...PAGES])("%s at the edge", (path) => {
  it("comes from the app once, with an ETag, its age and all headers of the site", async () => {
    const cached = await visitUntilCached(edge.url, path, { headers: BROWSER });
    const asked = reached(path);
    const again = await visit(edge.url, path, { headers: BROWSER });
    expect([again.status, again.cache, reached(path)]).toEqual([200, "HIT", asked]);
    expect(again.text).toBe(cached.text);
    expect(Number(again.headers["age"])).toBeGreaterThanOrEqual(0);
    expect(again.headers["cache-control"]).toMatch(/^public, max-age=0, s-maxage=\d+/);
    expect(again.headers["x-content-type-options"]).toBe("nosniff");
    expect(again.headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(again.headers["permissions-policy"]).toContain("camera=()");
    expect(again.headers["x-accel-expires"]).toBeUndefined();
    const isOpen = FOR_OTHER_SITES.includes(path);
    expect(again.headers["access-control-allow-origin"]).toBe(isOpen ? "*" : undefined);
    expect(again.headers["cross-origin-resource-policy"]).toBe(isOpen ? "cross-origin" : undefined);
  });

  it("is a 304 for a client that has it, and has no body for HEAD, both from the cache", async () => {
    const { headers, body } = await visitUntilCached(edge.url, path, { headers: BROWSER });
    const asked = reached(path);
    const tag = headers["etag"] ?? "";
    expect(tag).toMatch(/^"[\w-]+"$/);
    const known = await visit(edge.url, path, { headers: { ...BROWSER, "if-none-match": tag } });
    expect([known.status, known.body.byteLength, known.headers["etag"]]).toEqual([304, 0, tag]);
    expect(known.headers["access-control-allow-origin"]).toBe(headers["access-control-allow-origin"]);
    const head = await visit(edge.url, path, { method: "HEAD", headers: BROWSER });
    expect([head.status, head.cache, head.body.byteLength]).toEqual([200, "HIT", 0]);
    expect(head.headers["content-length"]).toBe(String(body.byteLength));
    expect(reached(path)).toBe(asked);
  });
});

it.each(["history.csv", "history.json", "chart.svg", "preview.png"])(
  "%s of an unknown coin, or of one that cannot be fetched, is not cached",
  async (file) => {
    for (const [id, status] of [
      ["ghost", 404],
      ["half-broken", file === "preview.png" ? 503 : 502],
    ] as const) {
      const path = `/coin/${id}/${file}?currency=inr&range=24h${file === "chart.svg" ? "&mode=light" : ""}`;
      for (const times of [1, 2]) {
        const answer = await visit(edge.url, path);
        expect([answer.status, answer.headers["cache-control"]]).toEqual([status, "no-store"]);
        expect(answer.cache).not.toBe("HIT");
        expect(reached(path)).toBe(times);
      }
    }
  },
);
