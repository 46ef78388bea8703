// `node tests/bench/soak.mjs [minutes=10]`: does memory stay flat? A mixed load on the production build, before an
// upstream that fails now and then. Printed once a minute are requests, statuses and the site's resident memory; at the
// end its memory after the first and after the last minute. The site's own log of failures goes to standard error.
import { setTimeout as pause } from "node:timers/promises";
import { startUpstream } from "./market-upstream.mjs";
import { servedSite } from "./served-site.mjs";

const MINUTES = Number(process.argv[2] ?? 10);
const CONNECTIONS = 8;
const REQUESTS_PER_SECOND = 200;
const MINUTE_MS = 60_000;
const COINS = 50;
const UNKNOWN_COINS = 100;
const CURRENCIES = ["inr", "eur", "usd"];
const RANGES = ["24h", "7d", "14d", "30d", "60d", "200d", "1y", "max"];

if (!(MINUTES > 0)) {
  console.error("The number of minutes must be greater than 0.");
  process.exit(1);
}

const upstream = await startUpstream(20, failNowAndThen);
const site = await servedSite({
  MARKET_DATA_URL: upstream.url,
  MARKET_DATA_API_KEY: "",
  MARKET_DATA_TIMEOUT_MS: "5000",
  MARKET_DATA_CALLS_PER_MINUTE: "0",
});
/** Requests by status of the answer; 0: there was none. @type {Map<number, number>} */
const statuses = new Map();
const end = performance.now() + MINUTES * MINUTE_MS;
const load = Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => visit(index)));

/** @type {number[]} */
const memory = [];
for (let minute = 1; minute <= MINUTES; minute++) {
  await pause(Math.max(0, end - (MINUTES - minute) * MINUTE_MS - performance.now()));
  const megabytes = await residentMegabytes();
  memory.push(megabytes);
  const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(
    `minute ${minute}: ${total()} requests (${byStatus.join(", ")}), ${upstream.calls()} upstream calls, ` +
      `${megabytes.toFixed(1)} MB`,
  );
}
await load;
site.stop();
upstream.stop();
console.log(`memory after the first minute: ${memory.at(0)?.toFixed(1)} MB`);
console.log(`memory after the last minute:  ${memory.at(-1)?.toFixed(1)} MB`);
if (statuses.has(0)) process.exitCode = 1;

/**
 * One connection: a request, then the next when its turn has come, late ones at once.
 * @param {number} index
 */
async function visit(index) {
  const gapMs = (CONNECTIONS * 1000) / REQUESTS_PER_SECOND;
  let turn = performance.now() + (index * gapMs) / CONNECTIONS;
  for (; performance.now() < end; turn = Math.max(turn + gapMs, performance.now() - gapMs)) {
    await pause(Math.max(0, turn - performance.now()));
    const status = await fetch(`${site.url}${nextPage()}`).then(readToEnd, () => 0);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

/** @param {Response} response */
async function readToEnd(response) {
  await response.arrayBuffer();
  return response.status;
}

function nextPage() {
  const currency = pick(CURRENCIES);
  const chance = Math.random();
  if (chance < 0.5) return `/coins?currency=${currency}&page=${upTo(60)}`;
  if (chance < 0.9) return `/coin/coin-${upTo(COINS)}?currency=${currency}&range=${pick(RANGES)}`;
  if (chance < 0.95) return `/coin/unknown-${upTo(UNKNOWN_COINS)}`;
  return "/exchanges";
}

/** @param {number} most */
function upTo(most) {
  return 1 + Math.floor(Math.random() * most);
}

/** @template Item @param {readonly Item[]} items */
function pick(items) {
  return items[Math.floor(Math.random() * items.length)];
}

function total() {
  return [...statuses.values()].reduce((sum, count) => sum + count, 0);
}

async function residentMegabytes() {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
}

/**
 * What the upstream does to a call: of a thousand two are answered 500, two are reset, and one is answered 429 for two
 * seconds.
 * @param {import("node:http").ServerResponse} response
 */
function failNowAndThen(response) {
  const chance = Math.random();
  if (chance < 0.002) response.writeHead(500).end();
  else if (chance < 0.004) response.req.socket.resetAndDestroy();
  else if (chance < 0.005) response.writeHead(429, { "retry-after": "2" }).end();
}
