// `npm run bench [seconds]`: how fast the site is on one processor, in one run.
//   1. Eight connections at full speed: the page of a hundred coins and the largest file, from the site · from
//      remix-serve alone (the same build without the front) · the same bytes from bare node:http.
//   2. First visits per second, over new connections: page and scripts, and the chart on a coin's page.
//   3. The seconds in which cached pages expire: the worst second of 70 s of load on several pages.
//   4. Sequential requests: the first of a new process · pages not requested before, alone and while five other visitors a
//      second download price histories not requested before · a page in memory. Processor time of such a page.
//   5. Calls of the market data service and memory.
// Where `taskset` exists, servers run on processor 0 and this program, which makes the load, on processor 1.
import { mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { freePort } from "../support/free-port.mjs";
import { percentile, tableRow } from "./figures.mjs";
import { firstVisits } from "./first-visits.mjs";
import { ask } from "./raw-request.mjs";
import { canPin, pinOwnProcess, servedProgram, servedSite } from "./served-site.mjs";

const SECONDS = Number(process.argv[2] ?? 6);
const CONNECTIONS = 8;
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const NEW_PROCESSES = 7;
const COLD_PAGES = 132;
const DOWNLOADS_PER_SECOND = 5;
const WARM_REQUESTS = 500;
/** Longer than a minute, so that every page of the sample market expires once. */
const EXPIRY_SECONDS = 70;
const PATH = "/coins?currency=usd&page=1";
const HEADERS = { "accept-encoding": "br" };
const ALONE = { NODE_OPTIONS: "--require ./tests/bench/without-front.cjs" };

const busyBefore = loadavg()[0]?.toFixed(1);
pinOwnProcess(LOAD_CORE);
const first = [];
for (let process = 0; process < NEW_PROCESSES; process++) {
  const fresh = await servedSite({}, SERVER_CORE);
  first.push((await ask(fresh.url + PATH)).ms);
  fresh.stop();
}

const site = await servedSite({}, SERVER_CORE);
const alone = await servedSite(ALONE, SERVER_CORE);
const largest = largestScript();

const processorStart = await processorMs();
const cold = await askColdPages("eur");
const processorMsPerPage = ((await processorMs()) - processorStart) / COLD_PAGES;
const downloads = startDownloads();
const coldBesideDownloads = await askColdPages("usd");
await downloads.stop();
const warm = await askAgain(site.url + PATH);

console.log(
  `${busyBefore} processes busy on ${availableParallelism()} processors before the run; servers on ${canPin() ? `processor ${SERVER_CORE}, load on processor ${LOAD_CORE}` : "any processor"}\n`,
);
console.log(tableRow(`${CONNECTIONS} connections`, ["requests/s", "p50 ms", "p99 ms", "worst ms", "faults"]));
for (const [what, path] of [
  ["page", PATH],
  ["largest file", largest],
]) {
  const { body } = await ask(site.url + path);
  const bare = await bareServer(body);
  const bareRate = await measure(`${what}: the same bytes, node:http`, bare.url);
  const rate = await measure(`${what}: as served`, site.url + path);
  const aloneRate = await measure(`${what}: remix-serve alone`, alone.url + path);
  console.log(
    `${what}: ${body.byteLength} bytes, ${(rate / bareRate).toFixed(2)} of bare node:http, ${(rate / aloneRate).toFixed(0)} times remix-serve alone\n`,
  );
  bare.stop();
}

console.log(tableRow("first visits", ["visits/s", "kB a visit"]));
for (const path of [PATH, "/coin/bitcoin?currency=usd"]) {
  const options = { seconds: SECONDS, visitors: CONNECTIONS };
  const served = await firstVisits(site.url + path, options);
  const from = await firstVisits(alone.url + path, options);
  for (const [name, visits] of Object.entries({ "as served": served, "remix-serve alone": from }))
    console.log(
      tableRow(`${path.slice(0, 6)} ${name}`, [visits.rate.toFixed(1), (visits.bytes / 1000).toFixed(1)]),
    );
  console.log(`${(served.rate / from.rate).toFixed(0)} times remix-serve alone\n`);
}
alone.stop();

const worst = await worstSecond();
console.log(`p99 of the worst of ${EXPIRY_SECONDS} seconds under load: ${worst.toFixed(1)} ms\n`);

console.log(tableRow("one after the other", ["requests", "p50 ms", "p99 ms", "worst ms"]));
printTimes("first of a new process", first);
printTimes("cold: not asked for before", cold);
printTimes("cold, beside downloads", coldBesideDownloads);
printTimes("warm", warm);
console.log(`processor time of a cold page: ${processorMsPerPage.toFixed(1)} ms\n`);

const metrics = (await ask(`${site.url}/metrics`, { "accept-encoding": "identity" })).body.toString();
console.log(
  metrics
    .split("\n")
    .filter((line) =>
      /^(market_data_calls_total|http_requests_total|process_resident_memory_bytes)/.test(line),
    )
    .join("\n"),
);
site.stop();

/** @param {string} currency */
async function askColdPages(currency) {
  const times = [];
  for (let number = 1; number <= COLD_PAGES; number++)
    times.push((await ask(`${site.url}/coins?currency=${currency}&page=${number}`)).ms);
  return times;
}

/** Requests another price history each time, with connections of their own. */
function startDownloads() {
  /** @type {Promise<unknown>[]} */
  const all = [];
  const timer = setInterval(() => {
    const file = `/coin/sample-coin-${1000 + all.length}/history.json?currency=usd&range=max`;
    all.push(fetch(site.url + file).then((response) => response.arrayBuffer()));
  }, 1000 / DOWNLOADS_PER_SECOND);
  return {
    stop() {
      clearInterval(timer);
      return Promise.all(all);
    },
  };
}

/** Milliseconds of processor time that the site has used. */
async function processorMs() {
  const { body } = await ask(`${site.url}/metrics`, { "accept-encoding": "identity" });
  return 1000 * Number(/^process_cpu_seconds_total (\S+)$/m.exec(body.toString())?.[1]);
}

/** The address of the largest script. */
function largestScript() {
  const folder = "build/client/assets";
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const size = (/** @type {string} */ name) => statSync(`${folder}/${name}`).size;
  return `/assets/${names.sort((a, b) => size(b) - size(a))[0]}`;
}

/** The greatest of the 99th percentiles of the latencies of each second. */
async function worstSecond() {
  const pages = [
    PATH,
    "/",
    "/exchanges",
    "/coin/bitcoin?currency=usd&range=24h",
    "/coins?currency=inr&page=2",
  ];
  /** @type {number[][]} */
  const seconds = [];
  const start = performance.now();
  const visitor = async (/** @type {number} */ number) => {
    for (let turn = number; performance.now() - start < EXPIRY_SECONDS * 1000; turn++) {
      const { ms } = await ask(site.url + pages[turn % pages.length]);
      const second = Math.floor((performance.now() - start) / 1000);
      seconds[second] = [...(seconds[second] ?? []), ms];
    }
  };
  // One connection is enough to see the delays that all have.
  const load = autocannon({
    url: site.url,
    connections: CONNECTIONS,
    duration: EXPIRY_SECONDS,
    overallRate: 2000,
    requests: pages.map((path) => ({ path, headers: HEADERS })),
  });
  await visitor(0);
  await load;
  return Math.max(...seconds.filter(Boolean).map((times) => percentile(times, 0.99)));
}

/**
 * @param {string} name
 * @param {string} url
 */
async function measure(name, url) {
  await autocannon({ url, connections: CONNECTIONS, duration: 2, headers: HEADERS });
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: HEADERS });
  const { p50, p99, max } = result.latency;
  const faults = result.errors + result.non2xx;
  console.log(tableRow(name, [result.requests.average.toFixed(0), p50, p99, max, faults]));
  return result.requests.average;
}

/**
 * @param {string} name
 * @param {readonly number[]} times
 */
function printTimes(name, times) {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1));
  console.log(tableRow(name, [times.length, p50 ?? "", p99 ?? "", worst ?? ""]));
}

/**
 * @param {string} url
 * @param {Record<string, string>} [headers]
 */
async function askAgain(url, headers) {
  const times = [];
  for (let request = 0; request < WARM_REQUESTS; request++) times.push((await ask(url, headers)).ms);
  return times;
}

/** @param {Buffer} bytes */
async function bareServer(bytes) {
  const port = await freePort();
  const program = `
    const body = require("node:fs").readFileSync(process.argv[1]);
    const server = require("node:http").createServer((request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "br", "content-length": body.length });
      response.end(body);
    });
    server.listen(${port}, "127.0.0.1", () => console.log("listening"));
  `;
  const url = `http://127.0.0.1:${port}/`;
  // As an argument the bytes of a large file would be too long.
  const file = join(mkdtempSync(join(tmpdir(), "bench-")), "body");
  writeFileSync(file, bytes);
  return servedProgram(["-e", program, file], {}, url, SERVER_CORE);
}
