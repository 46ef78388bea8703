import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeUpstream, LIMITED_PREFIX, startFakeUpstream } from "../support/fake-upstream";
import { type Site, startSite } from "../support/site";
import { type Forwarder, startForwarder } from "./forwarder";
import { type Edge, startNginx } from "./nginx.mjs";
import { type Answer, visit, visitAtOnce } from "./visitor";

const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd" };

let upstream: FakeUpstream;
let site: Site;
let forwarder: Forwarder;
let edge: Edge;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  site = await startSite({ MARKET_DATA_URL: upstream.url });
  forwarder = await startForwarder(site.url);
  edge = await startNginx([forwarder.url]);
});

afterAll(async () => {
  await edge?.stop();
  await forwarder?.stop();
  await site?.stop();
  await upstream?.stop();
});

const reached = (path: string) => forwarder.requests.filter((line) => line.endsWith(` ${path}`)).length;

describe("a page", () => {
  it("is asked of the app once by two hundred visitors who come at the same time", async () => {
    const path = "/coins?currency=usd&page=3";
    const answers = await visitAtOnce(200, edge.url, path, { headers: BROWSER });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.toString("base64"))).size).toBe(1);
    // What a page ends with, behind `</html>`: the data for hydration are complete.
    expect(answers[0]?.text.includes("streamController.close()")).toBe(true);
    expect(reached(path)).toBe(1);
    await visitAtOnce(200, edge.url, path, { headers: BROWSER });
    expect(reached(path)).toBe(1);
  });

  it("comes in an encoding that the visitor takes, and is the same page in each", async () => {
    const path = "/coins?currency=eur&page=3";
    const plain = await visit(edge.url, path);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [accepted, encodings] of [
      ["gzip, deflate, br, zstd", ["br", "gzip"]],
      ["br;q=1.0, gzip;q=0.8, *;q=0.1", ["br", "gzip"]],
      ["gzip", ["gzip"]],
      ["gzip;q=0.5, br;q=0", ["gzip"]],
      ["br;q=0.000, gzip;q=0", [undefined]],
      ["zstd, compress", [undefined]],
      ["brotli, xgzip", [undefined]],
    ] as const) {
      const answer = await visit(edge.url, path, { headers: { "accept-encoding": accepted } });
      expect(encodings, accepted).toContain(answer.headers["content-encoding"]);
      expect(answer.text).toBe(plain.text);
      expect(answer.headers["vary"]).toBe("Cookie, Accept-Encoding");
    }
    // Plain, gzip, and both; however visitors put it.
    expect(reached(path)).toBe(3);
  });

  it("is not sent again to who has it", async () => {
    const first = await visit(edge.url, "/exchanges", { headers: BROWSER });
    const tag = first.headers["etag"] ?? "";
    const again = await visit(edge.url, "/exchanges", { headers: { ...BROWSER, "if-none-match": tag } });
    expect([again.status, again.body.length, again.headers["etag"]]).toEqual([304, 0, tag]);
    expect(reached("/exchanges")).toBe(1);
  });

  it("answers a HEAD without a body, and keeps the whole page for the GET after it", async () => {
    const path = "/coin/bitcoin?range=7d";
    const head = await visit(edge.url, path, { method: "HEAD", headers: BROWSER });
    const get = await visit(edge.url, path, { headers: BROWSER });
    expect([head.status, head.body.length, get.status, get.cache]).toEqual([200, 0, 200, "HIT"]);
    expect(get.text).toContain("</html>");
    expect(reached(path)).toBe(1);
  });

  it("keeps the security headers that the app gave it, each once", async () => {
    await visit(edge.url, "/coins?page=5");
    const kept = await visit(edge.url, "/coins?page=5");
    const direct = await visit(site.url, "/coins?page=5");
    expect(kept.cache).toBe("HIT");
    for (const name of [
      "content-security-policy",
      "x-content-type-options",
      "referrer-policy",
      "permissions-policy",
      "cross-origin-opener-policy",
    ])
      expect(kept.headers[name], name).toBe(direct.headers[name]);
    expect(kept.headers["content-security-policy"]).toBeDefined();
  });

  it("is one thing, and its data for a client-side navigation are another", async () => {
    const page = await visit(edge.url, "/coins?page=7");
    const data = await visit(edge.url, "/coins.data?page=7");
    const dataAgain = await visit(edge.url, "/coins.data?page=7");
    expect(page.headers["content-type"]).toContain("text/html");
    expect(data.headers["content-type"]).toContain("text/x-script");
    expect([dataAgain.cache, dataAgain.text]).toEqual(["HIT", data.text]);
  });

  it("with an address that nobody would remember is not kept", async () => {
    const path = `/coins?page=1&junk=${"x".repeat(200)}`;
    await visit(edge.url, path);
    expect((await visit(edge.url, path)).status).toBe(200);
    expect(reached(path)).toBe(2);
  });
});

describe("a failure", () => {
  it.each([
    ["/coin/ghost", 404],
    ["/coins?page=13", 502],
    ["/nowhere", 404],
  ])("%s reaches the visitor as the app made it, and is not kept", async (path, status) => {
    const first = await visit(edge.url, path, { headers: BROWSER });
    const second = await visit(edge.url, path, { headers: BROWSER });
    const direct = await visit(site.url, path, { headers: BROWSER });
    for (const answer of [first, second]) {
      expect([answer.status, answer.text]).toEqual([status, direct.text]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect(reached(path)).toBe(2);
  });

  it("of a service that limits the site keeps its Retry-After", async () => {
    const limited = await startSite({
      MARKET_DATA_URL: upstream.url.replace(/\/api\/v3$/, `${LIMITED_PREFIX}/api/v3`),
    });
    const itsEdge = await startNginx([limited.url]);
    try {
      const answer = await visit(itsEdge.url, "/coins");
      expect([answer.status, answer.headers["cache-control"]]).toEqual([503, "no-store"]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(60);
      expect(answer.text).toContain("</html>");
    } finally {
      await itsEdge.stop();
      await limited.stop();
    }
  });
});

describe("the colour mode", () => {
  it("of one visitor is never seen by another, however they come together", async () => {
    const paths = ["/coins?page=9", "/coin/bitcoin", "/", "/exchanges", "/coins.data?page=9"];
    const modes = [null, "dark", "light"] as const;
    const visits = Array.from({ length: 10 }, () =>
      paths.flatMap((path) => modes.map((mode) => visitInMode(path, mode))),
    ).flat();
    const changes = modes
      .filter((mode) => mode !== null)
      .map(async (mode) => ({ mode, answer: await postMode(mode) }));
    for (const { path, mode, answer } of await Promise.all(visits)) {
      expect(answer.status).toBe(200);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      if (!path.includes(".data"))
        expect(/<html[^>]* data-theme="(\w+)"/.exec(answer.text)?.[1] ?? null).toBe(mode);
      expect(String(answer.headers["cache-control"]).startsWith(mode === null ? "public" : "private")).toBe(
        true,
      );
    }
    for (const { mode, answer } of await Promise.all(changes))
      expect(answer.headers["set-cookie"]?.[0]).toMatch(new RegExp(`^colour-mode=${mode};`));
  });

  it("alone is what the app sees of the cookies, so that other cookies share the page of everyone", async () => {
    await visit(edge.url, "/coins?page=11");
    for (const cookie of ["session=1", "colour-mode=purple", "x=colour-mode=dark", "colour-mode=darker"]) {
      const answer = await visit(edge.url, "/coins?page=11", { headers: { cookie } });
      expect([cookie, answer.cache]).toEqual([cookie, "HIT"]);
    }
  });

  it("is changed through nginx, and the visitor sent back to the page", async () => {
    const answer = await postMode("dark");
    expect([answer.status, answer.headers["location"]]).toEqual([303, "/coins?page=2"]);
    const data = await postMode("light", "/colour-mode.data");
    expect(data.status).toBe(202);
    expect(data.headers["set-cookie"]?.[0]).toMatch(/^colour-mode=light;/);
    const again = await visitInMode("/coins", "dark");
    const tag = again.answer.headers["etag"] ?? "";
    const known = await visit(edge.url, "/coins", {
      headers: { cookie: "colour-mode=dark", "if-none-match": tag },
    });
    expect(known.status).toBe(304);
  });
});

describe("a file", () => {
  it("with a hash in its name comes from the app once, packed, and is good for a year", async () => {
    const page = await visit(edge.url, "/");
    const path = /href="(\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? "";
    const first = await visit(edge.url, path, { headers: BROWSER });
    const cookie = "colour-mode=dark";
    const second = await visit(edge.url, path, { headers: { ...BROWSER, cookie } });
    expect([first.status, second.cache, reached(path)]).toEqual([200, "HIT", 1]);
    expect(second.headers["content-encoding"]).toBe("br");
    expect(second.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(second.headers["x-content-type-options"]).toBe("nosniff");
    expect(second.text).toBe((await visit(site.url, path)).text);
  });

  it.each(["/icons/icon-192.png", "/manifest.webmanifest", "/robots.txt"])(
    "%s is good for an hour",
    async (path) => {
      await visit(edge.url, path);
      const answer = await visit(edge.url, path);
      expect([answer.status, answer.cache, reached(path)]).toEqual([200, "HIT", 1]);
      expect(answer.headers["cache-control"]).toBe("public, max-age=3600");
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    },
  );
});

async function visitInMode(path: string, mode: "dark" | "light" | null) {
  const headers = mode === null ? BROWSER : { ...BROWSER, cookie: `other=1; colour-mode=${mode}` };
  return { path, mode, answer: await visit(edge.url, path, { headers }) };
}

function postMode(mode: "dark" | "light", path = "/colour-mode"): Promise<Answer> {
  return visit(edge.url, path, {
    method: "POST",
    headers: {
      origin: edge.url,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ mode, returnTo: "/coins?page=2" }).toString(),
  });
}
