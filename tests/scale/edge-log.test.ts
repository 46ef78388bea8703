import { connect } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import { startStandInBehindNginx } from "./site-behind-nginx";
import { type VisitOptions, visit, visitAtOnce } from "./visitor";

const VISITOR = "192.0.2.77";
const headers = { "x-forwarded-for": VISITOR };

const { app, edge, stop } = await startStandInBehindNginx(
  ({ path }) => {
    if (path.includes("reset")) return { kind: "reset" };
    if (path.includes("cut")) return { kind: "cut" };
    if (path.includes("slow")) return { kind: "stall" };
    return { kind: "answer", headers: { "cache-control": "public, max-age=600" }, body: "" };
  },
  { isBehindProxy: true, slowSeconds: 1 },
);

afterAll(stop);

describe("nginx writes one line without the visitor's address", () => {
  // nginx writes its log once a second, so these wait for it together.
  it.concurrent.each<[string, string, VisitOptions, number]>([
    ["for a page", "/coins?page=1", {}, 200],
    ["for a form that is too large", "/colour-mode", { method: "POST", body: "x".repeat(70_000) }, 413],
    ["for a replica that breaks off", "/coin/reset", {}, 503],
    ["for a replica that is too slow", "/coin/slow", {}, 503],
    ["for a path that is refused", "/x/../y", {}, 400],
  ])("%s", async (_, path, options, status) => {
    const answer = await visit(edge.url, path, { ...options, headers });
    expect(answer.status).toBe(status);
    await vi.waitFor(() => expect(linesFor(path)).toHaveLength(1), { timeout: 10_000 });
    expect(edge.log()).not.toContain(VISITOR);
  });

  it.concurrent("for a page whose response from the replica breaks off", async () => {
    await visit(edge.url, "/coin/cut", { headers }).catch(() => {});
    await vi.waitFor(() => expect(linesFor("/coin/cut")).toHaveLength(1), { timeout: 10_000 });
    expect(edge.log()).not.toContain(VISITOR);
  });

  it.concurrent.each([
    "/watchlist",
    "/%77atchlist",
    "//watchlist",
    "/WatchList",
    "/watchlist.data",
    "/coins/../watchlist",
    "/%2577atchlist",
  ])("without the coins and amounts that %s names", async (path) => {
    await visit(edge.url, `${path}?currency=usd&ids=secret:77123`, { headers });
    await vi.waitFor(() => expect(linesFor(`${path}?...`)).not.toHaveLength(0), { timeout: 10_000 });
    expect(edge.log()).not.toMatch(/secret|77123/);
  });

  it.concurrent.each([
    ["exchange-7.f", /^exchange-7\.f$/],
    ["x".repeat(65), /^[\da-f]{32}$/],
    ["a b", /^[\da-f]{32}$/],
  ])("with the id %j if it is one, or else a new one, which the app gets too", async (sent, id) => {
    const path = `/coin/traced-${sent.length}`;
    for (const method of ["GET", "POST"])
      await visit(edge.url, path, { method, headers: { ...headers, "x-request-id": sent } });
    await vi.waitFor(() => expect(linesFor(path)).toHaveLength(2), { timeout: 10_000 });
    const told = app.calls.filter((call) => call.path === path);
    expect(told).toHaveLength(2);
    // nginx may write the line of the first request after that of the second.
    for (const call of told) {
      expect(call.headers["x-request-id"]).toMatch(id);
      expect(linesFor(path).join("\n")).toContain(` id=${call.headers["x-request-id"]} `);
    }
  });

  it.concurrent("with the query of other pages", async () => {
    const paths = [
      "/coins?currency=usd&page=2",
      "/coin/pepe.data?range=7d",
      "/coin/pepe/history.csv?range=7d",
      "/?currency=eur",
    ];
    for (const path of paths) await visit(edge.url, path, { headers });
    for (const path of paths)
      await vi.waitFor(() => expect(linesFor(path)).toHaveLength(1), { timeout: 10_000 });
  });

  it("for each request of a flood", async () => {
    for (let round = 0; round < 20; round += 1) await visitAtOnce(100, edge.url, "/exchanges", { headers });
    await vi.waitFor(() => expect(linesFor("/exchanges")).toHaveLength(2000), { timeout: 10_000 });
    expect(linesFor("/exchanges").some((line) => line.includes(" 429 "))).toBe(true);
    expect(edge.log()).not.toContain(VISITOR);
  });

  it("for something that is not HTTP", async () => {
    const answer = await new Promise<string>((resolve) => {
      const { hostname, port } = new URL(edge.url);
      const socket = connect(Number(port), hostname, () => socket.write("\x16\x03\x01 nonsense\r\n\r\n"));
      socket.once("data", (bytes) => resolve(bytes.toString()));
    });
    expect(answer).toContain("400");
    await vi.waitFor(() => expect(edge.log()).toMatch(/ 400 \d+ [\d.]+ id=[\da-f]{32} cache=- app=- - -$/m), {
      timeout: 10_000,
    });
    expect(edge.log()).not.toContain("client:");
  });
});

function linesFor(path: string): string[] {
  return edge
    .log()
    .split("\n")
    .filter((line) => line.includes(` ${path} `));
}
