import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { answerTo } from "../support/fake-answers";
import { startFaultyUpstream } from "../support/faulty-upstream";
import { freePort } from "../support/free-port.mjs";
import { startProcess } from "../support/process";
import { type Site, startSite as startAnySite } from "../support/site";
import { createGate } from "../unit/market-data/market-under-test";
import { ask, startLoad } from "./drain-visitors";
import { openConnection } from "./raw-connection";

async function startSite(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  // Without a proxy, as by default.
  const site = await startAnySite(env);
  onTestFinished(() => site.stop());
  return site;
}

/** A service that answers no call until the gate opens. */
async function startGatedUpstream() {
  const { opened, open } = createGate();
  const upstream = await startFaultyUpstream(({ path }) => {
    const { pathname, searchParams } = new URL(path, "http://upstream");
    return { kind: "slow", until: opened, next: answerTo(pathname, searchParams) };
  });
  onTestFinished(() => upstream.stop());
  return { upstream, open };
}

const COLD_PAGES = [
  "/coins",
  "/coins?page=2",
  "/coins?page=3",
  "/coins?currency=usd",
  "/coins?currency=eur",
  "/coin/bitcoin",
  "/coin/bitcoin?range=7d",
  "/coin/bitcoin?range=30d",
  "/coin/ethereum",
  "/exchanges",
];

describe("a site that is asked to stop", () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`by ${signal}, sent twice as npm does, completes the twenty requests under way, then saves their data`, async () => {
      const { upstream, open } = await startGatedUpstream();
      const directory = await mkdtemp(join(tmpdir(), "drain-"));
      onTestFinished(() => rm(directory, { recursive: true }));
      const file = join(directory, "market-data");
      const site = await startSite({ MARKET_DATA_URL: upstream.url, MARKET_DATA_FILE: file });
      // A process that has rendered before, and few pages: those that a busy machine cannot render within five seconds are told to
      // come again.
      await ask(`${site.url}/nowhere`);
      // Each page is requested five times: the other requests wait for the call of the first.
      const pages = ["/coins", "/coins?currency=eur", "/coin/bitcoin", "/exchanges"];
      const answers = Array.from({ length: 5 }, () => pages.map((path) => ask(site.url + path))).flat();
      await allBegun(site);
      site.signal(signal);
      await site.logged(`shutdown: ${signal}, requests under way: 20`);
      site.signal(signal);
      open();
      for (const answer of await Promise.all(answers)) {
        expect(answer).toMatchObject({ kind: "answered", status: 200, headers: { connection: "close" } });
        expect(answer).toHaveProperty("text", expect.stringContaining("</html>"));
      }
      expect(await site.ended()).toEqual({ code: 0, signal: null });
      for (const data of ["/coins/bitcoin", "/exchanges"])
        expect(await readFile(file, "utf8")).toContain(`"name":"${data}`);
    });
  }

  for (const keepAlive of [true, false]) {
    const who = keepAlive ? "visitors who keep their connections" : "visitors who connect for each request";
    test(`answers every request that was sent before, under the load of ${who}`, async () => {
      const site = await startSite();
      const paths = ["/", "/coins", "/coins?page=2", "/coin/bitcoin", "/exchanges", "/robots.txt"];
      const load = startLoad(site.url, paths, 32, keepAlive);
      await load.answered(200);
      load.markSignal();
      site.signal("SIGTERM");
      const { before, after } = await load.over();
      expect(before.filter(({ kind }) => kind === "failed")).toEqual([]);
      expect(before.length).toBeGreaterThanOrEqual(200);
      // It answers for a while, in which a busy machine answers few, and then closes each connection: only the last request of each
      // visitor fails.
      const answered = after.filter((outcome) => outcome.kind === "answered");
      expect(answered).not.toEqual([]);
      expect(answered.filter(({ status }) => status !== 200)).toEqual([]);
      expect(answered.at(-1)).toMatchObject({ headers: { connection: "close" } });
      expect(await site.ended()).toEqual({ code: 0, signal: null });
    });
  }

  test("does not wait for connections with no request, or half a request", async () => {
    const site = await startSite();
    await ask(`${site.url}/healthz`);
    const silent = await openConnection(site.url, "");
    const half = await openConnection(site.url, "GET /coins HTTP/1.1\r\nHost: half");
    expect(await site.terminate()).toEqual({ code: 0, signal: null });
    await Promise.all([silent.closed, half.closed]);
  });

  test("does not wait for forms that are still being sent, and completes the other requests", async () => {
    const { upstream, open } = await startGatedUpstream();
    const site = await startSite({ MARKET_DATA_URL: upstream.url });
    const head = "POST /colour-mode HTTP/1.1\r\nHost: slow\r\nContent-Length: 1000\r\n\r\nmode=";
    const slow = await Promise.all(Array.from({ length: 20 }, () => openConnection(site.url, head)));
    const answer = ask(`${site.url}/coins`);
    await allBegun(site);
    site.signal("SIGTERM");
    await site.logged("shutdown: SIGTERM, requests under way: 21");
    // Before the site has any reason to exit.
    await Promise.all(slow.map(({ closed }) => closed));
    open();
    expect(await answer).toMatchObject({ kind: "answered", status: 200 });
    expect(await site.ended()).toEqual({ code: 0, signal: null });
    expect(site.log()).not.toMatch(/^\s+at /m);
  });

  test("stops even before its first request", async () => {
    const site = await startSite();
    expect(await site.terminate()).toEqual({ code: 0, signal: null });
  });

  test("tells those whose page takes too long to come again, and stops within 10 s", async () => {
    const { upstream } = await startGatedUpstream();
    const site = await startSite({ MARKET_DATA_URL: upstream.url });
    const answers = COLD_PAGES.map((path) => ask(site.url + path));
    await allBegun(site);
    expect(await site.terminate()).toEqual({ code: 0, signal: null });
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5", connection: "close" } });
    expect(site.log()).not.toMatch(/^\s+at /m);
  });

  test("stops at once when it gets a second signal later", async () => {
    const { upstream } = await startGatedUpstream();
    const site = await startSite({ MARKET_DATA_URL: upstream.url });
    const answer = ask(`${site.url}/coins`);
    await allBegun(site);
    const impatience = setInterval(() => site.signal("SIGTERM"), 100);
    onTestFinished(() => clearInterval(impatience));
    expect(await site.ended()).toEqual({ code: 128 + 15, signal: null });
    expect(await answer).toMatchObject({ kind: "failed" });
  });
});

describe("npm start", () => {
  test.each([
    ["Ctrl-C", "signalAll", "SIGINT"],
    ["SIGTERM to npm alone", "signal", "SIGTERM"],
  ] as const)("ends with %s, with all its processes", async (_, send, signal) => {
    const npm = startProcess({ command: "npm", args: ["start"], env: { PORT: String(await freePort()) } });
    onTestFinished(npm.stop);
    await npm.logged("[remix-serve] http");
    npm[send](signal);
    expect(await npm.ended()).toEqual({ code: null, signal });
    expect(npm.log()).toContain(`shutdown: ${signal}, requests under way: 0`);
  });

  test("exits with the code of the server", async () => {
    const npm = startProcess({ command: "npm", args: ["start"], env: { PORT: "none" } });
    onTestFinished(npm.stop);
    expect(await npm.ended()).toEqual({ code: 1, signal: null });
    expect(npm.log()).toContain("PORT must be");
  });
});

/** Connections are accepted in order: when a later one is answered, the requests before it have begun. */
async function allBegun(site: Site): Promise<void> {
  await ask(`${site.url}/healthz`);
  await ask(`${site.url}/healthz`);
}
