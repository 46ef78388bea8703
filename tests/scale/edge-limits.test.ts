import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FaultyUpstream } from "../support/faulty-upstream";
import type { Edge } from "./nginx.mjs";
import { startStandInBehindNginx } from "./site-behind-nginx";
import { type Answer, visit } from "./visitor";

// More requests than a dozen people behind one address make at once.
const PAGE_LOADS = 100;
const FILES = 15;
/** Concurrent requests of a visitor. */
const AT_ONCE = 50;
const FLOOD = 3000;
const HOUSEHOLD = "192.0.2.7";
const ATTACKER = "198.51.100.9";

let app: FaultyUpstream;
let edge: Edge;

beforeEach(async () => {
  const headers = { "cache-control": "public, max-age=600" };
  const started = await startStandInBehindNginx(
    ({ path }) => (path.includes("slow") ? { kind: "stall" } : { kind: "answer", headers, body: path }),
    { isBehindProxy: true },
  );
  ({ app, edge } = started);
  return started.stop;
});

it("a hundred concurrent page loads from one address, with all their files, are served", async () => {
  const paths = Array.from({ length: PAGE_LOADS }, (_, load) => [
    `/coins?page=${load + 1}`,
    ...Array.from({ length: FILES }, (_file, file) => `/assets/file-${file}.js`),
  ]).flat();
  expect(countByStatus(await visitAll(HOUSEHOLD, paths))).toEqual({ 200: paths.length });
});

describe("a flood", () => {
  it.each([
    ["/coins", { cookie: "a=b; watchlist_change=add/bitcoin//" }],
    ["/watchlist?currency=usd", { cookie: "watchlist=bitcoin" }],
    ["/%77atchList.data", {}],
  ])("of %s, rendered for one visitor alone, leaves that network its other pages", async (path, headers) => {
    const flood = await visitAll(ATTACKER, Array(250).fill(path), "GET", headers);
    expect(countByStatus(flood)[200]).toBeLessThan(200);
    expect(countByStatus(flood)[429]).toBeGreaterThan(50);
    expect((await visitFrom(ATTACKER, "/coins?page=2")).status).toBe(200);
    expect((await visitFrom(HOUSEHOLD, path, "GET", headers)).status).toBe(200);
    expect((await visitFrom("10.1.2.3", path, "GET", headers)).status).toBe(200);
  });

  it.each([
    ["of one page", () => "/coins"],
    ["of made-up coins", (number: number) => `/coin/made-up-${number}`],
    ["of spellings", (number: number) => `/coins/?x=${number}`],
    ["of forms", () => "/colour-mode"],
  ])("%s from one address is rejected, and others are served", async (_, path) => {
    const method = path(0) === "/colour-mode" ? "POST" : "GET";
    const flood = await visitAll(
      ATTACKER,
      Array.from({ length: FLOOD }, (_visit, number) => path(number)),
      method,
    );
    const refused = flood.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(FLOOD / 3);
    for (const { headers, text } of refused) {
      expect([headers["retry-after"], headers["cache-control"]]).toEqual(["5", "no-store"]);
      expect(text).toContain("<h1>Too many requests</h1>");
    }
    for (const address of [HOUSEHOLD, "2001:db8::1"])
      expect((await visitFrom(address, path(0), method)).status).toBe(200);
  });

  it("from many addresses of one IPv6 network is rejected, and other networks are served", async () => {
    const addresses = Array.from({ length: FLOOD }, (_, number) => `2001:db8:1:2::${number.toString(16)}`);
    const flood = await withConcurrency(addresses, (address) => visitFrom(address, "/coins"));
    expect(countByStatus(flood)[429]).toBeGreaterThan(FLOOD / 3);
    expect((await visitFrom("2001:db8:1:3::1", "/coins")).status).toBe(200);
  });

  it("of connections from one address is rejected, and others are served", async () => {
    const held = Array.from({ length: 310 }, (_, number) => visitFrom(ATTACKER, `/coin/slow-${number}`));
    // Accepted requests are answered only when the app stops.
    const first = await Promise.race(held);
    expect(first.status).toBe(429);
    await vi.waitFor(() => expect(app.calls.length).toBe(300), { timeout: 20_000 });
    expect((await visitFrom(HOUSEHOLD, "/coins")).status).toBe(200);
    await app.stop();
    expect(countByStatus(await Promise.all(held))[429]).toBe(10);
  });
});

it.each([
  "10.1.2.3",
  "172.18.0.1",
  "192.168.1.1",
  "127.0.0.2",
  "100.64.0.1",
  "169.254.1.1",
  "fd00::1",
  "fe80::1",
])("the private address %s, which may be a proxy for everybody, is not limited", async (address) => {
  const paths = Array.from({ length: 700 }, () => "/coins");
  expect(countByStatus(await visitAll(address, paths))).toEqual({ 200: paths.length });
});

it.each([HOUSEHOLD, "2001:db8::1"])("the app is told last of a visitor's address: %s", async (from) => {
  const headers = { "x-forwarded-for": `${ATTACKER}, ${from}` };
  for (const [path, method] of [
    ["/coins", "GET"],
    ["/colour-mode", "POST"],
  ] as const)
    await visit(edge.url, path, { method, headers });
  const told = app.calls.map((call) => String(call.headers["x-forwarded-for"]).split(", ").at(-1));
  expect(told).toEqual([from, from]);
});

/** The headers that a proxy in front would send. */
function visitFrom(address: string, path: string, method = "GET", headers = {}): Promise<Answer> {
  return visit(edge.url, path, { method, headers: { ...headers, "x-forwarded-for": address } });
}

function visitAll(address: string, paths: readonly string[], method?: string, headers = {}) {
  return withConcurrency(paths, (path) => visitFrom(address, path, method, headers));
}

/** Runs all of them, with limited concurrency. */
async function withConcurrency<Item>(items: readonly Item[], act: (item: Item) => Promise<Answer>) {
  const answers: Answer[] = [];
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) answers.push(await act(item));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

function countByStatus(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
