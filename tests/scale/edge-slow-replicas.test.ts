import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FaultyUpstream, startFaultyUpstream, type UpstreamCall } from "../support/faulty-upstream";
import { type Edge, startNginx } from "./nginx.mjs";
import { visit, visitAtOnce } from "./visitor";

// Stand-ins for replicas. When the market data service hangs, an answer takes longer than nginx waits: seconds here, half a
// minute in production.
const SLOW_SECONDS = 2;
const OTHER_PAGES = 40;

let replicas: FaultyUpstream[];
let edge: Edge;

beforeEach(async () => {
  replicas = await Promise.all(Array.from({ length: 3 }, () => startFaultyUpstream(answerUnlessSlow)));
  edge = await startNginx(
    replicas.map(({ url }) => url),
    { slowSeconds: SLOW_SECONDS },
  );
});

afterEach(async () => {
  await edge?.stop();
  await Promise.all((replicas ?? []).map((replica) => replica.stop()));
});

describe("when the service hangs, so that replicas do not answer for some pages,", () => {
  it("other pages and the health checks of all replicas are not affected", async () => {
    // More hanging pages than replicas, which keep timing out.
    let isOver = false;
    const hanging = Array.from({ length: 12 }, async (_, visitor) => {
      const statuses = new Set<number>();
      for (let turn = 0; !isOver; turn += 1)
        statuses.add((await visit(edge.url, `/coin/slow-${visitor}-${turn}`)).status);
      return statuses;
    });
    const givenUp = () => edge.log().match(/ 504 /g)?.length ?? 0;
    try {
      for (const round of [1, 2, 3]) {
        const before = givenUp();
        await vi.waitFor(() => expect(givenUp()).toBeGreaterThan(before), { timeout: 30_000 });
        const answers = await Promise.all(
          Array.from({ length: OTHER_PAGES }, (_, page) => [
            visit(edge.url, "/healthz"),
            visit(edge.url, `/coin/quick-${round}-${page}`),
          ]).flat(),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
    } finally {
      isOver = true;
    }
    for (const statuses of await Promise.all(hanging)) expect(statuses).toEqual(new Set([503]));
    for (const replica of replicas) {
      const paths = replica.calls.map(({ path }) => path);
      expect(paths).toContain("/healthz");
      expect(paths.some((path) => path.startsWith("/coin/quick"))).toBe(true);
    }
  });

  it("a page that times out was requested from one replica only", async () => {
    await visit(edge.url, "/coin/slow");
    expect(callsTo(replicas)).toBe(1);
  });
});

it("a replica that hangs altogether gets only the first requests, so that later ones are answered", async () => {
  const [first] = replicas;
  first?.behave(() => ({ kind: "stall" }));
  const held = visitAtOnce(3, edge.url, "/healthz");
  await vi.waitFor(() => expect(first?.calls.length).toBe(1));
  for (let page = 0; page < OTHER_PAGES; page += 1)
    expect((await visit(edge.url, `/coin/quick-${page}`)).status).toBe(200);
  expect(first?.calls.length).toBe(1);
  await held;
});

describe("when a replica is gone", () => {
  it("its visitors are answered by the others", async () => {
    await replicas[0]?.stop();
    const answers = await Promise.all(
      Array.from({ length: OTHER_PAGES }, (_, page) => visit(edge.url, `/coin/quick-${page}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(callsTo(replicas)).toBe(OTHER_PAGES);
  });

  it("it gets requests again as soon as it is back", async () => {
    const [first, ...others] = replicas;
    await first?.refuse();
    await visitAtOnce(OTHER_PAGES, edge.url, "/healthz");
    for (const other of others) await other.refuse();
    expect((await visit(edge.url, "/healthz")).status).toBe(503);
    await first?.accept();
    expect((await visit(edge.url, "/healthz")).status).toBe(200);
  });
});

function answerUnlessSlow({ path }: UpstreamCall) {
  return path.includes("slow")
    ? ({ kind: "stall" } as const)
    : ({ kind: "answer", headers: { "cache-control": "no-store" }, body: "" } as const);
}

function callsTo(some: readonly FaultyUpstream[]): number {
  return some.reduce((sum, { calls }) => sum + calls.length, 0);
}
