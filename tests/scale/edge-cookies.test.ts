import { describe, expect, it } from "vitest";
import { BROWSER, startSiteBehindNginx } from "./site-behind-nginx";
import { type Answer, postForm, visit, visitUntilCached } from "./visitor";

const served = await startSiteBehindNginx();

function visitWith(path: string, cookie: string): Promise<Answer> {
  return visit(served.edge.url, path, { headers: { ...BROWSER, cookie: `other=1; ${cookie}` } });
}

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
    const cached = await visitUntilCached(served.edge.url, path, { headers });
    expect(cached.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
    expect(cached.text).toContain('data-theme="dark"');
    const tag = cached.headers["etag"] ?? "";
    const known = await visit(served.edge.url, path, { headers: { ...headers, "if-none-match": tag } });
    expect([known.status, known.cache]).toEqual([304, "HIT"]);
  });
});

const visitFrom = (path: string, currency: string) => visitWith(path, `currency=${currency}`);

it("a cached page without a currency is redirected to the visitor's last one, and stays cached for others", async () => {
  for (const path of ["/coins?page=31", "/exchanges", "/"]) {
    await visitUntilCached(served.edge.url, path, { headers: BROWSER });
    const { status, headers } = await visitFrom(path, "eur");
    expect([path, status, headers["cache-control"]]).toEqual([path, 302, "private, no-store"]);
    expect(headers["location"]).toContain("currency=eur");
    for (const cookie of ["usd'", "", "euro"])
      expect((await visitFrom(path, cookie)).headers["cache-control"]).toContain("public");
    expect((await visit(served.edge.url, path, { headers: BROWSER })).cache).toBe("HIT");
  }
});

it("a page with a currency comes from the cache, whatever the visitor chose last", async () => {
  const path = "/coins?currency=usd&page=32";
  await visitUntilCached(served.edge.url, path, { headers: BROWSER });
  expect((await visitFrom(path, "eur")).cache).toBe("HIT");
});

it("the default currency, chosen again, costs no page the cache: it takes its cookie away", async () => {
  const { headers } = await visit(served.edge.url, "/coins?currency=inr&page=34&before=usd", {
    headers: { cookie: "currency=usd" },
  });
  const [value] = headers["set-cookie"]?.[0]?.split(";") ?? [];
  expect(headers["set-cookie"]?.[0]).toBe("currency=; Path=/; Max-Age=0; SameSite=Lax");
  await visitUntilCached(served.edge.url, "/exchanges", { headers: BROWSER });
  const cookie = `${value}; other=1`;
  expect((await visit(served.edge.url, "/exchanges", { headers: { ...BROWSER, cookie } })).cache).toBe("HIT");
});

it("a choice without a script passes the cache, each time", async () => {
  for (const _ of [1, 2]) {
    const { status, headers } = await visit(served.edge.url, "/coins?currency=usd&page=33&before=inr");
    expect([status, headers["location"]]).toEqual([302, "/coins?currency=usd&page=33"]);
    expect(headers["set-cookie"]?.[0]).toMatch(/^currency=usd;/);
  }
});

it("a visitor's own watchlist is private and not cached, neither its page nor its data", async () => {
  for (const path of [
    "/watchlist",
    "/watchlist?currency=usd",
    "/watchlist?ids=&currency=usd",
    "/watchlist?currency=usd&edit=list",
    "/watchlist.data?currency=usd&_routes=routes%2Fwatchlist",
  ]) {
    for (const list of ["bitcoin", "pepe", "", "bitcoin", "%", "ethereum/pepe"]) {
      const { status, text, headers, cache } = await visitWith(path, `watchlist=${list}`);
      expect([path, list, status, headers["cache-control"]]).toEqual([path, list, 200, "private, no-store"]);
      expect(cache).toBe("MISS");
      // An empty list has nobody's coins: it offers the largest to everyone.
      const isEmpty = list === "" || list === "%";
      if (isEmpty) expect(text).toMatch(/Your watchlist is empty|\\?"list\\?",\[\]/);
      for (const id of isEmpty ? [] : ["bitcoin", "pepe", "ethereum"])
        expect(new RegExp(`/coin/${id}\\?|"${id}\\\\?"`).test(text), `${path} of ${list}: ${id}`).toBe(
          list.split("/").includes(id),
        );
    }
  }
  const dark = await visitWith("/watchlist", "watchlist=pepe; colour-mode=dark");
  expect(dark.text).toContain('data-theme="dark"');
  expect(dark.text).toContain("/coin/pepe?");
});

it("a shared list is cached once, whatever is on the visitor's own watchlist", async () => {
  const page = "/watchlist?ids=bitcoin,ethereum&currency=usd";
  await visitUntilCached(served.edge.url, page, { headers: BROWSER });
  const { cache, headers, text } = await visitWith(page, "watchlist=pepe");
  expect(cache).toBe("HIT");
  expect(headers["cache-control"]).toContain("public");
  expect(text).not.toContain("/coin/pepe?");
});

it("the cached list of coins is the same with a watchlist as without one", async () => {
  const without = await visitUntilCached(served.edge.url, "/coins?currency=inr&page=21", {
    headers: BROWSER,
  });
  const answer = await visitWith("/coins?currency=inr&page=21", "watchlist=bitcoin/pepe");
  expect(answer.cache).toBe("HIT");
  expect(answer.text).toBe(without.text);
});

it("a coin is added to the list through nginx, and the visitor is redirected", async () => {
  const form = (body: Record<string, string>) =>
    postForm(served.edge.url, "/watchlist", body, { cookie: "watchlist=pepe" });
  const answer = await form({ id: "bitcoin", action: "add", returnTo: "/coins?page=2" });
  expect([answer.status, answer.headers["location"]]).toEqual([303, "/coins?page=2#changed"]);
  const [list, change] = answer.headers["set-cookie"] ?? [];
  expect(list).toMatch(/^watchlist=pepe\/bitcoin;/);
  expect(change).toMatch(/^watchlist_change=add\/bitcoin\/\/pepe;/);
  // What the field takes arrives, in any script: nine bytes for each character.
  expect((await form({ action: "import", text: "比".repeat(7000) })).status).toBe(422);
  expect((await form({ id: "x".repeat(70_000) })).status).toBe(413);
});

it("the page after a change reports it, to this visitor only", async () => {
  const page = "/coins?currency=usd&page=22";
  await visitUntilCached(served.edge.url, page, { headers: BROWSER });
  const said = await visitWith(page, "watchlist=pepe/bitcoin; watchlist_change=add/bitcoin//pepe");
  expect([said.cache, said.headers["cache-control"]]).toEqual(["BYPASS", "private, no-store"]);
  expect(said.text).toContain("is now on your watchlist");
  expect(said.headers["set-cookie"]?.[0]).toMatch(/^watchlist_change=; .*Max-Age=0/);
  for (const cookie of ["", "; watchlist_change=nonsense"]) {
    const { text, headers } = await visitWith(page, `watchlist=pepe${cookie}`);
    expect(text).not.toContain("is now on your watchlist");
    expect(headers["cache-control"]).toContain("public");
  }
  expect((await visitWith(page, "watchlist=pepe")).cache).toBe("HIT");
});

async function visitInMode(path: string, mode: "dark" | "light" | null) {
  return { path, mode, answer: await visitWith(path, mode === null ? "" : `colour-mode=${mode}`) };
}

function postMode(mode: "dark" | "light", path = "/colour-mode"): Promise<Answer> {
  return postForm(served.edge.url, path, { mode, returnTo: "/coins?page=2" });
}
