import { expect, it } from "vitest";
import { BROWSER, startSiteBehindNginx } from "./site-behind-nginx";
import { visit, visitUntilCached } from "./visitor";

const served = await startSiteBehindNginx();

const visitWith = (path: string, currency: string) =>
  visit(served.edge.url, path, { headers: { ...BROWSER, cookie: `other=1; currency=${currency}` } });

it("a cached page without a currency is redirected to the visitor's last one, and stays cached for others", async () => {
  for (const path of ["/coins?page=31", "/exchanges", "/"]) {
    await visitUntilCached(served.edge.url, path, { headers: BROWSER });
    const { status, headers } = await visitWith(path, "eur");
    expect([path, status, headers["cache-control"]]).toEqual([path, 302, "private, no-store"]);
    expect(headers["location"]).toContain("currency=eur");
    for (const cookie of ["usd'", "", "euro"])
      expect((await visitWith(path, cookie)).headers["cache-control"]).toContain("public");
    expect((await visit(served.edge.url, path, { headers: BROWSER })).cache).toBe("HIT");
  }
});

it("a page with a currency comes from the cache, whatever the visitor chose last", async () => {
  const path = "/coins?currency=usd&page=32";
  await visitUntilCached(served.edge.url, path, { headers: BROWSER });
  expect((await visitWith(path, "eur")).cache).toBe("HIT");
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
