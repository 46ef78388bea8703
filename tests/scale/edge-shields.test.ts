import { describe, expect, it } from "vitest";
import { checkProductionConfiguration } from "./nginx.mjs";
import { startSiteBehindNginx } from "./site-behind-nginx";
import { type VisitOptions, visit } from "./visitor";

const served = await startSiteBehindNginx();

/** Sends a request that nginx answers without the app. */
async function visitEdgeAlone(path: string, options?: VisitOptions) {
  const before = served.requests.length;
  const answer = await visit(served.edge.url, path, options);
  expect(served.requests.length).toBe(before);
  return answer;
}

describe("never reaches the app", () => {
  it.each(["TRACE", "OPTIONS", "PUT", "DELETE", "PATCH"])("%s of a page: 405", async (method) => {
    const answer = await visitEdgeAlone("/coins", { method });
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET, HEAD"]);
  });

  const DOTTED = ["/a/../metrics", "/metrics//..", "/x//../metrics", "/x/%2e%2E/metrics", "/./metrics"];
  const ODD = ["/x/../robots.txt", "/robots.txt#x", "/metrics\\", "/x\\..\\metrics", "/metrics%00"];

  it.each([...DOTTED, ...ODD])(
    "the path %s, which nginx and the app could read differently: 400",
    async (path) => {
      expect((await visitEdgeAlone(path)).status).toBe(400);
    },
  );

  const METRICS = [
    "/metrics",
    "/metrics/",
    "/Metrics",
    "/METRICS?x",
    "/%6detrics",
    "/status",
    "/%53tatus.json",
  ];
  const THEIR_DATA = ["/metrics.data", "/metrics/.data", "/metrics/x/...data"];

  it.each([...METRICS, ...THEIR_DATA])("the operator's page %s: 404", async (path) => {
    const answer = await visitEdgeAlone(path);
    expect([answer.status, answer.text.includes("process_")]).toEqual([404, false]);
  });

  it("a form whose body has no stated length, which could contain another request: 411", async () => {
    const headers = { "transfer-encoding": "chunked" };
    const body = "GET /metrics HTTP/1.1\r\nHost: app\r\n\r\n";
    const answer = await visitEdgeAlone("/colour-mode", { method: "POST", headers, body });
    expect(answer.status).toBe(411);
  });

  it.each([
    ["GET", "/colour-mode", 302],
    ["HEAD", "/colour-mode.data", 202],
    ["POST", "/COLOUR-MODE", 405],
    ["GET", "/coins", 200],
    ["GET", "/robots.txt", 200],
  ])("the body of %s %s, as another request: %s", async (method, path, status) => {
    const body = "GET /metrics HTTP/1.1\r\nHost: app\r\n\r\n";
    const headers = { "content-length": String(body.length) };
    expect((await visit(served.edge.url, path, { method, headers, body })).status).toBe(status);
    // On the connection where the app may be waiting for a body.
    expect((await visit(served.edge.url, "/healthz")).status).toBe(200);
    expect(served.requests).not.toContain("GET /metrics");
  });

  it.each(["/colour-mode", "/watchlist", "/coins"])(
    "a form of more than 64 kB, sent to %s: 413, in words of the site",
    async (path) => {
      const answer = await visitEdgeAlone(path, { method: "POST", body: "x".repeat(70_000) });
      expect(answer.status).toBe(413);
      expect(String(answer.body)).toContain("Nothing has been changed");
    },
  );
});

it.each(["//metrics", "/%2Fmetrics", "/x/..%2Fmetrics", "/%252e/metrics"])(
  "the operator's page is not served at %s either",
  async (path) => {
    const answer = await visit(served.edge.url, path);
    expect([answer.status, answer.text.includes("process_")]).toEqual([404, false]);
  },
);

it.each(["/%E0%A4%A", "/coin/%E0%A4", "/coin/%ff", "/%C0%AE%C0%AE/", "/coin/%ED%A0%80", "/assets/%ff"])(
  "the path %s, which is not valid UTF-8, is rejected by nginx or the app with 400, and not cached",
  async (path) => {
    for (const _ of [1, 2]) {
      const answer = await visit(served.edge.url, path);
      expect([answer.status, answer.headers["cache-control"]]).toEqual([400, "no-store"]);
      expect(answer.cache).not.toBe("HIT");
    }
  },
);

describe("reaches the app", () => {
  it.each([
    ["localhost:3000", 21],
    ["example.com", 22],
    ["EXAMPLE.com:443", 23],
    ["a_b.example.", 24],
    ["192.0.2.1:8080", 25],
    ["[::1]:8080", 26],
    ["[2001:db8::1]", 27],
    ["0x7f", 28],
    ["a,b", 29],
    ["a".repeat(256), 30],
  ])("a request to host %s", async (host, page) => {
    const answer = await visit(served.edge.url, `/coins?page=${page}`, { headers: { host } });
    expect([answer.status, answer.cache]).toEqual([200, "MISS"]);
  });

  it.each(["//coins", "/coins/", "/coin/%62itcoin?range=7d", "/coin/%E2%82%AC", "/coin/a%20b", "/coin/%25"])(
    "the address %s, unchanged",
    async (path) => {
      const answer = await visit(served.edge.url, path);
      expect([200, 404]).toContain(answer.status);
      expect(served.requests).toContain(`GET ${path}`);
    },
  );
});

it("there is no stack trace in the app's log, whatever was sent", () => {
  expect(served.site.log()).not.toMatch(/^\s+at /m);
});

it("nginx does not reveal its version", async () => {
  for (const path of ["/", "/metrics"])
    expect((await visit(served.edge.url, path)).headers["server"]).toBe("nginx");
});

it("nginx accepts the production configuration", () => {
  const { isValid, text } = checkProductionConfiguration();
  expect(isValid, text).toBe(true);
  expect(text).not.toContain("[warn]");
});
