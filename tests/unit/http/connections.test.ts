import type { RequestListener, ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { LIMITS } from "~/services/http/http-server.server";
import { currentNetwork, publicNetworkOf } from "~/services/visitor-network.server";
import { createGate, eventually, times } from "../market-data/market-under-test";
import { get, post, startServer } from "./server-under-test";

/** More bytes than the system buffers for a client that reads nothing. */
const LONG = Buffer.alloc(32_000_000, "x");
/** Where a client connects from that seems to have the public addresses 203.0.113.1 and 203.0.113.2. */
const [PUBLIC, OTHER_PUBLIC] = ["127.0.113.1", "127.0.113.2"];

describe("a connection", () => {
  it("is not sent the next answer before the previous one is read", async () => {
    const begun: (string | undefined)[] = [];
    const { connect } = await startServer((request, response) => {
      begun.push(request.url);
      response.end(request.url === "/long" ? LONG : "short");
    });
    connect(get("/long") + get("/next")).stopReading();
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
    connect(get("/long")).stopReading();
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
    const held = [1, 2, 3].map(() => connect(get("/"), PUBLIC));
    await eventually(() => expect(taken.requestCount()).toBe(3));
    for (const _ of [1, 2]) expect(await connect("", PUBLIC).ended()).toBe("");
    expect(log.mock.calls).toEqual([[expect.stringContaining("CONNECTIONS_PER_ADDRESS")]]);
    expect(taken.requestCount()).toBe(3);
    connect(get("/"), OTHER_PUBLIC);
    await eventually(() => expect(taken.requestCount()).toBe(4));
    held[0]?.leave();
    await eventually(() => expect(taken.requestCount()).toBe(3));
    connect(get("/"), PUBLIC);
    await eventually(() => expect(taken.requestCount()).toBe(4));
  });

  it("without a request are closed to make room for new ones, the oldest first", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const answer: RequestListener = ({ url }, response) => void (url === "/" && response.end("here"));
    const { taken, connect } = await startServer(answer, { idleMs: 60_000 }, 3);
    connect(get("/slow"), PUBLIC);
    await eventually(() => expect(taken.requestCount()).toBe(1));
    const idle = connect(get("/"), PUBLIC);
    await idle.answers(1);
    const second = connect(get("/"), PUBLIC);
    await second.answers(1);
    expect(await connect(get("/"), PUBLIC).answers(1)).toContain("here");
    expect(await idle.ended()).toContain("here");
    second.send(get("/"));
    await second.answers(2);
    expect(taken.requestCount()).toBe(1);
  });

  it.each([
    ["on loopback, where a proxy or a tunnel runs", 3, "127.0.0.1"],
    ["on the internet, where the operator says that there are proxies", 0, PUBLIC],
  ])("are not bounded %s", async (_where, connectionsPerAddress, from) => {
    const { taken, connect } = await startServer(() => {}, {}, connectionsPerAddress);
    for (let count = 0; count < 200; count += 1) connect(get("/"), from);
    await eventually(() => expect(taken.requestCount()).toBe(200));
  });
});

describe("the network of a visitor", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    [" 192.0.2.1:8080", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:C000:201", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:8080", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["[2001:db8:1:2:3:4:5:6]", "2001:db8:1:2"],
    ["[2001:DB8:1:2::9]:8080", "2001:db8:1:2"],
    ["2001:0db8:0001:0002::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:1"],
  ])("of %s is %s, as of its household", (address, network) => {
    expect(publicNetworkOf(address)).toBe(network);
  });

  const LOOPBACK = "127.0.0.1 127.255.0.9:80 ::1 [::1]:80 ::ffff:127.0.0.1 ::ffff:7f00:1";
  const PRIVATE = "10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 ::ffff:10.1.2.3";
  const LOCAL = "169.254.1.1 fe80::1 fe80::1%eth0 [fe80::1%25eth0]:80 fc00::1 fd12:3456::1";
  const NOBODYS = "0.0.0.0 :: 255.255.255.255 224.0.0.1 ff02::1";
  const GARBAGE = "unknown _hidden 203.0.113 203.0.113.256 [2001:db8::1 1:2";

  it.each([
    ...[LOOPBACK, PRIVATE, LOCAL, NOBODYS, GARBAGE].flatMap((list) => list.split(" ")),
    ...["", "203.0.113.7, 192.0.2.1"],
  ])("of %j is unknown", (address) => expect(publicNetworkOf(address)).toBe(null));

  it.each([
    ...["172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "192.167.1.1", "11.0.0.1", "169.253.1.1"],
  ])("of %s, next to private ones, is known", (address) => expect(publicNetworkOf(address)).toBe(address));

  const MANY = "for 192.0.2.1,[2001:db8::1]:443 , 10.1.2.3:80,fd00::1,, unknown,";
  const [PROXY, ANY_NUMBER] = ["127.0.0.1", 0];

  // `for` stands for X-Forwarded-For, `real` for X-Real-IP.
  it.each<[what: string, headers: readonly string[], network: string | null, from?: string, most?: number]>([
    ["that of its connection from the internet", [], "203.0.113.1", PUBLIC],
    ["that, whatever its headers say", ["for 192.0.2.1", "real 192.0.2.1"], "203.0.113.1", PUBLIC],
    ["unknown where such connections are a proxy's", ["for 192.0.2.1"], null, PUBLIC, ANY_NUMBER],
    ["unknown where a proxy says nothing", [], null],
    ["what a proxy says", ["for 2001:db8:1:2::9"], "2001:db8:1:2"],
    ["that, with any number of connections", ["for 192.0.2.1"], "192.0.2.1", PROXY, ANY_NUMBER],
    ["what the last proxy says, not the visitor", ["for 192.0.2.1, 192.0.2.2"], "192.0.2.2"],
    ["what is said last in two headers", ["for 192.0.2.1", "for 192.0.2.2:80, 10.0.0.1"], "192.0.2.2"],
    ["the last public one of several proxies and rubbish", [MANY], "2001:db8:0:0"],
    ["what a proxy says in X-Real-IP", ["real 192.0.2.1"], "192.0.2.1"],
    ["that, if the list has no public one", ["for 10.0.0.1", "real 192.0.2.1"], "192.0.2.1"],
    ["not that, if the list has one", ["real 192.0.2.1", "for 192.0.2.2"], "192.0.2.2"],
    ["unknown if X-Real-IP is private", ["real 10.0.0.1"], null],
    ["unknown if X-Real-IP is a list", ["real 203.0.113.7, 10.0.0.1"], null],
    ["unknown if X-Real-IP is said twice", ["real 203.0.113.7", "real 203.0.113.7"], null],
    ["the last one of thousands", [`for ${"1.1.1.1,".repeat(1500)}192.0.2.1`], "192.0.2.1"],
    ["unknown behind thousands of proxies", [`for 1.1.1.1${",::1".repeat(3000)}`], null],
  ])("is %s", async (_, said, network, from = PROXY, most = 100) => {
    const headers = said.map((each) =>
      each.replace("for ", "X-Forwarded-For: ").replace("real ", "X-Real-IP: "),
    );
    const networks: (string | null)[] = [];
    const note = async (__: unknown, response: ServerResponse) => {
      await new Promise(setImmediate);
      networks.push(currentNetwork());
      response.end();
    };
    const { connect } = await startServer(note, {}, most);
    await connect(get("/", ...headers), from).answers(1);
    expect(networks).toEqual([network]);
  });
});
