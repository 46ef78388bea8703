import { request as httpRequest } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { createGate, eventually, HOUR, MINUTE, SECOND } from "../market-data/market-under-test";
import { PAGE, page, siteInFront } from "./site-in-front";

describe("a page that is fresh", () => {
  it("is rendered once, however many ask for it", async () => {
    const { clock, asked, ask } = await siteInFront();
    const replies = [await ask("/coins")];
    clock.advance(MINUTE);
    for (let visitor = 0; visitor < 20; visitor++) replies.push(await ask("/coins"));
    expect(replies.map(({ body }) => body.toString())).toEqual(Array(21).fill("rendering 1"));
    expect(replies[0]?.headers).toMatchObject({ "x-cache-status": "MISS", age: "0", "cache-control": PAGE });
    expect(replies[20]?.headers).toMatchObject({ "x-cache-status": "HIT", age: "60", "cache-control": PAGE });
    expect(asked).toEqual(["/coins"]);
  });

  it("is rendered once for two hundred visitors who come at the same time", async () => {
    const gate = createGate();
    const { asked, text } = await siteInFront((_, count) =>
      gate.opened.then(() => page(`rendering ${count}`)),
    );
    const visitors = Array.from({ length: 200 }, () => text("/coins"));
    await eventually(() => expect(asked).toHaveLength(1));
    gate.open();
    expect(new Set(await Promise.all(visitors))).toEqual(new Set(["rendering 1"]));
    expect(asked).toHaveLength(1);
  });

  it("is answered with 304 to who has it, whatever the encoding, and without a body to HEAD", async () => {
    const { asked, ask } = await siteInFront();
    const { headers } = await ask("/coins", { "accept-encoding": "gzip" });
    for (const tag of [headers.etag ?? "", `W/${headers.etag}`, `"other", ${headers.etag}`, "*"]) {
      const reply = await ask("/coins", { "if-none-match": tag });
      expect(reply).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(reply.headers).toMatchObject({ "cache-control": PAGE, age: "0" });
      expect(reply.headers["content-type"]).toBeUndefined();
    }
    expect((await ask("/coins", { "if-none-match": '"other"' })).status).toBe(200);
    const head = await ask("/coins", {}, "HEAD");
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers["content-length"]).toBe(String("rendering 1".length));
    expect(asked).toHaveLength(1);
  });

  it("comes in the best encoding that is taken", async () => {
    const { ask } = await siteInFront(() => page("long ".repeat(1000)));
    const whole = "long ".repeat(1000);
    expect(gunzipSync((await ask("/coins", { "accept-encoding": "gzip, br" })).body).toString()).toBe(whole);
    await eventually(async () => {
      const reply = await ask("/coins", { "accept-encoding": "gzip, br" });
      expect(reply.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(reply.body).toString()).toBe(whole);
    });
    for (const accepted of ["br;q=0, gzip", "gzip;q=0.5"]) {
      const reply = await ask("/coins", { "accept-encoding": accepted });
      expect(reply.headers["content-encoding"]).toBe("gzip");
    }
    for (const accepted of ["", "identity", "br;q=0,gzip;q=0.0", "deflate"]) {
      const reply = await ask("/coins", { "accept-encoding": accepted });
      expect(reply.headers["content-encoding"]).toBeUndefined();
      expect(reply.body.toString()).toBe(whole);
    }
  });

  it("comes in brotli from the first time on to a cache, which hands it to many", async () => {
    const { ask } = await siteInFront(() => page("long ".repeat(1000)));
    const reply = await ask("/coins", { "accept-encoding": "gzip, br", via: "1.1 edge" });
    expect(reply.headers["content-encoding"]).toBe("br");
  });

  it("tells nginx, which does not subtract Age, how long it is still fresh", async () => {
    const { clock, ask } = await siteInFront();
    await ask("/coins");
    clock.advance(45 * SECOND);
    const { headers } = await ask("/coins", { via: "1.1 edge" });
    expect(headers).toMatchObject({ age: "45", "x-accel-expires": "15" });
    expect((await ask("/coins")).headers["x-accel-expires"]).toBeUndefined();
  });
});

describe("a page that is stale", () => {
  it("is shown at once while one rendering goes on behind it, and is new after that", async () => {
    const { clock, asked, make, ask, text } = await siteInFront();
    await text("/coins");
    const gate = createGate();
    make((_, count) => gate.opened.then(() => page(`rendering ${count}`)));
    clock.advance(MINUTE + 1);
    const visitors = Array.from({ length: 200 }, () => text("/coins"));
    expect(new Set(await Promise.all(visitors))).toEqual(new Set(["rendering 1"]));
    expect((await ask("/coins")).headers["x-cache-status"]).toBe("STALE");
    expect(asked).toHaveLength(2);
    gate.open();
    await eventually(async () => expect(await text("/coins")).toBe("rendering 2"));
    expect((await ask("/coins")).headers).toMatchObject({ age: "0", "x-cache-status": "HIT" });
    expect(asked).toHaveLength(2);
  });

  it("is waited for beyond its stale-while-revalidate, by two hundred visitors for one rendering", async () => {
    const { clock, asked, ask, text } = await siteInFront();
    await text("/coins");
    clock.advance(2 * MINUTE + 1);
    const visitors = Array.from({ length: 200 }, () => text("/coins"));
    expect(new Set(await Promise.all(visitors))).toEqual(new Set(["rendering 2"]));
    expect(asked).toHaveLength(2);
    clock.advance(2 * MINUTE + 1);
    expect((await ask("/coins")).headers["x-cache-status"]).toBe("EXPIRED");
  });

  it.each([
    { what: "fails", fail: () => page("failed", { "Cache-Control": "no-store" }, 503) },
    { what: "throws", fail: () => Promise.reject(new Error("no page")) },
  ])("stays for its stale-if-error and no longer while its rendering $what", async ({ what, fail }) => {
    const errors = vi.mocked(console.error);
    const { clock, make, ask, text } = await siteInFront();
    await text("/coins");
    make(fail);
    clock.advance(MINUTE + HOUR);
    if (what === "fails") expect(await text("/coins")).toBe("rendering 1");
    clock.advance(1);
    expect((await ask("/coins")).status).toBeGreaterThanOrEqual(500);
    errors.mockClear();
  });

  it("is not asked for again for five seconds after a failure, and comes back at once after it", async () => {
    const { clock, asked, make, text } = await siteInFront();
    await text("/coins");
    make(() => page("failed", { "Cache-Control": "no-store" }, 502));
    clock.advance(10 * MINUTE);
    for (let visitor = 0; visitor < 20; visitor++) expect(await text("/coins")).toBe("rendering 1");
    expect(asked).toHaveLength(2);
    make((_, count) => page(`rendering ${count}`));
    clock.advance(5 * SECOND);
    expect(await text("/coins")).toBe("rendering 3");
  });

  it("goes when there is none any more", async () => {
    const { clock, make, ask, text } = await siteInFront();
    await text("/coin/gone");
    make(() => page("gone", { "Cache-Control": "no-store" }, 404));
    clock.advance(MINUTE + 1);
    await text("/coin/gone");
    await eventually(async () => expect((await ask("/coin/gone")).status).toBe(404));
  });

  it("that says of itself that it is old is kept for seconds, and for no failure", async () => {
    const old = { "Cache-Control": "public, max-age=0, s-maxage=5" };
    const { clock, make, ask, text } = await siteInFront((_, count) => page(`rendering ${count}`, old));
    await text("/coins");
    clock.advance(5 * SECOND);
    expect(await text("/coins")).toBe("rendering 1");
    make(() => page("failed", { "Cache-Control": "no-store" }, 503));
    clock.advance(1);
    expect((await ask("/coins")).status).toBe(503);
  });
});

describe("a page is not kept", () => {
  it.each([
    { what: "that is a failure", headers: {}, status: 503 },
    { what: "that says no-store", headers: { "Cache-Control": "no-store" }, status: 200 },
    { what: "that is private", headers: { "Cache-Control": "private, max-age=60" }, status: 200 },
    { what: "that sets a cookie", headers: { "Set-Cookie": "a=b" }, status: 200 },
    { what: "without a word of caches", headers: { "Cache-Control": "" }, status: 200 },
  ])("$what", async ({ headers, status }) => {
    const { ask } = await siteInFront((_, count) => page(`rendering ${count}`, headers, status));
    for (const count of [1, 2]) {
      const reply = await ask("/coins");
      expect(reply).toMatchObject({ status, body: Buffer.from(`rendering ${count}`) });
      expect(reply.headers["x-cache-status"]).toBe("BYPASS");
      expect(reply.headers.etag).toBeUndefined();
    }
  });

  it.each(["/healthz", "/metrics", "/colour-mode"])("at %s, which is passed on", async (path) => {
    const { asked, text } = await siteInFront();
    expect(await text(path)).toBe("passed on");
    expect(asked).toEqual([]);
  });

  it("where something is posted", async () => {
    const { asked, ask } = await siteInFront();
    expect((await ask("/coins", {}, "POST")).body.toString()).toBe("passed on");
    expect(asked).toEqual([]);
  });
});

it("is one for each colour mode, private to other caches, and one for all other cookies", async () => {
  const { asked, ask, make } = await siteInFront();
  make((request) => page(`cookies ${request.headers.get("cookie")}`));
  const cookies = [
    "colour-mode=dark",
    "x=1; colour-mode=dark",
    "colour-mode=light",
    "x=1",
    "colour-mode=blue",
  ];
  const replies = [];
  for (const cookie of cookies) replies.push(await ask("/coins", { cookie }));
  expect(replies.map(({ body }) => body.toString())).toEqual([
    "cookies colour-mode=dark",
    "cookies colour-mode=dark",
    "cookies colour-mode=light",
    "cookies null",
    "cookies null",
  ]);
  const isPrivate = "private, max-age=0, must-revalidate";
  expect(replies.map(({ headers }) => headers["cache-control"])).toEqual([
    isPrivate,
    isPrivate,
    isPrivate,
    PAGE,
    PAGE,
  ]);
  expect(asked).toHaveLength(3);
});

it("is given up when all who wait for it have left, and begun anew by whoever comes then", async () => {
  const signals: AbortSignal[] = [];
  const never = new Promise<never>(() => {});
  const { asked, port, make, text } = await siteInFront((request) => {
    signals.push(request.signal);
    return never;
  });
  const leaving = [visitorOf(port), visitorOf(port)];
  await eventually(() => expect(asked).toHaveLength(1));
  make((_, count) => page(`rendering ${count}`));
  for (const visitor of leaving) visitor.destroy();
  await eventually(() => expect(signals[0]?.aborted).toBe(true));
  expect(await text("/coins")).toBe("rendering 2");
});

it("is made to its end behind the one that is shown, although all who wait for it have left", async () => {
  const { clock, asked, port, visits, make, ask, text } = await siteInFront();
  await text("/coins");
  const signals: AbortSignal[] = [];
  const gate = createGate();
  make((request, count) => {
    signals.push(request.signal);
    return gate.opened.then(() => page(`rendering ${count}`));
  });
  clock.advance(MINUTE + 1);
  expect((await ask("/coins")).headers["x-cache-status"]).toBe("STALE");
  await eventually(() => expect(signals).toHaveLength(1));
  // Too old to be shown by now: this visitor waits for what is made already.
  clock.advance(MINUTE);
  const { begun, ended } = visits;
  const leaving = visitorOf(port);
  await eventually(() => expect(visits.begun).toBe(begun + 1));
  leaving.destroy();
  await eventually(() => expect(visits.ended).toBe(ended + 1));
  expect(signals[0]?.aborted).toBe(false);
  gate.open();
  await eventually(async () => expect(await text("/coins")).toBe("rendering 2"));
  expect(asked).toHaveLength(2);
});

it("survives a flood of addresses that are asked for once", async () => {
  const { asked, ask, text } = await siteInFront();
  await text("/coins");
  await text("/coins");
  for (let index = 0; index <= 500; index++) await ask(`/flood/${index}`, {}, "HEAD");
  asked.length = 0;
  expect(await text("/coins")).toBe("rendering 1");
  await text("/flood/0");
  expect(asked).toEqual(["/flood/0"]);
});

it("counts requests by who answered them", async () => {
  const { registry, text } = await siteInFront();
  for (let visitor = 0; visitor < 3; visitor++) await text("/coins");
  await text("/healthz");
  await eventually(async () => {
    const lines = (await registry.metrics()).split("\n");
    expect(lines.filter((line) => line.startsWith("http_requests_total"))).toEqual([
      'http_requests_total{by="remix",status="200"} 2',
      'http_requests_total{by="memory",status="200"} 2',
    ]);
  });
});

/** Sends a request whose sender can leave before it is answered. */
function visitorOf(port: number) {
  const sent = httpRequest({ port, host: "127.0.0.1", path: "/coins" });
  sent.on("error", () => {});
  sent.end();
  return sent;
}
