// `npm run bench:soak [minutes=10]`: do ordinary visitors notice an attack, and does memory stay level? Ordinary visitors
// browse the production build, whose upstream fails now and then, while hostile visitors (hostile-visitors.mjs) attack it.
// Prints once a minute the requests of the ordinary visitors, their errors and milliseconds, the site's resident memory, and lines
// of stack traces in its log. No answer within 30 s counts as an error, and so does a status of 500 and above. Exits with 1 when
// more than one request in a thousand fails, or when there is a stack trace.
import autocannon from "autocannon";
import { tableRow } from "./figures.mjs";
import { CURRENCIES, FIRST_LONG_HISTORY, pick, RANGES, startHostileVisitors } from "./hostile-visitors.mjs";
import { startUpstream } from "./market-upstream.mjs";
import { servedSite } from "./served-site.mjs";

const MINUTES = Number(process.argv[2] ?? 10);
const REQUESTS_PER_SECOND = 200;
const MAX_ERROR_SHARE = 0.001;
const SETTINGS = {
  // The memory settings of the container image, from the Dockerfile.
  NODE_OPTIONS: "--max-old-space-size=256 --max-semi-space-size=8",
  MALLOC_ARENA_MAX: "2",
  MARKET_DATA_TIMEOUT_MS: "5000",
  // Ordinary visitors need about a fifth of it.
  MARKET_DATA_CALLS_PER_MINUTE: "3000",
};

const upstream = await startUpstream(failNowAndThen, FIRST_LONG_HISTORY);
let stackLines = 0;
const site = await servedSite({ ...SETTINGS, MARKET_DATA_URL: upstream.url }, undefined, (text) => {
  stackLines += text.match(/^\s+at /gm)?.length ?? 0;
  process.stderr.write(text);
});
const pages = Array.from({ length: 2000 }, () => ({ path: nextPage() }));
// First without an attack, so that the figures do not show the start: a call that fails fails a page of which nothing is known.
await browse();
const hostile = startHostileVisitors(site.url);
console.log(tableRow("", ["requests", "errors", "p50 ms", "p99 ms", "MB", "stack lines"]));
let [requests, errors] = [0, 0];
for (let minute = 1; minute <= MINUTES; minute++) {
  const result = await browse();
  requests += result.requests.total;
  errors += result.errors + result["5xx"];
  const { p50, p99 } = result.latency;
  const megabytes = (await residentMegabytes()).toFixed(1);
  console.log(tableRow(`minute ${minute}`, [result.requests.total, errors, p50, p99, megabytes, stackLines]));
}
hostile.stop();
site.stop();
upstream.stop();
const share = errors / requests;
console.log(`errors of ordinary visitors: ${(100 * share).toFixed(3)} % (goal: 0.1 %)`);
// Hostile connections may still be open.
process.exit(share <= MAX_ERROR_SHARE && stackLines === 0 ? 0 : 1);

/** Lets ordinary visitors browse for a minute. */
function browse() {
  return autocannon({
    url: site.url,
    connections: 8,
    overallRate: REQUESTS_PER_SECOND,
    duration: 60,
    timeout: 30,
    requests: pages,
  });
}

function nextPage() {
  const upTo = (/** @type {number} */ most) => 1 + Math.floor(Math.random() * most);
  const chance = Math.random();
  if (chance < 0.5) return `/coins?currency=${pick(CURRENCIES)}&page=${upTo(60)}`;
  if (chance < 0.95) return `/coin/coin-${upTo(50)}?currency=${pick(CURRENCIES)}&range=${pick(RANGES)}`;
  return "/exchanges";
}

async function residentMegabytes() {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
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
