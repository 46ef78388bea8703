import { expect, test } from "./site-test";

test.use({ site: "sample" });

const PAGES = ["/", "/coins?currency=usd&page=2", "/coin/bitcoin?currency=usd", "/exchanges"];

for (const path of PAGES) {
  test(`${path} may be kept by any cache while its data are fresh, and revalidated with its ETag`, async ({
    request,
  }) => {
    // The sample market, and so the page, changes at the start of each minute.
    await expect(async () => {
      const response = await request.get(path, { headers: { "accept-encoding": "br" } });
      expect(response.headers()["cache-control"]).toMatch(
        /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=\d+$/,
      );
      expect(response.headers()["vary"]).toBe("Cookie, Accept-Encoding");
      const tag = response.headers()["etag"] ?? "";
      expect(tag).toMatch(/^"[\w-]{27}-br"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, tag.replace("-br", ""), "*"]) {
        const again = await request.get(path, { headers: { "if-none-match": known } });
        expect(again.status()).toBe(304);
        expect(again.headers()["cache-control"]).toContain("public");
        expect((await again.body()).byteLength).toBe(0);
      }
    }).toPass();
    const changed = await request.get(path, { headers: { "if-none-match": '"other"' } });
    expect(changed.status()).toBe(200);
  });

  test(`${path} answers HEAD like GET, without a body`, async ({ request }) => {
    const response = await request.head(path);
    expect(response.status()).toBe(200);
    expect(Number(response.headers()["content-length"])).toBeGreaterThan(1000);
    expect(response.headers()["etag"]).toBeDefined();
  });

  test(`${path} names its heaviest script in a header, ahead of the document`, async ({ request }) => {
    const response = await request.get(path);
    const inHeader = [...(response.headers()["link"] ?? "").matchAll(/<([^>]+)>; rel=modulepreload/g)];
    const inDocument = [...(await response.text()).matchAll(/<link rel="modulepreload" href="([^"]+)"/g)];
    const named = inHeader.map(([, script = ""]) => script);
    const scripts = [...new Set(inDocument.map(([, script = ""]) => script))];
    expect(scripts).toEqual(expect.arrayContaining(named));
    const sizes = await Promise.all(
      scripts.map(async (script) => Number((await request.get(script)).headers()["content-length"])),
    );
    expect(named).toContain(scripts[sizes.indexOf(Math.max(...sizes))]);
    // Each takes time that the first paint needs.
    expect(named.length).toBeLessThanOrEqual(3);
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
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(headers["permissions-policy"]).toContain("geolocation=()");
      expect(headers["cache-control"]).toMatch(/^public/);
      expect(headers["vary"]).toContain("Cookie");
      // The site is not configured for https.
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });

  test(`${path} in a chosen colour mode is kept by that visitor's browser only, and never mixed up with others`, async ({
    request,
  }) => {
    const seen = new Map<string, string>();
    for (const mode of ["", "dark", "light", "dark", "", "light"]) {
      const headers = mode === "" ? {} : { cookie: `colour-mode=${mode}; other=1` };
      const response = await request.get(path, { headers });
      const [, theme = ""] = /<html[^>]*data-theme="(\w+)"/.exec(await response.text()) ?? [];
      expect(theme).toBe(mode);
      expect(response.headers()["cache-control"]).toMatch(mode === "" ? /^public/ : /^private/);
      seen.set(mode, response.headers()["etag"] ?? "");
    }
    expect(new Set(seen.values()).size).toBe(3);
  });
}

test("neither a failed page nor its data may be cached", async ({ request }) => {
  for (const path of ["/coin/ghost", "/nowhere", "/coin/ghost.data", "/nowhere.data"]) {
    const response = await request.get(path);
    expect(response.status()).toBe(404);
    expect(response.headers()["cache-control"]).toBe("no-store");
  }
});

test("files with a hash in their name are cached for a year, others for an hour", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const [, hashed = ""] = /href="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  expect((await request.get(hashed)).headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  for (const path of ["/robots.txt", "/manifest.webmanifest"]) {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toBe("public, max-age=3600");
  }
});

test("no page contains a placeholder for a script to replace", async ({ request }) => {
  for (const path of PAGES) {
    const html = await (await request.get(path)).text();
    expect(html).not.toMatch(/<template|<div hidden|\$RC/);
  }
});

const SPELLINGS = {
  "/coins?currency=usd&page=2": [
    "/coins?page=2&currency=usd&spelling=1",
    "/coins?currency=USD&page=02",
    "/coins/?page=2&currency=usd&currency=eur",
    "/COINS?currency=usd&page=2",
    "/%63oins?currency=usd&page=2&_data=routes/coins",
  ],
  "/coin/bitcoin": [
    "/coin/bitcoin?spelling=1",
    "/coin/bitcoin?currency=inr&range=24H",
    "/coin/%62itcoin/?currency=gbp&range=2d",
  ],
  "/exchanges": ["/exchanges?spelling=1", "/exchanges?currency=gbp", "/Exchanges/"],
  "/": ["/?spelling=1", "/?index", "/?currency=INR"],
};

for (const [address, spellings] of Object.entries(SPELLINGS)) {
  test(`all spellings of ${address} are one page, rendered once`, async ({ request }) => {
    // The sample market, and so the page, changes at the start of each minute.
    await expect(async () => {
      const page = await request.get(address);
      const html = await page.text();
      expect(html).not.toContain("spelling=1");
      for (const spelling of spellings) {
        const response = await request.get(spelling);
        expect(response.headers()["x-cache-status"], spelling).toBe("HIT");
        expect(response.headers()["etag"], spelling).toBe(page.headers()["etag"]);
        expect(await response.text()).toBe(html);
      }
    }).toPass();
  });
}

test("a data response depends on the parsed parameters, and on the requested routes", async ({ request }) => {
  const data = async (query: string) => (await request.get(`/coins.data?currency=usd&page=5${query}`)).text();
  await expect(async () => {
    const ofPage = await data("&_routes=routes/coins");
    for (const query of ["&x=1&_routes=routes/coins", "&_routes=x,routes/coins"])
      expect(await data(query)).toBe(ofPage);
    const all = await data("");
    for (const query of ["&_routes=", "&_routes=x", "&_routes=routes/exchanges"])
      expect(await data(query)).toBe(all);
    expect(all).not.toBe(ofPage);
  }).toPass();
});

test("a page with another spelling of its address hydrates like any other", async ({ page }) => {
  await page.goto("/COINS/?page=02&spelling=1");
  await expect(page.getByRole("button", { name: "Show", exact: true })).toBeHidden();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL("/coins?currency=inr&page=3");
  await page.goBack();
  await expect(page.getByText("Page 2 of 132")).toBeVisible();
});
