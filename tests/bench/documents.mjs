// `npm run bench [seconds]`: how fast the site is on one processor, in one run.
//   1. Eight connections at full speed: the page of a hundred coins and the largest file, from the site · from
//      remix-serve alone (the same build without the front) · as many bytes from bare node:http.
//   2. Sequential requests: pages not requested before · a page in memory.
// Where `taskset` exists, servers run on processor 0 and this program, which makes the load, on processor 1.
import { readdirSync, statSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import autocannon from "autocannon";
import { freePort } from "../support/free-port.mjs";
import { percentile, tableRow } from "./figures.mjs";
import { CAN_PIN, pinOwnProcess, servedProgram, servedSite } from "./served-site.mjs";

const SECONDS = Number(process.argv[2] ?? 6);
const CONNECTIONS = 8;
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const COLD_PAGES = 132;
const WARM_REQUESTS = 500;
const PATH = "/coins?currency=usd&page=1";
const HEADERS = { "accept-encoding": "br" };
const ALONE = { NODE_OPTIONS: "--require ./tests/bench/without-front.cjs" };

const busyBefore = loadavg()[0]?.toFixed(1);
pinOwnProcess(LOAD_CORE);
const site = await servedSite({}, SERVER_CORE);
const alone = await servedSite(ALONE, SERVER_CORE);
const cold = await askInTurn(
  Array.from({ length: COLD_PAGES }, (_, index) => `/coins?currency=eur&page=${index + 1}`),
);
const warm = await askInTurn(Array(WARM_REQUESTS).fill(PATH));

console.log(
  `${busyBefore} processes busy on ${availableParallelism()} processors before the run; servers on ${CAN_PIN ? `processor ${SERVER_CORE}, load on processor ${LOAD_CORE}` : "any processor"}\n`,
);
console.log(tableRow(`${CONNECTIONS} connections`, ["requests/s", "p50 ms", "p99 ms", "worst ms", "faults"]));
for (const [what, path] of [
  ["page", PATH],
  ["largest file", largestScript()],
]) {
  const bare = await bareServer(site.url + path);
  const bareRate = await measure(`${what}: as many bytes, node:http`, bare.url);
  const rate = await measure(`${what}: as served`, site.url + path);
  const aloneRate = await measure(`${what}: remix-serve alone`, alone.url + path);
  console.log(
    `${what}: ${(rate / bareRate).toFixed(2)} of bare node:http, ${(rate / aloneRate).toFixed(0)} times remix-serve alone\n`,
  );
  bare.stop();
}
alone.stop();

console.log(tableRow("one after the other", ["requests", "p50 ms", "p99 ms", "worst ms"]));
for (const [name, times] of /** @type {const} */ ([
  ["cold: not asked for before", cold],
  ["warm", warm],
])) {
  const figures = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1));
  console.log(tableRow(name, [times.length, ...figures]));
}
site.stop();

/** The address of the largest script. */
function largestScript() {
  const folder = "build/client/assets";
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const size = (/** @type {string} */ name) => statSync(`${folder}/${name}`).size;
  return `/assets/${names.sort((a, b) => size(b) - size(a))[0]}`;
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

/** Returns the milliseconds that each request takes. @param {readonly string[]} paths */
async function askInTurn(paths) {
  const times = [];
  for (const path of paths) {
    const start = performance.now();
    await (await fetch(site.url + path, { headers: HEADERS })).arrayBuffer();
    times.push(performance.now() - start);
  }
  return times;
}

/** Serves as many bytes as an address does. @param {string} address */
async function bareServer(address) {
  const port = await freePort();
  const length = (await fetch(address, { headers: HEADERS })).headers.get("content-length");
  const program = `
    const body = require("node:crypto").randomBytes(${length});
    const server = require("node:http").createServer((request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "br", "content-length": body.length });
      response.end(body);
    });
    server.listen(${port}, "127.0.0.1", () => console.log("listening"));
  `;
  return servedProgram(["-e", program], {}, `http://127.0.0.1:${port}/`, SERVER_CORE);
}
