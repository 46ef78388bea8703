import { readdirSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { RATE_LIMITED_PREFIX } from "../support/fake-upstream";
import { startSite } from "../support/site";
import { startNginx } from "./nginx.mjs";
import { BROWSER, startSiteBehindNginx } from "./site-behind-nginx";
import { visit, visitAtOnce, visitUntilCached } from "./visitor";

const served = await startSiteBehindNginx();

describe("a page", () => {
  it("is the same for two hundred concurrent visitors, and cached", async () => {
    const path = "/coins?currency=usd&page=3";
    const answers = await visitAtOnce(200, served.edge.url, path, { headers: BROWSER });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.toString("base64"))).size).toBe(1);
    // The page is complete up to `</html>`, with the data for hydration.
    expect(answers[0]?.text.includes("streamController.close()")).toBe(true);
    await visitUntilCached(served.edge.url, path, { headers: BROWSER });
    const reached = served.reached(path);
    await visitAtOnce(200, served.edge.url, path, { headers: BROWSER });
    expect(served.reached(path)).toBe(reached);
  });

  it("comes in an encoding that the visitor accepts, and is the same page in each", async () => {
    const path = "/coins?currency=eur&page=3";
    const plain = await visit(served.edge.url, path);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["br;q=1.0, gzip;q=0.8, *;q=0.1", "br"],
      ["br", "br"],
      ["gzip", "gzip"],
      ["gzip;q=0.5, br;q=0", "gzip"],
      ["br;q=0.000, gzip;q=0", undefined],
      ["zstd, compress", undefined],
      ["brotli, xgzip", undefined],
    ] as const) {
      const answer = await visit(served.edge.url, path, { headers: { "accept-encoding": accepted } });
      expect(answer.headers["content-encoding"], accepted).toBe(encoding);
      expect(answer.text).toBe(plain.text);
      expect(answer.headers["vary"]).toBe("Cookie, Accept-Encoding");
    }
    // Cached in brotli, gzip and uncompressed, whatever else the header says.
    for (const accepted of ["br", "gzip", ""])
      await visitUntilCached(served.edge.url, path, { headers: { "accept-encoding": accepted } });
    const reached = served.reached(path);
    for (const accepted of ["gzip, br", "gzip;q=0.5, br;q=0", "zstd"]) {
      const answer = await visit(served.edge.url, path, { headers: { "accept-encoding": accepted } });
      expect(answer.cache).toBe("HIT");
    }
    expect(served.reached(path)).toBe(reached);
  });

  it("answers HEAD without a body, and caches the whole page for the next GET", async () => {
    const path = "/coin/bitcoin?currency=inr&range=7d";
    const head = await visit(served.edge.url, path, { method: "HEAD", headers: BROWSER });
    const get = await visitUntilCached(served.edge.url, path, { headers: BROWSER });
    expect([head.status, head.body.length, get.status]).toEqual([200, 0, 200]);
    expect(get.text).toContain("</html>");
  });

  it("has the headers that the app gave it, each once", async () => {
    const cached = await visitUntilCached(served.edge.url, "/coins?currency=inr&page=5");
    const direct = await visit(served.site.url, "/coins?currency=inr&page=5");
    for (const name of [
      "cache-control",
      "content-security-policy",
      "x-content-type-options",
      "referrer-policy",
      "permissions-policy",
    ])
      expect(cached.headers[name], name).toBe(direct.headers[name]);
    expect(cached.headers["content-security-policy"]).toBeDefined();
  });

  it("is cached separately from its data for client-side navigations", async () => {
    const page = await visit(served.edge.url, "/coins?currency=inr&page=7");
    const data = await visit(served.edge.url, "/coins.data?currency=inr&page=7");
    const dataAgain = await visitUntilCached(served.edge.url, "/coins.data?currency=inr&page=7");
    expect(page.headers["content-type"]).toContain("text/html");
    expect(data.headers["content-type"]).toContain("text/x-script");
    expect(dataAgain.text).toBe(data.text);
  });
});

describe("a file", () => {
  it("with a hash in its name comes from the app once, compressed, and is fresh for a year", async () => {
    const page = await visit(served.edge.url, "/");
    const path = /href="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? "";
    await visitUntilCached(served.edge.url, path, { headers: BROWSER });
    const asked = served.reached(path);
    const cookie = "colour-mode=dark";
    const second = await visit(served.edge.url, path, { headers: { ...BROWSER, cookie } });
    expect([second.status, second.cache, served.reached(path)]).toEqual([200, "HIT", asked]);
    expect(second.headers["content-encoding"]).toBe("br");
    expect(second.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(second.headers["x-content-type-options"]).toBe("nosniff");
    expect(second.text).toBe((await visit(served.site.url, path)).text);
  });

  it("of the build or the icons is cached under any name", async () => {
    const files = [
      ...readdirSync("build/client/assets")
        .filter((name) => !/\.(?:br|gz)$/.test(name))
        .map((name) => `/assets/${name}`),
      ...readdirSync("public/icons").map((name) => `/icons/${name}`),
    ];
    expect(files.length).toBeGreaterThan(10);
    for (const path of files) expect((await visitUntilCached(served.edge.url, path)).status).toBe(200);
  });
});

describe("a failure", () => {
  it.each([
    ["/coin/ghost?currency=inr&range=24h", 404],
    ["/coins?currency=inr&page=13", 502],
    ["/nowhere", 404],
  ])("%s reaches the visitor unchanged, and is not cached", async (path, status) => {
    const first = await visit(served.edge.url, path, { headers: BROWSER });
    const second = await visit(served.edge.url, path, { headers: BROWSER });
    const direct = await visit(served.site.url, path, { headers: BROWSER });
    for (const answer of [first, second]) {
      expect([answer.status, answer.text]).toEqual([status, direct.text]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect(served.reached(path)).toBe(2);
  });

  it("of a service that rate-limits the site keeps its Retry-After", async () => {
    const rateLimited = await startSite({
      MARKET_DATA_URL: served.upstream.url.replace(/\/api\/v3$/, `${RATE_LIMITED_PREFIX}/api/v3`),
    });
    onTestFinished(() => rateLimited.stop());
    const itsEdge = await startNginx([rateLimited.url]);
    onTestFinished(() => itsEdge.stop());
    const answer = await visit(itsEdge.url, "/coins");
    expect([answer.status, answer.headers["cache-control"]]).toEqual([503, "no-store"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(60);
    expect(answer.text).toContain("</html>");
  });
});
