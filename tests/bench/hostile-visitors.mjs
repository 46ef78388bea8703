import { randomUUID } from "node:crypto";
import { createConnection } from "node:net";

/** Coins with long histories. Lists of coins have named them, so the site fetches what is asked of them. */
export const FIRST_LONG_HISTORY = 100;
const LONG_HISTORIES = 1000;
export const CURRENCIES = ["inr", "eur", "usd"];
export const RANGES = ["24h", "7d", "14d", "30d", "60d", "200d", "1y", "max"];
const PATIENCE_MS = 10_000;
const HELD_MS = 30_000;
const POST = "POST /colour-mode HTTP/1.1\r\nHost: site\r\nContent-Length:";

/**
 * For each kind, the milliseconds between two visitors, and what one does.
 * @type {Record<string, [everyMs: number, visit: (url: string) => void]>}
 */
const KINDS = {
  "made-up ids": [50, (url) => read(`${url}/coin/made-up-${randomUUID()}`)],
  spellings: [10, (url) => read(`${url}${pick(spellings(randomUUID()))}`)],
  // Each is another file, of 200 kB.
  "history files": [200, (url) => read(`${url}${historyFile()}`)],
  "slow heads": [200, (url) => drip(url, "GET /coins HTTP/1.1\r\nHost: site\r\nX-Slow: ")],
  "slow bodies": [500, (url) => drip(url, `${POST} 1000\r\n\r\n`)],
  "unread answers": [500, unreadAnswers],
  "large bodies": [5000, (url) => connection(url).write(`${POST} 50000000\r\n\r\n${"x".repeat(50e6)}`)],
};

/**
 * Attacks a site on this machine at the rates above, until `stop` is called.
 * @param {string} url on 127.0.0.1
 * @throws {RangeError} when the site is on another machine
 */
export function startHostileVisitors(url) {
  if (new URL(url).hostname !== "127.0.0.1") throw new RangeError(`Not on this machine: ${url}`);
  const timers = Object.values(KINDS).map(([everyMs, visit]) => setInterval(() => visit(url), everyMs));
  return { stop: () => timers.forEach(clearInterval) };
}

/** @template Item @param {readonly Item[]} items */
export function pick(items) {
  return items[Math.floor(Math.random() * items.length)];
}

/** @param {string} junk */
function spellings(junk) {
  return [
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
}

function historyFile() {
  const coin = `coin-${FIRST_LONG_HISTORY + Math.floor(Math.random() * LONG_HISTORIES)}`;
  return `/coin/${coin}/history.${pick(["json", "csv"])}?currency=${pick(CURRENCIES)}&range=${pick(RANGES)}`;
}

/** Reads an answer, or hangs up before it arrives. The site may refuse it. @param {string} address */
async function read(address) {
  const patienceMs = Math.random() < 0.3 ? 50 : PATIENCE_MS;
  await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
    .then((response) => response.arrayBuffer())
    .catch(() => {});
}

/** @param {string} url */
function unreadAnswers(url) {
  const socket = connection(url);
  socket.pause();
  socket.write("GET /coins?page=2 HTTP/1.1\r\nHost: site\r\n\r\n".repeat(200));
}

/**
 * Sends a byte a second until the site closes the connection.
 * @param {string} url
 * @param {string} start
 */
function drip(url, start) {
  const socket = connection(url);
  socket.write(start);
  const timer = setInterval(() => socket.write("x"), 1000);
  socket.once("close", () => clearInterval(timer));
}

/** A connection that ends after `HELD_MS` at the latest. @param {string} url */
function connection(url) {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  const timer = setTimeout(() => socket.destroy(), HELD_MS);
  socket.once("close", () => clearTimeout(timer));
  // The site should reset it.
  socket.on("error", () => {});
  return socket.resume();
}
