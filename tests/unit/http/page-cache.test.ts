import { describe, expect, it, vi } from "vitest";
import { createPageCache, createRenderQueue } from "~/services/http/page-cache.server";
import { createClock, createGate, eventually, MINUTE, SECOND, times } from "../market-data/market-under-test";
import { PAGE, page, siteInFront } from "./site-in-front";

const COINS = "/coins?currency=inr&page=1";

describe("a page that is fresh", () => {
  it("is rendered once, however many visitors request it", async () => {
    const { clock, asked, ask } = await siteInFront();
    const replies = [await ask(COINS)];
    clock.advance(MINUTE - 1);
    for (let visitor = 0; visitor < 20; visitor++) replies.push(await ask(COINS));
    expect(replies.map(({ text }) => text)).toEqual(Array(21).fill("rendering 1"));
    expect(replies[0]?.headers).toMatchObject({ "x-cache-status": "MISS", age: "0", "cache-control": PAGE });
    expect(replies[20]?.headers).toMatchObject({ "x-cache-status": "HIT", age: "59", "cache-control": PAGE });
    expect(asked).toEqual([COINS]);
  });

  it("is the same page under all spellings of its address", async () => {
    const { asked, text } = await siteInFront();
    for (const spelling of [COINS, "/coins", "/COINS/?page=01&x=1&currency=INR", "/%63oins?page=0"])
      expect(await text(spelling)).toBe("rendering 1");
    expect(asked).toEqual([COINS]);
  });

  it("is rendered once for two hundred concurrent visitors", async () => {
    const gate = createGate();
    const { asked, text, make } = await siteInFront();
    make((_, count) => gate.opened.then(() => page(`rendering ${count}`)));
    const visitors = times(200, () => text(COINS));
    await eventually(() => expect(asked).toHaveLength(1));
    gate.open();
    expect(new Set(await Promise.all(visitors))).toEqual(new Set(["rendering 1"]));
    expect(asked).toHaveLength(1);
  });

  it("is a 304 for a visitor who has it, in any encoding, and has no body for HEAD", async () => {
    const { asked, ask } = await siteInFront();
    const { headers } = await ask(COINS, { "accept-encoding": "gzip" });
    for (const tag of [headers.etag ?? "", `W/${headers.etag}`, `"other", ${headers.etag}`, "*"]) {
      const reply = await ask(COINS, { "if-none-match": tag });
      expect(reply).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(reply.headers).toMatchObject({ "cache-control": PAGE, age: "0" });
      expect(reply.headers["content-type"]).toBeUndefined();
    }
    expect((await ask(COINS, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await ask(COINS, {}, "HEAD");
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers["content-length"]).toBe(String("rendering 1".length));
    expect(asked).toHaveLength(1);
  });

  it("is sent in the best encoding that the visitor accepts, beginning with the first visitor", async () => {
    const whole = "long ".repeat(1000);
    const { ask } = await siteInFront(() => page(whole));
    for (const [encoding, accepted] of [
      ["br", ["gzip, br", "br", "gzip;q=1, BR;q=0.1"]],
      ["gzip", ["br;q=0, gzip", "gzip;q=0.5"]],
      [undefined, ["", "identity", "br;q=0,gzip;q=0.0", "deflate"]],
    ] as const)
      for (const header of accepted) {
        const { headers, text } = await ask(COINS, { "accept-encoding": header });
        expect([header, headers["content-encoding"], text]).toEqual([header, encoding, whole]);
      }
  });
});

describe("X-Accel-Expires", () => {
  it("is the number of seconds for which a page is still fresh", async () => {
    const { clock, ask } = await siteInFront();
    expect((await ask(COINS)).headers["x-accel-expires"]).toBe("60");
    clock.advance(45.5 * SECOND);
    expect((await ask(COINS)).headers).toMatchObject({ age: "45", "x-accel-expires": "15" });
    // The page in dark mode is another page than the one without a colour mode.
    const { headers } = await ask(COINS, { cookie: "colour-mode=dark" });
    expect(headers["x-accel-expires"]).toBe("60");
  });

  it.each([
    ...["/coins?currency=INR", "/coins?currency=inr&currency=inr", "/coins/", "/COINS?currency=inr&page=1"],
    ...["/coins?currency=inr&page=1&x=1", "/coins?currency=inr&page=%31", "/coins.data?page=02"],
  ])("is 0 for an address that anyone could make up: %s", async (path) => {
    const { ask } = await siteInFront();
    for (const headers of [{}, { cookie: "colour-mode=dark" }])
      for (const _ of [1, 2]) expect((await ask(path, headers)).headers["x-accel-expires"]).toBe("0");
  });

  // That nginx keeps all others is tested in tests/scale/edge-addresses.test.ts.
});

describe("a page that has expired", () => {
  it("is rendered again, once for two hundred concurrent visitors", async () => {
    const { clock, asked, ask, text } = await siteInFront();
    await text(COINS);
    clock.advance(MINUTE);
    const visitors = times(200, () => text(COINS));
    expect(new Set(await Promise.all(visitors))).toEqual(new Set(["rendering 2"]));
    expect((await ask(COINS)).headers).toMatchObject({ age: "0", "x-cache-status": "HIT" });
    expect(asked).toHaveLength(2);
  });

  it("does not hide a failure, and recovers with the first success", async () => {
    const { clock, make, ask, text } = await siteInFront();
    await text(COINS);
    make(() => page("failed", { "Cache-Control": "no-store" }, 503));
    clock.advance(MINUTE);
    expect((await ask(COINS)).status).toBe(503);
    make((_, count) => page(`rendering ${count}`));
    expect(await text(COINS)).toBe("rendering 3");
  });
});

it("a render that throws is answered with 500 and logged", async () => {
  const errors = vi.mocked(console.error);
  const { ask } = await siteInFront(() => Promise.reject(new Error("no page")));
  const { status, headers } = await ask(COINS);
  expect([status, headers["cache-control"]]).toEqual([500, "no-store"]);
  expect(errors).toHaveBeenCalledOnce();
  errors.mockClear();
});

describe("a page is not cached", () => {
  it.each([
    { what: "that is a failure", status: 503 },
    { what: "that is not found, whatever its headers allow", status: 404 },
    { what: "without a number of seconds", headers: { "X-Accel-Expires": "" } },
    { what: "that is fresh for no second", headers: { "X-Accel-Expires": "0" } },
    { what: "that sets a cookie", headers: { "Set-Cookie": "a=b" } },
  ])("$what", async ({ headers, status = 200 }) => {
    const { ask } = await siteInFront((_, count) => page(`rendering ${count}`, headers, status));
    for (const count of [1, 2]) {
      const reply = await ask(COINS);
      expect(reply).toMatchObject({ status, text: `rendering ${count}` });
      expect(reply.headers["x-cache-status"]).toBe("BYPASS");
      expect(reply.headers.etag).toBeUndefined();
      expect(reply.headers["x-accel-expires"]).toBeUndefined();
    }
  });

  it.each(["/healthz", "/metrics", "/colour-mode"])("at %s, which Remix handles each time", async (path) => {
    const { asked, text } = await siteInFront();
    expect(await text(path)).toBe(`passed on ${path}`);
    expect(asked).toEqual([]);
  });
});

it("a page is cached once for each colour mode, private to other caches, and once for all other cookies", async () => {
  const { asked, ask, make } = await siteInFront();
  make((request) => page(`cookies ${request.headers.get("cookie")}`));
  const isPrivate = "private, max-age=0, must-revalidate";
  for (const [cookie, cached, cacheControl] of [
    ["colour-mode=dark", "colour-mode=dark", isPrivate],
    ["x=1; colour-mode=dark", "colour-mode=dark", isPrivate],
    ["colour-mode=light", "colour-mode=light", isPrivate],
    ["x=1", null, PAGE],
    ["colour-mode=blue", null, PAGE],
    ["colour-mode=; watchlist=pepe", null, PAGE],
  ] as const) {
    const { headers, text } = await ask(COINS, { cookie });
    expect(text, cookie).toBe(`cookies ${cached}`);
    expect(headers["cache-control"], cookie).toBe(cacheControl);
  }
  expect(asked).toHaveLength(3);
});

it("the page after a change of the visitor's list is private: rendered for them alone, never cached", async () => {
  const { ask, text, asked, make } = await siteInFront();
  const changed = { cookie: "watchlist=pepe; watchlist_change=add/pepe//" };
  expect(await text(COINS)).toBe("rendering 1");
  const cookies = ["watchlist_change=; Max-Age=0", "colour-mode=dark"];
  const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
  make((request) => new Response(`after ${request.headers.get("Cookie")}`, { headers }));
  const after = await ask(COINS, changed);
  expect(after.text).toBe(`after ${changed.cookie}`);
  expect(after.headers["set-cookie"]).toEqual(cookies);
  make((_, count) => page(`rendering ${count}`));
  expect(await text(COINS)).toBe("rendering 1");
  // What no page can say is cached for everyone, as ever: files, data, addresses without a page, and cookies that say nothing.
  const data = "/coins.data?currency=inr&page=1";
  const dataOfCoin = "/coin/pepe.data?currency=inr&range=24h";
  for (const path of [data, dataOfCoin, "/coin/pepe/history.csv?currency=inr&range=24h", "/nowhere"])
    expect(await text(path, changed)).toMatch(/^rendering/);
  expect(await text(COINS, { cookie: "watchlist_change=nonsense" })).toBe("rendering 1");
  expect(asked).toHaveLength(6);
});

it("a render is aborted when everyone who waits for it has disconnected, and starts again for the next visitor", async () => {
  const signals: AbortSignal[] = [];
  const never = new Promise<never>(() => {});
  const { asked, port, make, text } = await siteInFront((request) => {
    signals.push(request.signal);
    return never;
  });
  const leaving = new AbortController();
  const left = Promise.allSettled([1, 2].map(() => fetch(`http://127.0.0.1:${port}${COINS}`, leaving)));
  await eventually(() => expect(asked).toHaveLength(1));
  make((_, count) => page(`rendering ${count}`));
  leaving.abort();
  await left;
  await eventually(() => expect(signals[0]?.aborted).toBe(true));
  expect(await text(COINS)).toBe("rendering 2");
});

it("a process is ready while it can render a page and has not been told to end", async () => {
  const { ask, make, stop, asked } = await siteInFront(() => page("broken", {}, 500));
  const answer = async () => {
    const { status, headers, text } = await ask("/readyz");
    return [status, headers["cache-control"], text];
  };
  expect(await answer()).toEqual([503, "no-store", "not ready\n"]);
  make(() => page("nothing here", { "X-Accel-Expires": "" }, 404));
  for (let check = 0; check < 3; check++) expect(await answer()).toEqual([200, "no-store", "ok\n"]);
  expect(asked).toEqual(["/nowhere", "/nowhere"]);
  stop();
  expect(await answer()).toEqual([503, "no-store", "not ready\n"]);
});

it("counts requests by what answered them", async () => {
  const { registry, text } = await siteInFront();
  for (let visitor = 0; visitor < 3; visitor++) await text(COINS);
  await text("/healthz");
  await eventually(async () => {
    const lines = (await registry.metrics()).split("\n");
    expect(lines.filter((line) => line.startsWith("http_requests_total"))).toEqual([
      'http_requests_total{by="remix",route="coins",status="200"} 1',
      'http_requests_total{by="memory",route="coins",status="200"} 2',
      'http_requests_total{by="remix",route="status",status="200"} 1',
    ]);
  });
});

it("nothing is rendered for visitors who leave while they wait", async () => {
  const render = vi.fn(async () => page(""));
  const { find } = createPageCache(render, createRenderQueue(), createClock());
  const visit = (address: string, signal: AbortSignal) => find({ kind: "page", address }, null, signal);
  const leaving = new AbortController();
  const left = Promise.allSettled(times(9, (number) => visit(`/coins?page=${number}`, leaving.signal)));
  leaving.abort(new Error("left"));
  await left;
  await visit(COINS, new AbortController().signal);
  expect(render.mock.calls.length).toBeLessThanOrEqual(2);
});

describe("while too many visitors ask for new pages", () => {
  /** A front whose only rendering goes on until the gate opens, while as many as there is room for wait. */
  async function busySite() {
    const site = await siteInFront();
    await site.text(COINS);
    const gate = createGate();
    const stays = () => new AbortController().signal;
    const busy = site.renderQueue.run("document", stays(), () => gate.opened);
    const waiting = times(500, () => site.renderQueue.run("new", stays(), async () => {}));
    const end = () => {
      gate.open();
      return Promise.all([busy, ...waiting]);
    };
    return { ...site, end };
  }

  it("the next one is told to come back in a few seconds, in one sentence", async () => {
    const { ask, asked, end } = await busySite();
    const { status, headers, body } = await ask("/coins?page=2", { "accept-encoding": "br" });
    const sentence = "Too many pages are requested at the moment. Please try again in a few seconds.\n";
    expect([status, body.toString()]).toEqual([503, sentence]);
    expect(headers).toMatchObject({
      "retry-after": "5",
      "cache-control": "no-store",
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    expect(headers["x-accel-expires"]).toBeUndefined();
    expect(asked).toEqual([COINS]);
    await end();
    expect((await ask("/coins?page=2")).status).toBe(200);
  });

  it("an expired page has a slot, before the new ones", async () => {
    const { clock, asked, make, text, end } = await busySite();
    make(({ url }) => page(url));
    clock.advance(MINUTE);
    const again = text(COINS);
    const file = text("/coin/bitcoin/history.json");
    await end();
    await Promise.all([again, file]);
    expect(asked.slice(1)).toEqual([COINS, "/coin/bitcoin/history.json?currency=inr&range=24h"]);
  });
});

it("all unknown addresses have one page for each colour mode, which no other cache may keep", async () => {
  const { asked, ask, make } = await siteInFront();
  const headers = { "Cache-Control": "no-store" };
  make((_, count) => new Response(`rendering ${count}`, { status: 404, headers }));
  for (const cookie of ["", "colour-mode=dark"]) {
    const replies = [];
    for (const path of ["/no/such/page", "/%6Eowhere?x=1", "/wp-login.php", "/assets/gone.js", "/Metrics"])
      replies.push(await ask(path, { cookie }));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    for (const { status, headers } of replies) {
      expect([status, headers["cache-control"], headers.etag]).toEqual([404, "no-store", undefined]);
      expect(headers["x-accel-expires"]).toBe("0");
    }
  }
  expect(asked).toEqual(["/nowhere", "/nowhere"]);
  for (const _ of [1, 2]) expect((await ask("/coin/made-up")).status).toBe(404);
  expect(asked).toHaveLength(4);
});
