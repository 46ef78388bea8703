// `npm run bench:soak [minutes=10]`: do ordinary visitors notice an attack, and does memory stay level? Ordinary visitors
// browse the production build, whose upstream fails now and then, while hostile visitors (hostile-visitors.mjs) attack it.
// Before the measurement, each page is requested until it is there.
// Prints once a minute: requests made and planned, statuses, errors and milliseconds of the ordinary visitors, visits of the
// hostile ones, calls of the service, the site's resident memory, and lines of stack traces in its log. No answer within
// 30 s counts as an error, and so does a status of 500 and above. Exits with 1 when more than one request in a thousand
// fails, or when there is a stack trace.
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "./figures.mjs";
import { CURRENCIES, FIRST_LONG_HISTORY, pick, RANGES, startHostileVisitors } from "./hostile-visitors.mjs";
import { startUpstream } from "./market-upstream.mjs";
import { servedSite } from "./served-site.mjs";

const MINUTES = Number(process.argv[2] ?? 10);
const CONNECTIONS = 8;
const REQUESTS_PER_SECOND = 200;
const ANSWER_MS = 30_000;
const MINUTE_MS = 60_000;
const RETRY_MS = 1000;
const MAX_ERROR_SHARE = 0.001;
/** Ordinary visitors need about a fifth of it. */
const CALLS_PER_MINUTE = 3000;
const PAGES = 60;
const COINS = 50;
/** The memory settings of the container image, from the Dockerfile. */
const IMAGE_MEMORY = {
  NODE_OPTIONS: "--max-old-space-size=256 --max-semi-space-size=8",
  MALLOC_ARENA_MAX: "2",
};

if (!(MINUTES > 0)) {
  console.error("The number of minutes must be greater than 0.");
  process.exit(1);
}

console.log(
  `${loadavg()[0]?.toFixed(1)} processes busy on ${availableParallelism()} processors before the run`,
);
const upstream = await startUpstream(20, failNowAndThen, FIRST_LONG_HISTORY);
let stackLines = 0;
const site = await servedSite(
  {
    ...IMAGE_MEMORY,
    MARKET_DATA_URL: upstream.url,
    MARKET_DATA_API_KEY: "",
    MARKET_DATA_TIMEOUT_MS: "5000",
    MARKET_DATA_CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
  },
  undefined,
  (text) => {
    stackLines += text.match(/^\s+at /gm)?.length ?? 0;
    process.stderr.write(text);
  },
);
/** Requests by status; 0: no answer. @type {Map<number, number>} */
const statuses = new Map();
/** Milliseconds that each request took. @type {number[]} */
const durations = [];
await warmUp();
const hostile = startHostileVisitors(site.url);
const end = performance.now() + MINUTES * MINUTE_MS;
const load = Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => visit(index)));

/** @type {number[]} */
const memory = [];
for (let minute = 1; minute <= MINUTES; minute++) {
  await pause(Math.max(0, end - (MINUTES - minute) * MINUTE_MS - performance.now()));
  const megabytes = await residentMegabytes();
  memory.push(megabytes);
  console.log(
    `minute ${minute}: ${total()} of ${minute * 60 * REQUESTS_PER_SECOND} requests (${byStatus()}), errors ${(100 * errorShare()).toFixed(3)} %, ` +
      `p50 ${percentile(durations, 0.5).toFixed(0)} ms, p99 ${percentile(durations, 0.99).toFixed(0)} ms, ` +
      `${upstream.calls()} upstream calls, ${megabytes.toFixed(1)} MB, ${stackLines} stack lines\n` +
      `  hostile: ${hostile.counts()}`,
  );
}
await load;
await hostile.stop();
site.stop();
upstream.stop();
console.log(`memory after the first minute: ${memory.at(0)?.toFixed(1)} MB`);
console.log(`memory after the last minute:  ${memory.at(-1)?.toFixed(1)} MB`);
console.log(`errors of ordinary visitors:   ${(100 * errorShare()).toFixed(3)} % (goal: 0.1 %)`);
console.log(`stack lines in the log:        ${stackLines} (goal: 0)`);
if (!(errorShare() <= MAX_ERROR_SHARE) || stackLines > 0) process.exitCode = 1;

/**
 * Requests each page that ordinary visitors see until it is there, so that the figures show the attack and not the start: a call
 * that fails, or that the upstream refuses for two seconds, fails a page of which nothing is known yet.
 */
async function warmUp() {
  const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => index + 1);
  const pages = CURRENCIES.flatMap((currency) => [
    ...numbers(PAGES).map((page) => `/coins?currency=${currency}&page=${page}`),
    ...numbers(COINS).flatMap((coin) => RANGES.map((range) => coinAddress(coin, currency, range))),
  ]);
  const left = ["/exchanges", ...pages];
  const worker = async () => {
    for (let page = left.pop(); page !== undefined; page = left.pop()) {
      while ((await ask(page)) !== 200) await pause(RETRY_MS);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

/**
 * Makes the requests of one connection: each at its time, or at once when it is late.
 * @param {number} index
 */
async function visit(index) {
  const gapMs = (CONNECTIONS * 1000) / REQUESTS_PER_SECOND;
  let turn = performance.now() + (index * gapMs) / CONNECTIONS;
  for (; performance.now() < end; turn = Math.max(turn + gapMs, performance.now() - gapMs)) {
    await pause(Math.max(0, turn - performance.now()));
    const start = performance.now();
    const status = await ask(nextPage());
    durations.push(performance.now() - start);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

/** Returns the status of an answer that was read to its end; 0: none. @param {string} path */
async function ask(path) {
  try {
    const response = await fetch(`${site.url}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

function nextPage() {
  const chance = Math.random();
  if (chance < 0.5) return `/coins?currency=${pick(CURRENCIES)}&page=${upTo(PAGES)}`;
  if (chance < 0.95) return coinAddress(upTo(COINS), pick(CURRENCIES), pick(RANGES));
  return "/exchanges";
}

/**
 * @param {number} coin
 * @param {string | undefined} currency
 * @param {string | undefined} range
 */
function coinAddress(coin, currency, range) {
  return `/coin/coin-${coin}?currency=${currency}&range=${range}`;
}

/** @param {number} most */
function upTo(most) {
  return 1 + Math.floor(Math.random() * most);
}

function byStatus() {
  return [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");
}

function errorShare() {
  const errors = [...statuses].filter(([status]) => status === 0 || status >= 500);
  return errors.reduce((sum, [, count]) => sum + count, 0) / total();
}

function total() {
  return [...statuses.values()].reduce((sum, count) => sum + count, 0);
}

/** NaN when the site does not answer. */
async function residentMegabytes() {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const text = await (await fetch(`${site.url}/metrics`, { signal })).text();
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/**
 * Decides what happens to a call: of a thousand, two are answered with 500, two are reset, and one is answered with 429 for
 * two seconds.
 * @param {import("node:http").ServerResponse} response
 */
function failNowAndThen(response) {
  const chance = Math.random();
  if (chance < 0.002) response.writeHead(500).end();
  else if (chance < 0.004) response.req.socket.resetAndDestroy();
  else if (chance < 0.005) response.writeHead(429, { "retry-after": "2" }).end();
}
