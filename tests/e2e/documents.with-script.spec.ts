import { expect, follow, test } from "./site-test";

test.use({ site: "sample" });

const PAGES = ["/", "/coins?currency=usd&page=2", "/coin/bitcoin?currency=usd", "/exchanges"];

for (const path of PAGES) {
  test(`${path} may be kept by any cache while its data are fresh, and has an ETag`, async ({ request }) => {
    const response = await request.get(path, { headers: { "accept-encoding": "br" } });
    expect(response.headers()["cache-control"]).toMatch(
      /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=\d+$/,
    );
    expect(response.headers()["vary"]).toBe("Cookie, Accept-Encoding");
    expect(response.headers()["etag"]).toMatch(/^"[\w-]{27}-br"$/);
  });

  test(`${path} carries the security headers, and so do its data`, async ({ request }) => {
    const document = await request.get(path);
    const policy = document.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=')+;/);
    // By which the server finds its own scripts; caches would hand it to everyone.
    expect(await document.text()).not.toContain("nonce");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toContain("unsafe");
    const [pathname, query = ""] = path.split("?");
    const data = await request.get(`${pathname === "/" ? "/_root" : pathname}.data?${query}`);
    for (const { headers } of [document, data].map((response) => ({ headers: response.headers() }))) {
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
      expect(headers["permissions-policy"]).toContain("geolocation=()");
      expect(headers["cache-control"]).toMatch(/^public/);
      expect(headers["vary"]).toContain("Cookie");
      // The site is not configured for https.
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });
}

test("neither a failed page nor its data may be cached", async ({ request }) => {
  for (const path of ["/coin/ghost", "/nowhere", "/coin/ghost.data", "/nowhere.data"]) {
    const response = await request.get(path);
    expect(response.status()).toBe(404);
    expect(response.headers()["cache-control"]).toBe("no-store");
  }
});

test("no page contains a placeholder for a script to replace", async ({ request }) => {
  for (const path of PAGES) {
    const html = await (await request.get(path)).text();
    expect(html).not.toMatch(/<template|<div hidden|\$RC/);
  }
});

test("a page with another spelling of its address hydrates like any other", async ({ page }) => {
  await page.goto("/COINS/?page=02&spelling=1");
  await expect(page.getByRole("button", { name: "Show", exact: true })).toBeHidden();
  await follow(page.getByRole("link", { name: "Next page" }), "/coins?currency=inr&page=3");
  await page.goBack();
  await expect(page.getByText("Page 2 of 132")).toBeVisible();
});
