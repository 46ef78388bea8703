import { describe, expect, it } from "vitest";
import { BROWSER, startSiteBehindNginx } from "./site-behind-nginx";
import { type Answer, postForm, visit, visitUntilCached } from "./visitor";

const served = await startSiteBehindNginx();

describe("the colour mode", () => {
  it("of one visitor is never seen by another, in whatever order they come", async () => {
    const paths = [
      "/coins?currency=inr&page=9",
      "/coins?page=9",
      "/coin/bitcoin?currency=inr&range=24h",
      "/",
      "/exchanges",
      "/coins.data?currency=inr&page=9",
    ];
    const modes = [null, "dark", "light"] as const;
    const visits = Array.from({ length: 10 }, () =>
      paths.flatMap((path) => modes.map((mode) => visitInMode(path, mode))),
    ).flat();
    const changes = modes
      .filter((mode) => mode !== null)
      .map(async (mode) => ({ mode, answer: await postMode(mode) }));
    for (const { path, mode, answer } of await Promise.all(visits)) {
      expect(answer.status).toBe(200);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      if (!path.includes(".data"))
        expect(/<html[^>]* data-theme="(\w+)"/.exec(answer.text)?.[1] ?? null).toBe(mode);
      expect(String(answer.headers["cache-control"]).startsWith(mode === null ? "public" : "private")).toBe(
        true,
      );
    }
    for (const { mode, answer } of await Promise.all(changes))
      expect(answer.headers["set-cookie"]?.[0]).toMatch(new RegExp(`^colour-mode=${mode};`));
  });

  it("is the only cookie that the cache depends on", async () => {
    await visitUntilCached(served.edge.url, "/coins?currency=inr&page=11");
    for (const cookie of ["session=1", "colour-mode=purple", "x=colour-mode=dark", "colour-mode=darker"]) {
      const answer = await visit(served.edge.url, "/coins?currency=inr&page=11", { headers: { cookie } });
      expect([cookie, answer.cache]).toEqual([cookie, "HIT"]);
    }
  });

  it("is changed through nginx, and the visitor is redirected to the page", async () => {
    const answer = await postMode("dark");
    expect([answer.status, answer.headers["location"]]).toEqual([303, "/coins?page=2"]);
    const data = await postMode("light", "/colour-mode.data");
    expect(data.status).toBe(202);
    expect(data.headers["set-cookie"]?.[0]).toMatch(/^colour-mode=light;/);
  });

  it("has its own pages in the cache, which are private to other caches", async () => {
    const path = "/coins?currency=inr&page=12";
    await visit(served.edge.url, path, { headers: BROWSER });
    const headers = { ...BROWSER, cookie: "colour-mode=dark" };
    const first = await visit(served.edge.url, path, { headers });
    expect(first.cache).toBe("MISS");
    const kept = await visitUntilCached(served.edge.url, path, { headers });
    expect(kept.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
    expect(kept.text).toContain('data-theme="dark"');
    const tag = kept.headers["etag"] ?? "";
    const known = await visit(served.edge.url, path, { headers: { ...headers, "if-none-match": tag } });
    expect([known.status, known.cache]).toEqual([304, "HIT"]);
  });
});

async function visitInMode(path: string, mode: "dark" | "light" | null) {
  const headers = mode === null ? BROWSER : { ...BROWSER, cookie: `other=1; colour-mode=${mode}` };
  return { path, mode, answer: await visit(served.edge.url, path, { headers }) };
}

function postMode(mode: "dark" | "light", path = "/colour-mode"): Promise<Answer> {
  return postForm(served.edge.url, path, { mode, returnTo: "/coins?page=2" });
}
