import { describe, expect, test } from "vitest";
import { get } from "./page";

const site = "sample";

describe.each(["/", "/coins?currency=usd&page=2", "/coin/bitcoin?currency=usd", "/exchanges"])(
  "%s",
  (path) => {
    test("may be cached by any cache while its data are fresh, and has an ETag", async () => {
      const { headers } = await get(path, { site, headers: { "accept-encoding": "br" } });
      expect(headers.get("cache-control")).toMatch(
        /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=\d+$/,
      );
      expect(headers.get("vary")).toBe("Cookie, Accept-Encoding");
      expect(headers.get("etag")).toMatch(/^"[\w-]{27}-br"$/);
    });

    test("carries the security headers, and so do its data", async () => {
      const document = await get(path, { site });
      const policy = document.headers.get("content-security-policy") ?? "";
      const parts =
        "default-src 'self'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'";
      for (const part of parts.split("; ")) expect(policy).toContain(part);
      expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=')+;/);
      // By which the server finds its own scripts; caches would hand it to everyone.
      const html = await document.text();
      expect(html).not.toContain("nonce");
      // Nor a placeholder for a script to replace.
      expect(html).not.toMatch(/<template|<div hidden|\$RC/);
      expect(policy).not.toContain("unsafe");
      const [pathname, query = ""] = path.split("?");
      const data = await get(`${pathname === "/" ? "/_root" : pathname}.data?${query}`, { site });
      for (const { headers } of [document, data]) {
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
        expect(headers.get("permissions-policy")).toContain("geolocation=()");
        expect(headers.get("cache-control")).toMatch(/^public/);
        expect(headers.get("vary")).toContain("Cookie");
        // The site is not configured for https.
        expect(headers.has("strict-transport-security")).toBe(false);
      }
    });
  },
);

test.each(["/coin/ghost.data", "/exchange/ghost.data", "/coin/ghost/markets.data", "/ghost.data"])(
  "a visitor who opens %s gets a page, and a script its data",
  async (path) => {
    for (const [accept, type] of [
      ["text/html,*/*;q=0.8", "text/html; charset=utf-8"],
      ["*/*", "text/x-script"],
    ] as const) {
      const { status, headers } = await get(path, { headers: { accept } });
      expect([status, headers.get("content-type")]).toEqual([404, type]);
    }
  },
);

test.each([
  ["/?currency=usd", "allowed"],
  ["/coin/bitcoin?currency=usd", "allowed"],
  ["/exchanges", "allowed"],
  ["/search", "allowed"],
  ["/search?q=bit&all=1", null],
  ["/exchanges?q=coin", null],
  ["/compare?ids=bitcoin,ethereum&q=bit", null],
  ["/convert?amount=12&from=bitcoin&to=usd", null],
  ["/watchlist?ids=bitcoin:0.5", null],
  ["/watchlist", null],
  ["/coin/ghost", null],
])("browsers may keep %s for when there is no network: %s", async (path, allowed) => {
  expect((await get(path, { site })).headers.get("x-offline-copy")).toBe(allowed);
});

test.each(["/coin/ghost", "/nowhere", "/coin/ghost.data", "/nowhere.data"])(
  "%s, a failed page or its data, may not be cached",
  async (path) => {
    const response = await get(path, { site });
    expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
  },
);
