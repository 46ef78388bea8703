import { describe, expect, it, vi } from "vitest";
import { get, post, startHeldServer } from "./held-server";

/** More than the system takes from the process for a visitor who reads nothing. */
const LONG = Buffer.alloc(32_000_000, "x");

describe("a connection", () => {
  it("is answered one request after the other, in the order of the requests", async () => {
    let underWay = 0;
    let most = 0;
    const { visit } = await startHeldServer((request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        response.end(`this is ${request.url}.`);
      });
    });
    const visitor = visit();
    visitor.send(["/a", "/b", "/c", "/d"].map((path) => get(path)).join(""));
    const text = await visitor.answers(4);
    expect([...text.matchAll(/this is (\/\w)/g)].map(([, path]) => path)).toEqual(["/a", "/b", "/c", "/d"]);
    expect(most).toBe(1);
  });

  it("has no further request answered while nobody reads the answer before", async () => {
    const begun: (string | undefined)[] = [];
    const { visit } = await startHeldServer((request, response) => {
      begun.push(request.url);
      response.end(request.url === "/long" ? LONG : "short");
    });
    const visitor = visit();
    visitor.stopReading();
    visitor.send(get("/long") + get("/next"));
    const other = visit();
    other.send(get("/other"));
    await other.answers(1);
    expect(begun).toEqual(["/long", "/other"]);
  });

  it("is ended when more requests are sent ahead than a few, and none of them is answered later", async () => {
    const begun: (string | undefined)[] = [];
    const { hold, visit } = await startHeldServer((request) => void begun.push(request.url), {
      waitingRequests: 3,
    });
    const visitor = visit();
    visitor.send(get("/a").repeat(500));
    expect(await visitor.ended()).toBe("");
    expect(begun).toEqual(["/a"]);
    await vi.waitFor(() => expect(hold.requestCount()).toBe(0));
  });

  it("is ended when an answer stays unread", async () => {
    const { hold, visit } = await startHeldServer((_, response) => void response.end(LONG), { unreadMs: 50 });
    const visitor = visit();
    visitor.stopReading();
    visitor.send(get("/long"));
    await vi.waitFor(() => expect(hold.requestCount()).toBe(1));
    await vi.waitFor(() => expect(hold.requestCount()).toBe(0), { timeout: 10_000 });
  });

  it("is not ended while the visitor waits for an answer", async () => {
    let answer = () => {};
    let isLate = () => {};
    const late = new Promise<void>((resolve) => {
      isLate = resolve;
    });
    const { visit } = await startHeldServer(
      (request, response) => {
        answer = () => response.end("at last");
        request.socket.once("timeout", () => isLate());
      },
      { unreadMs: 20 },
    );
    const visitor = visit();
    visitor.send(get("/slow"));
    await late;
    answer();
    expect(await visitor.answers(1)).toContain("at last");
  });

  it("is ended when no request comes on it any more", async () => {
    const { visit } = await startHeldServer((_, response) => void response.end("here"), { idleMs: 20 });
    const visitor = visit();
    visitor.send(get("/"));
    expect(await visitor.ended()).toContain("here");
  });

  it("is ended with 408 when the head of a request comes too slowly, or not at all", async () => {
    const { visit } = await startHeldServer((_, response) => void response.end(), { headMs: 50 });
    const [silent, slow] = [visit(), visit()];
    slow.send("GET / HTTP/1.1\r\nHost: site.test\r\nX: ");
    for (const visitor of [silent, slow]) {
      const text = await visitor.ended();
      expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(text).toContain("Cache-Control: no-store\r\n");
    }
  });

  it("is ended with 408 when a body comes too slowly", async () => {
    const { hold, visit } = await startHeldServer((request) => void request.resume(), {
      headMs: 50,
      requestMs: 50,
    });
    const visitor = visit();
    visitor.send(`${post("/colour-mode", "Content-Length: 9")}mode`);
    expect(await visitor.ended()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    await vi.waitFor(() => expect(hold.requestCount()).toBe(0));
  });

  it.each([
    ["what is no request", "hello\r\n\r\n", "400 Bad Request"],
    ["headers without end", get("/", `X: ${"x".repeat(20_000)}`), "431 Request Header Fields Too Large"],
  ])("is ended with a plain answer to %s", async (_, text, status) => {
    const { visit } = await startHeldServer((__, response) => void response.end());
    const visitor = visit();
    visitor.send(text);
    const answer = await visitor.ended();
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(answer).toContain("X-Content-Type-Options: nosniff\r\n");
  });

  it("beyond the last that is granted is closed, and room is made by closing idle ones", async () => {
    const { visit } = await startHeldServer((_, response) => void response.end("here"), { connections: 2 });
    const idle = [visit(), visit()];
    for (const visitor of idle) {
      visitor.send(get("/"));
      await visitor.answers(1);
    }
    expect(await visit().ended()).toBe("");
    for (const visitor of idle) await visitor.ended();
    const next = visit();
    next.send(get("/"));
    expect(await next.answers(1)).toContain("here");
  });
});

it("requests that were sent ahead by someone who left are under way no more", async () => {
  const { hold, visit } = await startHeldServer(() => {});
  const visitor = visit();
  visitor.send(get("/a") + get("/b") + get("/c"));
  await vi.waitFor(() => expect(hold.requestCount()).toBe(3));
  visitor.leave();
  await vi.waitFor(() => expect(hold.requestCount()).toBe(0));
});
