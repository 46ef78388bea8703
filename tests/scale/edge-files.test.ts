import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BROWSER, startSiteBehindNginx } from "./site-behind-nginx";
import { visit, visitUntilCached } from "./visitor";

const served = await startSiteBehindNginx();

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
