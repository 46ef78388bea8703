import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FaultyUpstream, startFaultyUpstream, type UpstreamCall } from "../support/faulty-upstream";
import { createGate } from "../unit/market-data/market-under-test";
import { type Edge, startNginx } from "./nginx.mjs";
import { type Answer, visit, visitAtOnce } from "./visitor";

// A stand-in for the app whose pages are fresh for so short a time that its end can be awaited.
let app: FaultyUpstream;
let edge: Edge;

beforeEach(async () => {
  app = await startFaultyUpstream(() => ({ kind: "answer", status: 404, body: "" }));
  edge = await startNginx([app.url]);
});

afterEach(async () => {
  await edge?.stop();
  await app?.stop();
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

/** Asks until nginx treats the page as the test needs it. */
function visitUntil(path: string, holds: (answer: Answer) => boolean): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const answer = await visit(edge.url, path);
      expect(holds(answer)).toBe(true);
      return answer;
    },
    { timeout: 20_000, interval: 50 },
  );
}

describe("a page out of date", () => {
  it("is served at once while one request fetches the new one, which may take its time", async () => {
    const gate = createGate();
    app.behave(() => page("first", `${SECOND}, stale-while-revalidate=600`));
    await visit(edge.url, "/coins");
    app.behave(() => ({
      kind: "slow",
      until: gate.opened,
      next: page("second", "public, s-maxage=600"),
    }));
    await visitUntil("/coins", ({ cache }) => cache === "STALE");
    // The app holds the new page back; nobody waits for it.
    const meanwhile = await visitAtOnce(50, edge.url, "/coins");
    expect(new Set(meanwhile.map(({ text }) => text))).toEqual(new Set(["first"]));
    expect(app.calls.length).toBe(2);
    gate.open();
    const fresh = await visitUntil("/coins", ({ text }) => text === "second");
    expect(fresh.cache).toBe("HIT");
    expect(app.calls.length).toBe(2);
  });

  it("is not served beyond what the app allows", async () => {
    app.behave(() => page("first", `${SECOND}, stale-while-revalidate=1`));
    await visit(edge.url, "/coins");
    await app.refuse();
    const answer = await visitUntil("/coins", ({ text }) => text !== "first");
    expect(answer.status).toBe(503);
  });

  it("stands in for an app that does not answer, where the app allows that", async () => {
    app.behave(() => page("first", `${SECOND}, stale-if-error=600`));
    await visit(edge.url, "/coins");
    await app.refuse();
    const answer = await visitUntil("/coins", ({ cache }) => cache !== "HIT");
    expect([answer.status, answer.text, answer.cache]).toEqual([200, "first", "STALE"]);
  });

  it("does not hide that the app answers with a failure", async () => {
    app.behave(() => page("first", `${SECOND}, stale-if-error=600`));
    await visit(edge.url, "/coins");
    app.behave(() => NOT_NOW);
    const answer = await visitUntil("/coins", ({ cache }) => cache !== "HIT");
    expect([answer.status, answer.text]).toEqual([503, "not now"]);
  });

  it("is fetched as a whole: that it has not changed would not tell how long it is good", async () => {
    const headers = { etag: '"one"' };
    app.behave(() => page("first", SECOND, headers));
    await visit(edge.url, "/coins");
    app.behave(() => page("second", "public, s-maxage=600", headers));
    const answer = await visitUntil("/coins", ({ cache }) => cache !== "HIT");
    expect([answer.cache, answer.text]).toEqual(["EXPIRED", "second"]);
    expect((await visit(edge.url, "/coins")).cache).toBe("HIT");
    expect(app.calls.map((call) => call.headers["if-none-match"])).toEqual([undefined, undefined]);
  });
});

describe("nginx keeps nothing that the app calls private or not to be stored, that sets a cookie or has another spelling", () => {
  it.each([
    ["private, max-age=600", {}],
    ["no-store", {}],
    ["public, s-maxage=600", { "set-cookie": "a=b" }],
    ["public, s-maxage=600, stale-while-revalidate=600, stale-if-error=600", { "x-accel-expires": "0" }],
  ])("%s %o", async (cacheControl, headers) => {
    app.behave(() => page("mine", cacheControl, headers));
    for (let visits = 1; visits <= 3; visits += 1) {
      expect((await visit(edge.url, "/coins")).cache).toBe("MISS");
      expect(app.calls.length).toBe(visits);
    }
  });
});

describe("the app hears", () => {
  const heard = async (headers: Readonly<Record<string, string>>, path = "/coins") => {
    app.behave(() => page("", "no-store"));
    await visit(edge.url, path, { headers });
    const call: UpstreamCall | undefined = app.calls.at(-1);
    return call?.headers ?? {};
  };

  it("which host was asked, and by whom", async () => {
    const headers = await heard({ host: "example.com:8080", "x-forwarded-host": "evil.example" });
    expect(headers).toMatchObject({
      host: "example.com:8080",
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": "example.com:8080",
    });
  });

  it("what a proxy further out says of the visitor", async () => {
    const headers = await heard({ "x-forwarded-for": "192.0.2.7" });
    expect(headers).toMatchObject({ "x-forwarded-for": "192.0.2.7, 127.0.0.1" });
  });

  it("the colour mode and the watchlist of the cookies, and the best encoding that it has", async () => {
    expect(
      await heard({
        cookie: "a=b; colour-mode=blue; colour-mode=dark; watchlist=pepe; c=d",
        "accept-encoding": "gzip, deflate, br, zstd",
      }),
    ).toMatchObject({ cookie: "colour-mode=dark; watchlist=pepe", "accept-encoding": "br" });
    expect(await heard({ "accept-encoding": "br;q=0.0, gzip;q=0.1" })).toMatchObject({
      "accept-encoding": "gzip",
    });
    const neither = await heard({ cookie: "a=b", "accept-encoding": "gzip;q=0, deflate" });
    expect([neither["cookie"], neither["accept-encoding"]]).toEqual(["colour-mode=; watchlist=", undefined]);
  });

  it("nothing else that a shared page could come to depend on", async () => {
    const headers = await heard({
      "x-anything": "1",
      "accept-language": "de",
      authorization: "x",
      range: "bytes=0-1",
    });
    for (const name of ["x-anything", "accept-language", "authorization", "range"])
      expect(headers[name]).toBeUndefined();
  });
});

it("a file that one replica does not have yet is asked of the next", async () => {
  const newer = await startFaultyUpstream(() => page("body{}", "public, max-age=600"));
  const both = await startNginx([app.url, newer.url]);
  try {
    for (const name of ["a", "b", "c", "d"])
      expect((await visit(both.url, `/assets/${name}.css`)).status).toBe(200);
    expect(app.calls.length).toBeGreaterThan(0);
  } finally {
    await both.stop();
    await newer.stop();
  }
});
