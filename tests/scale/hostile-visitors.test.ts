import { connect, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { startSite } from "../support/site";
import { eventually } from "../unit/market-data/market-under-test";
import { ask } from "./drain-visitors";

// As the container image starts it.
const site = await startSite({ NODE_OPTIONS: "--max-old-space-size=256", MARKET_DATA_TIMEOUT_MS: "10000" });
const port = Number(new URL(site.url).port);
const sockets: Socket[] = [];

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await site.stop();
});

function open(text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    sockets.push(socket);
    socket.once("error", reject);
    socket.write(text);
  });
}

/** Sends the same number of requests at once. @returns the connections, and what has arrived on them, piece by piece */
async function flood(count: number, requestOf: (index: number) => string) {
  const answers: string[] = [];
  const connections = Array.from({ length: count }, async (_, index) => {
    const socket = await open(requestOf(index));
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => answers.push(chunk.toString("latin1")));
    return socket;
  });
  return { answers, flooding: await Promise.all(connections) };
}

async function inFlight(): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  return Number(/^http_requests_in_flight (\S+)$/m.exec(text)?.[1]);
}

/** Answers of a site to bytes that no browser sends. */
async function answerTo(...lines: string[]): Promise<string> {
  const socket = await open([...lines, "Connection: close", "", ""].join("\r\n"));
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}

test("three hundred visitors who each request 200 pages at once and read nothing delay nobody else", async () => {
  const requests = Array.from(
    { length: 200 },
    (_, index) => `GET /coins?page=${1 + (index % 132)} HTTP/1.1\r\nHost: site.test\r\n\r\n`,
  );
  const flood = Array.from({ length: 300 }, async () => {
    const socket = await open("");
    socket.on("error", () => {});
    socket.pause();
    // As many at a time as may wait, as well as all at once.
    for (const request of requests.slice(0, 16)) socket.write(request);
    socket.write(requests.slice(16).join(""));
  });
  await Promise.all(flood);
  for (const path of ["/coins", "/coin/bitcoin", "/exchanges", "/healthz"])
    expect(await ask(site.url + path), path).toMatchObject({ kind: "answered", status: 200 });
  expect(site.log()).not.toMatch(/heap|Warning/);
});

test.each(["Content-Length: 314572800", "Transfer-Encoding: chunked"])(
  "300 MB for the colour mode are rejected while they arrive, with %s",
  async (length) => {
    const socket = await open(`POST /colour-mode HTTP/1.1\r\nHost: site.test\r\n${length}\r\n\r\n`);
    const piece = Buffer.alloc(1_048_576, "x");
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), piece, Buffer.from("\r\n")]);
    let sent = 0;
    let text = "";
    socket.on("data", (answer: Buffer) => {
      text += answer.toString();
    });
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => {});
    const send = () => {
      while (sent < 300 && socket.writable) {
        sent += 1;
        if (!socket.write(length.startsWith("C") ? piece : chunk)) return void socket.once("drain", send);
      }
    };
    send();
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 41[13] /);
    expect(sent).toBeLessThan(300);
    expect(await ask(`${site.url}/healthz`)).toMatchObject({ kind: "answered", status: 200 });
  },
);

test("1,800 made-up coins at once are refused in a sentence, and delay nobody once their visitors have left", async () => {
  await fetch(`${site.url}/coins?currency=eur&page=1`);
  const requestOf = (index: number) => `GET /coin/made-up-${index} HTTP/1.1\r\nHost: site.test\r\n\r\n`;
  const { answers, flooding } = await flood(1800, requestOf);
  for (const path of ["/healthz", "/metrics", "/coins?currency=eur&page=1"])
    expect(await ask(site.url + path), path).toMatchObject({ kind: "answered", status: 200 });
  for (const socket of flooding) socket.destroy();
  // The server notices it in an order of its own.
  await eventually(async () => expect(await inFlight()).toBeLessThan(10));
  expect(await ask(`${site.url}/coins?currency=eur&page=2`)).toMatchObject({ kind: "answered", status: 200 });
  expect(answers.some((text) => /^HTTP\/1.1 503 [\s\S]*^Retry-After: 5/im.test(text))).toBe(true);
});

test("a network that has its own watchlist rendered over and over leaves the others their pages", async () => {
  const from = (address: string) => ({ "X-Real-IP": address, Cookie: "watchlist=bitcoin,ethereum" });
  const lines = Object.entries(from("198.51.100.9")).map((header) => header.join(": "));
  const request = ["GET /watchlist HTTP/1.1", "Host: site.test", ...lines, "", ""].join("\r\n");
  const { answers, flooding } = await flood(900, () => request);
  const count = (status: number) => answers.filter((text) => text.startsWith(`HTTP/1.1 ${status}`)).length;
  // As many as there is room for are waiting.
  await eventually(() => expect(count(503)).toBeGreaterThan(0));
  const before = count(200);
  // At once, because what the flood gets between two requests depends on the visitor, not on the site.
  const others = ["/coins?page=77", "/watchlist", "/coin/tether?range=1y"].map((path) =>
    fetch(site.url + path, { headers: from("192.0.2.7") }),
  );
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(count(200) - before).toBeLessThan(300);
  for (const socket of flooding) socket.destroy();
});

test("a body that breaks off changes nothing", async () => {
  const socket = await open(
    "POST /colour-mode HTTP/1.1\r\nHost: site.test\r\nContent-Length: 90\r\n\r\nmode=dark",
  );
  await ask(`${site.url}/healthz`);
  socket.destroy();
  expect(await ask(`${site.url}/healthz`)).toMatchObject({ kind: "answered", status: 200 });
});

const HOST = "Host: site.test";
const FORM = ["Content-Length: 0", HOST];

// Methods, hosts and paths that the site rejects are in tests/unit/http/rejections.test.ts.
test.each([
  ["405 ", ["PUT /coins.data HTTP/1.1", ...FORM]],
  ["403 ", ["POST /watchlist HTTP/1.1", ...FORM, "Sec-Fetch-Site: cross-site"]],
  [
    "303 ",
    ["POST /colour-mode HTTP/1.1", ...FORM, "Origin: https://site.test", "X-Forwarded-Host: site.test"],
  ],
  ["200 ", ["GET // HTTP/1.1", HOST]],
  ["404 ", ["GET //coins HTTP/1.1", HOST]],
  ["200 ", ["GET /coins?_data=nope HTTP/1.1", HOST]],
  ["200 ", ["GET /coins?_data=routes/coins HTTP/1.1", HOST]],
  ["200 ", ["GET /coins.data?_routes=nope HTTP/1.1", HOST]],
  ["404 ", ["GET /nowhere.data HTTP/1.1", HOST]],
  ["200 ", ["GET /manifest.webmanifest HTTP/1.1", HOST, "Range: bytes=99999999-"]],
  ["200 ", ["GET /manifest.webmanifest HTTP/1.1", HOST, 'If-Match: "x"']],
])("answers %sto %j", async (status, lines) => {
  expect((await answerTo(...lines)).slice("HTTP/1.1 ".length)).toMatch(new RegExp(`^${status}`));
});

test("there is no stack trace in the log, whatever was sent", async () => {
  await site.terminate();
  expect(site.log()).toContain("shutdown: SIGTERM");
  expect(site.log()).not.toMatch(/^\s+at |Error/m);
});
