import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type FaultyUpstream, startFaultyUpstream, type UpstreamCall } from "../support/faulty-upstream";
import { createGate } from "../unit/market-data/market-under-test";
import { type Edge, startNginx } from "./nginx.mjs";
import { startStandInBehindNginx } from "./site-behind-nginx";
import { visit, visitAtOnce, visitUntil, visitUntilCached } from "./visitor";

// A stand-in for the app, whose pages expire fast enough for a test to wait.
let app: FaultyUpstream;
let edge: Edge;

beforeEach(async () => {
  const started = await startStandInBehindNginx(() => ({ kind: "answer", status: 404, body: "" }));
  ({ app, edge } = started);
  return started.stop;
});

const SECOND = "public, max-age=0, s-maxage=1";
const NOT_NOW = {
  kind: "answer",
  status: 503,
  headers: { "cache-control": "no-store" },
  body: "not now",
} as const;
const page = (body: string, cacheControl: string, headers: Readonly<Record<string, string>> = {}) =>
  ({
    kind: "answer",
    body,
    headers: { "content-type": "text/html", "cache-control": cacheControl, ...headers },
  }) as const;

describe("a stale page", () => {
  it("is served at once while one request fetches the new one, however slowly", async () => {
    const gate = createGate();
    app.behave(() => page("first", `${SECOND}, stale-while-revalidate=600`));
    await visitUntilCached(edge.url, "/coins");
    const before = app.calls.length;
    app.behave(() => ({
      kind: "slow",
      until: gate.opened,
      next: page("second", "public, s-maxage=600"),
    }));
    await visitUntil(edge.url, "/coins", ({ cache }) => cache === "STALE");
    // The app delays the new page; nobody waits for it.
    const meanwhile = await visitAtOnce(50, edge.url, "/coins");
    expect(new Set(meanwhile.map(({ text }) => text))).toEqual(new Set(["first"]));
    // nginx answers before it asks the app.
    await expect.poll(() => app.calls.length).toBe(before + 1);
    gate.open();
    const fresh = await visitUntil(edge.url, "/coins", ({ text }) => text === "second");
    expect(fresh.cache).toBe("HIT");
    expect(app.calls.length).toBe(before + 1);
  });

  it("is not served for longer than the app allows", async () => {
    app.behave(() => page("first", `${SECOND}, stale-while-revalidate=1`));
    await visitUntilCached(edge.url, "/coins");
    await app.refuse();
    const answer = await visitUntil(edge.url, "/coins", ({ text }) => text !== "first");
    expect(answer.status).toBe(503);
  });

  it("is served in place of an app that does not answer, where the app allows that", async () => {
    app.behave(() => page("first", `${SECOND}, stale-if-error=600`));
    await visitUntilCached(edge.url, "/coins");
    await app.refuse();
    const answer = await visitUntil(edge.url, "/coins", ({ cache }) => cache !== "HIT");
    expect([answer.status, answer.text, answer.cache]).toEqual([200, "first", "STALE"]);
  });

  it("does not hide a failure that the app answers with", async () => {
    app.behave(() => page("first", `${SECOND}, stale-if-error=600`));
    await visitUntilCached(edge.url, "/coins");
    app.behave(() => NOT_NOW);
    const answer = await visitUntil(edge.url, "/coins", ({ cache }) => cache !== "HIT");
    expect([answer.status, answer.text]).toEqual([503, "not now"]);
  });

  it("is fetched as a whole: a 304 would not say how long it is fresh", async () => {
    const headers = { etag: '"one"' };
    app.behave(() => page("first", SECOND, headers));
    await visitUntilCached(edge.url, "/coins");
    app.behave(() => page("second", "public, s-maxage=600", headers));
    const answer = await visitUntil(edge.url, "/coins", ({ cache }) => cache !== "HIT");
    expect([answer.cache, answer.text]).toEqual(["EXPIRED", "second"]);
    await visitUntilCached(edge.url, "/coins");
    expect(app.calls.map((call) => call.headers["if-none-match"])).toEqual(app.calls.map(() => undefined));
  });
});

it.each([
  ["private, max-age=600", {}],
  ["no-store", {}],
  ["public, s-maxage=600", { "set-cookie": "a=b" }],
  ["public, s-maxage=600, stale-while-revalidate=600, stale-if-error=600", { "x-accel-expires": "0" }],
])(
  "nginx does not cache what is private or no-store, sets a cookie or has another spelling: %s %o",
  async (cacheControl, headers) => {
    app.behave(() => page("mine", cacheControl, headers));
    for (let visits = 1; visits <= 3; visits += 1) {
      expect((await visit(edge.url, "/coins")).cache).toBe("MISS");
      expect(app.calls.length).toBe(visits);
    }
  },
);

describe("the app receives", () => {
  const receivedHeaders = async (headers: Readonly<Record<string, string>>, path = "/coins") => {
    app.behave(() => page("", "no-store"));
    await visit(edge.url, path, { headers });
    const call: UpstreamCall | undefined = app.calls.at(-1);
    return call?.headers ?? {};
  };

  it("the requested host and the visitor's address", async () => {
    const headers = await receivedHeaders({ host: "example.com:8080", "x-forwarded-host": "evil.example" });
    expect(headers).toMatchObject({
      host: "example.com:8080",
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": "example.com:8080",
    });
  });

  it("the visitor's address from a proxy in front of nginx", async () => {
    const headers = await receivedHeaders({ "x-forwarded-for": "192.0.2.7" });
    expect(headers).toMatchObject({ "x-forwarded-for": "192.0.2.7, 127.0.0.1" });
  });

  it("only the cookies of colour mode, watchlist with its last change and visit, and currency, and the best encoding", async () => {
    expect(
      await receivedHeaders({
        cookie:
          "a=b; colour-mode=blue; colour-mode=dark; watchlist=pepe; c=d; watchlist_seen=1/2; watchlist_change=add/x; currency=eur",
        "accept-encoding": "gzip, deflate, br, zstd",
      }),
    ).toMatchObject({
      cookie: "colour-mode=dark; watchlist=pepe; watchlist_seen=1/2; watchlist_change=add/x; currency=eur",
      "accept-encoding": "br",
    });
    expect(await receivedHeaders({ "accept-encoding": "br;q=0.0, gzip;q=0.1" })).toMatchObject({
      "accept-encoding": "gzip",
    });
    const neither = await receivedHeaders({ cookie: "a=b", "accept-encoding": "gzip;q=0, deflate" });
    expect(neither["cookie"]).toBe("colour-mode=; watchlist=; watchlist_seen=; watchlist_change=; currency=");
    expect(neither["accept-encoding"]).toBeUndefined();
  });

  it("nothing else that a shared page could depend on", async () => {
    const headers = await receivedHeaders({
      "x-anything": "1",
      "accept-language": "de",
      authorization: "x",
      range: "bytes=0-1",
    });
    for (const name of ["x-anything", "accept-language", "authorization", "range"])
      expect(headers[name]).toBeUndefined();
  });
});

it("a file that one replica does not have yet is fetched from the next", async () => {
  const newer = await startFaultyUpstream(() => page("body{}", "public, max-age=600"));
  onTestFinished(() => newer.stop());
  const both = await startNginx([app.url, newer.url]);
  onTestFinished(() => both.stop());
  for (const name of ["a", "b", "c", "d"])
    expect((await visit(both.url, `/assets/${name}.css`)).status).toBe(200);
  expect(app.calls.length).toBeGreaterThan(0);
});
