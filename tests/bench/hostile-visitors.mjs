import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createConnection } from "node:net";

// For each kind, the milliseconds between two visitors and the maximum number of concurrent ones.
const KINDS = {
  "made-up ids": { everyMs: 50, maxAtOnce: 200, act: madeUpId },
  spellings: { everyMs: 10, maxAtOnce: 100, act: spelling },
  "history files": { everyMs: 200, maxAtOnce: 50, act: historyFile },
  "slow heads": { everyMs: 200, maxAtOnce: 50, act: slowHead },
  "slow bodies": { everyMs: 500, maxAtOnce: 20, act: slowBody },
  "unread answers": { everyMs: 500, maxAtOnce: 40, act: unreadAnswers },
  pipelines: { everyMs: 1000, maxAtOnce: 5, act: pipeline },
  "large bodies": { everyMs: 5000, maxAtOnce: 2, act: largeBody },
};
const ANSWER_MS = 10_000;
/** Coins with long histories. Lists of coins have named them, so the site fetches what is asked of them. */
export const FIRST_LONG_HISTORY = 100;
const LONG_HISTORIES = 1000;
export const CURRENCIES = ["inr", "eur", "usd"];
export const RANGES = ["24h", "7d", "14d", "30d", "60d", "200d", "1y", "max"];
/** Milliseconds after which a visitor disconnects, if it does. */
const HANG_UP_MS = 50;
const HANG_UP_SHARE = 0.3;
const DRIP_MS = 1000;
const HELD_MS = 30_000;
const UNREAD_REQUESTS = 200;
const PIPELINED_REQUESTS = 20;
const LARGE_BODY_BYTES = 50e6;
const CHUNK = Buffer.alloc(65_536, "x");

/**
 * Attacks a site on this machine at the bounded rates above, until `stop` is called.
 * @param {string} url on 127.0.0.1
 * @returns {{ counts: () => string, stop: () => Promise<void> }} `counts` returns how many of each kind were started
 * @throws {RangeError} when the site is on another machine
 */
export function startHostileVisitors(url) {
  if (new URL(url).hostname !== "127.0.0.1") throw new RangeError(`Not on this machine: ${url}`);
  const stopping = new AbortController();
  // One entry for each visit under way.
  setMaxListeners(0, stopping.signal);
  const begun = new Map(Object.keys(KINDS).map((kind) => [kind, 0]));
  /** @type {Set<Promise<unknown>>} */
  const all = new Set();
  const timers = Object.entries(KINDS).map(([kind, { everyMs, maxAtOnce, act }]) => {
    let underWay = 0;
    return setInterval(() => {
      if (underWay >= maxAtOnce) return;
      begun.set(kind, (begun.get(kind) ?? 0) + 1);
      underWay += 1;
      // The site should reject them.
      const visit = act(url, stopping.signal)
        .catch(() => {})
        .finally(() => {
          underWay -= 1;
          all.delete(visit);
        });
      all.add(visit);
    }, everyMs);
  });
  return {
    counts: () => [...begun].map(([kind, count]) => `${kind} ${count}`).join(", "),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await Promise.all(all);
    },
  };
}

/** @typedef {(url: string, signal: AbortSignal) => Promise<void>} Act */

/** @type {Act} */
async function madeUpId(url, signal) {
  const ms = Math.random() < HANG_UP_SHARE ? HANG_UP_MS : ANSWER_MS;
  await read(`${url}/coin/made-up-${randomUUID()}`, ms, signal);
}

/** @type {Act} */
async function spelling(url, signal) {
  const junk = randomUUID();
  const addresses = [
    `/coins?x=${junk}`,
    `/coins?${junk}&page=${"0".repeat(Math.floor(Math.random() * 8))}1`,
    `/coins?currency=%75s%64&${junk}`,
    `/coins/?${junk}`,
    `/coin/coin-1?range=7D&x=${junk}`,
    `/exchanges.data?x=${junk}`,
    `/icons/icon.svg?x=${junk}`,
    `/robots.txt?${junk}`,
    `/%73itemap/${junk}.xml`,
    `/no-such-page/${junk}`,
    `/${junk}.data`,
  ];
  await read(`${url}${pick(addresses)}`, ANSWER_MS, signal);
}

/**
 * Each is another file, of 200 kB.
 * @type {Act}
 */
async function historyFile(url, signal) {
  const coin = `coin-${FIRST_LONG_HISTORY + Math.floor(Math.random() * LONG_HISTORIES)}`;
  const query = `currency=${pick(CURRENCIES)}&range=${pick(RANGES)}`;
  await read(`${url}/coin/${coin}/history.${pick(["json", "csv"])}?${query}`, ANSWER_MS, signal);
}

/** @type {Act} */
function slowHead(url, signal) {
  return drip(url, signal, "GET /coins HTTP/1.1\r\nHost: site\r\nX-Slow: ");
}

/** @type {Act} */
function slowBody(url, signal) {
  return drip(url, signal, `${head("POST /colour-mode")}Content-Length: 1000\r\n\r\n`);
}

/** @type {Act} */
async function unreadAnswers(url, signal) {
  const { socket, closed } = connection(url, signal);
  socket.pause();
  socket.write(`${head("GET /coins?page=2")}\r\n`.repeat(UNREAD_REQUESTS));
  await closed;
}

/** @type {Act} */
async function pipeline(url, signal) {
  const { socket, closed } = connection(url, signal);
  socket.resume();
  socket.write(`${head("GET /coins?page=3")}\r\n`.repeat(PIPELINED_REQUESTS));
  socket.write(`${head("GET /healthz")}Connection: close\r\n\r\n`);
  await closed;
}

/** @type {Act} */
async function largeBody(url, signal) {
  const { socket, closed } = connection(url, signal);
  socket.resume();
  socket.write(`${head("POST /colour-mode")}Content-Length: ${LARGE_BODY_BYTES}\r\n\r\n`);
  for (let sent = 0; sent < LARGE_BODY_BYTES && !socket.destroyed; sent += CHUNK.length) {
    if (!socket.write(CHUNK)) {
      await Promise.race([closed, new Promise((resolve) => socket.once("drain", resolve))]);
    }
  }
  socket.destroy();
}

/**
 * Sends a byte a second until the site closes the connection.
 * @param {string} url
 * @param {AbortSignal} signal
 * @param {string} start
 */
async function drip(url, signal, start) {
  const { socket, closed } = connection(url, signal);
  socket.resume();
  socket.write(start);
  const timer = setInterval(() => socket.write("x"), DRIP_MS);
  await closed;
  clearInterval(timer);
}

/**
 * A connection that ends after `HELD_MS` at the latest.
 * @param {string} url
 * @param {AbortSignal} signal
 */
function connection(url, signal) {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port), signal });
  const timer = setTimeout(() => socket.destroy(), HELD_MS);
  // The site should reset it.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve)).then(() => clearTimeout(timer));
  return { socket, closed };
}

/** @template Item @param {readonly Item[]} items */
export function pick(items) {
  return items[Math.floor(Math.random() * items.length)];
}

/** @param {string} request */
function head(request) {
  return `${request} HTTP/1.1\r\nHost: site\r\n`;
}

/**
 * @param {string} address
 * @param {number} ms
 * @param {AbortSignal} signal
 */
async function read(address, ms, signal) {
  const response = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]) });
  await response.arrayBuffer();
}
