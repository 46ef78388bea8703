import { expect, it } from "vitest";
import { BROWSER, startSiteBehindNginx } from "./site-behind-nginx";
import { postForm, visit, visitUntilCached } from "./visitor";

const served = await startSiteBehindNginx();

function visitWith(path: string, list: string, mode = "") {
  const cookie = `other=1; watchlist=${list}${mode}`;
  return visit(served.edge.url, path, { headers: { ...BROWSER, cookie } });
}

it("a visitor's own list is private and not cached, neither its page nor its data", async () => {
  for (const path of [
    "/watchlist",
    "/watchlist?currency=usd&view=table",
    "/watchlist?ids=&currency=usd",
    "/watchlist?currency=usd&edit=list",
    "/watchlist.data?currency=usd&_routes=routes%2Fwatchlist",
  ]) {
    for (const list of ["bitcoin", "pepe", "", "bitcoin", "%", "ethereum/pepe"]) {
      const { status, text, headers, cache } = await visitWith(path, list);
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
  const dark = await visitWith("/watchlist", "pepe", "; colour-mode=dark");
  expect(dark.text).toContain('data-theme="dark"');
  expect(dark.text).toContain("/coin/pepe?");
});

it("a shared list is cached once, whatever is on the visitor's own list", async () => {
  const page = "/watchlist?ids=bitcoin,ethereum&currency=usd";
  await visitUntilCached(served.edge.url, page, { headers: BROWSER });
  const { cache, headers, text } = await visitWith(page, "pepe");
  expect(cache).toBe("HIT");
  expect(headers["cache-control"]).toContain("public");
  expect(text).not.toContain("/coin/pepe?");
});

it("the cached list of coins is the same with a watchlist as without one", async () => {
  const without = await visitUntilCached(served.edge.url, "/coins?currency=inr&page=21", {
    headers: BROWSER,
  });
  const answer = await visitWith("/coins?currency=inr&page=21", "bitcoin/pepe");
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
  const said = await visitWith(page, "pepe/bitcoin", "; watchlist_change=add/bitcoin//pepe");
  expect([said.cache, said.headers["cache-control"]]).toEqual(["BYPASS", "private, no-store"]);
  expect(said.text).toContain("is now on your watchlist");
  expect(said.headers["set-cookie"]?.[0]).toMatch(/^watchlist_change=; .*Max-Age=0/);
  for (const cookie of ["", "; watchlist_change=nonsense"]) {
    const { text, headers } = await visitWith(page, "pepe", cookie);
    expect(text).not.toContain("is now on your watchlist");
    expect(headers["cache-control"]).toContain("public");
  }
  expect((await visitWith(page, "pepe")).cache).toBe("HIT");
});
