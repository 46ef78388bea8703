import type { RequestListener, ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { LIMITS } from "~/services/http/http-server.server";
import { currentNetwork, networkOf } from "~/services/visitor-network.server";
import { createGate, eventually, times } from "../market-data/market-under-test";
import { get, post, startServer } from "./server-under-test";

/** More bytes than the system buffers for a client that reads nothing. */
const LONG = Buffer.alloc(32_000_000, "x");

describe("a connection", () => {
  it("is not sent the next answer before the previous one is read", async () => {
    const begun: (string | undefined)[] = [];
    const { connect } = await startServer((request, response) => {
      begun.push(request.url);
      response.end(request.url === "/long" ? LONG : "short");
    });
    const client = connect(get("/long") + get("/next"));
    client.stopReading();
    await connect(get("/other")).answers(1);
    expect(begun).toEqual(["/long", "/other"]);
  });

  it("is ended when too many requests are pipelined, and none of them is answered later", async () => {
    const begun: (string | undefined)[] = [];
    const limits = { waitingRequests: 3 };
    const { taken, connect } = await startServer((request) => void begun.push(request.url), limits);
    expect(await connect(get("/a").repeat(500)).ended()).toBe("");
    expect(begun).toEqual(["/a"]);
    await eventually(() => expect(taken.requestCount()).toBe(0));
  });

  it("is answered one request at a time, in order; sixteen may wait, and the seventeenth ends it", async () => {
    const paths = times(17, (number) => `/${number}`);
    const responses: ServerResponse[] = [];
    const { taken, connect } = await startServer((_, response) => void responses.push(response));
    const client = connect(paths.map((path) => get(path)).join(""));
    await eventually(() => expect(taken.requestCount()).toBe(17));
    for (let count = 1; count <= 17; count += 1) {
      await eventually(() => expect(responses).toHaveLength(count));
      responses.at(-1)?.end(`this is ${responses.at(-1)?.req.url}`);
    }
    const text = await client.answers(17);
    expect([...text.matchAll(/this is (\/\d+)/g)].map(([, path]) => path)).toEqual(paths);
    expect(await connect(get("/a").repeat(18)).ended()).toBe("");
  });

  // Node's own timers cannot be faked: these two tests announce the time-out themselves, however busy the machine is.
  it("is ended when an answer is not read", async () => {
    const ended = createGate();
    const { taken, connect } = await startServer((request, response) => {
      response.once("close", ended.open);
      response.end(LONG);
      expect(request.socket.timeout).toBe(LIMITS.unreadMs);
      request.socket.emit("timeout");
    });
    const client = connect(get("/long"));
    client.stopReading();
    await ended.opened;
    expect(taken.requestCount()).toBe(0);
  });

  it("is not ended while the client waits for an answer", async () => {
    const { connect } = await startServer((request, response) => {
      request.socket.emit("timeout");
      setImmediate(() => response.end("at last"));
    });
    expect(await connect(get("/slow")).answers(1)).toContain("at last");
  });

  it("is ended when it is idle", async () => {
    const { connect } = await startServer((_, response) => void response.end("here"), { idleMs: 20 });
    expect(await connect(get("/")).ended()).toContain("here");
  });

  it("is ended with 408 when the headers of a request arrive too slowly, or not at all", async () => {
    const { connect } = await startServer((_, response) => void response.end(), { headMs: 50 });
    const clients = ["", "GET / HTTP/1.1\r\nHost: site.test\r\nX: "].map((sent) => connect(sent));
    for (const client of clients) {
      const text = await client.ended();
      expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(text).toContain("Cache-Control: no-store\r\n");
    }
  });

  it("is ended with 408 when a body arrives too slowly", async () => {
    const limits = { headMs: 50, requestMs: 50 };
    const { taken, connect } = await startServer((request) => void request.resume(), limits);
    const client = connect(`${post("/colour-mode", "Content-Length: 9")}mode`);
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    await eventually(() => expect(taken.requestCount()).toBe(0));
  });

  it.each([
    ["something that is no request", "hello\r\n\r\n", "400 Bad Request"],
    ["endless headers", get("/", `X: ${"x".repeat(20_000)}`), "431 Request Header Fields Too Large"],
  ])("is ended with a short answer to %s", async (_, text, status) => {
    const { connect } = await startServer((__, response) => void response.end());
    const answer = await connect(text).ended();
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(answer).toContain("X-Content-Type-Options: nosniff\r\n");
  });

  it("is refused when there are too many, and idle ones are closed to make room", async () => {
    const { connect } = await startServer((_, response) => void response.end("here"), { connections: 2 });
    const idle = [connect(get("/")), connect(get("/"))];
    for (const client of idle) await client.answers(1);
    expect(await connect().ended()).toBe("");
    for (const client of idle) await client.ended();
    expect(await connect(get("/")).answers(1)).toContain("here");
  });
});

describe("the connections of one address", () => {
  it("are bounded, so that one client cannot keep others out", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { taken, connect } = await startServer(() => {}, {}, 3);
    const held = [1, 2, 3].map(() => connect(get("/")));
    await eventually(() => expect(taken.requestCount()).toBe(3));
    for (const _ of [1, 2]) expect(await connect().ended()).toBe("");
    expect(log.mock.calls).toEqual([[expect.stringContaining("CONNECTIONS_PER_ADDRESS")]]);
    expect(taken.requestCount()).toBe(3);
    connect(get("/"), "127.0.0.2");
    await eventually(() => expect(taken.requestCount()).toBe(4));
    held[0]?.leave();
    await eventually(() => expect(taken.requestCount()).toBe(3));
    connect(get("/"));
    await eventually(() => expect(taken.requestCount()).toBe(4));
  });

  it("without a request are closed to make room for new ones, the oldest first", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const answer: RequestListener = ({ url }, response) => void (url === "/" && response.end("here"));
    const { taken, connect } = await startServer(answer, { idleMs: 60_000 }, 3);
    connect(get("/slow"));
    await eventually(() => expect(taken.requestCount()).toBe(1));
    const idle = connect(get("/"));
    await idle.answers(1);
    const second = connect(get("/"));
    await second.answers(1);
    expect(await connect(get("/")).answers(1)).toContain("here");
    expect(await idle.ended()).toContain("here");
    second.send(get("/"));
    await second.answers(2);
    expect(taken.requestCount()).toBe(1);
  });

  it("are not bounded behind a proxy, where all visitors have one", async () => {
    const { connect } = await startServer((_, response) => void response.end("here"), {}, 0);
    const clients = Array.from({ length: 200 }, () => connect(get("/")));
    for (const client of clients) await client.answers(1);
  });
});

describe("the network of a visitor", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:1"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("of %s is %s, as of its household", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ["that of the connection, whatever its headers say", 100, ["X-Real-IP: 203.0.113.7"], "127.0.0.1"],
    ["behind a proxy what that says", 0, ["X-Real-IP: 2001:db8:1:2::9"], "2001:db8:1:2"],
    ["unknown where a proxy says nothing", 0, [], null],
    ["unknown where a proxy says rubbish", 0, ["X-Real-IP: 203.0.113.7, 10.0.0.1"], null],
    ["unknown where a proxy says it twice", 0, Array(2).fill("X-Real-IP: 203.0.113.7"), null],
  ])("is %s", async (_, connectionsPerAddress, headers, network) => {
    const networks: (string | null)[] = [];
    const note = async (__: unknown, response: ServerResponse) => {
      await new Promise(setImmediate);
      networks.push(currentNetwork());
      response.end();
    };
    const { connect } = await startServer(note, {}, connectionsPerAddress);
    await connect(get("/", ...headers)).answers(1);
    expect(networks).toEqual([network]);
  });
});
