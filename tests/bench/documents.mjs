// `npm run bench [seconds]`: what a page of a hundred coins costs the server, all in one run.
//   1. Eight connections, as fast as it goes: the page as served · rendered for each request (an address so long that its
//      document is not remembered) · the same bytes from bare node:http · an answer without a page.
//   2. One request after the other: the first of a new process · pages that nobody has asked for · a page in memory · the
//      same, asked about by its ETag · the same bytes from bare node:http.
//   3. Calls of the market data service and memory.
// Where `taskset` exists, the servers have processor 0 and this program, which makes the load, has processor 1.
import { availableParallelism, loadavg } from "node:os";
import autocannon from "autocannon";
import { freePort } from "../support/free-port.mjs";
import { percentile, tableRow } from "./figures.mjs";
import { ask } from "./raw-request.mjs";
import { canPin, pinMyself, servedProgram, servedSite } from "./served-site.mjs";

const SECONDS = Number(process.argv[2] ?? 6);
const CONNECTIONS = 8;
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const NEW_PROCESSES = 7;
const COLD_PAGES = 132;
const WARM_REQUESTS = 500;
const PATH = "/coins?currency=usd&page=1";
const HEADERS = { "accept-encoding": "br" };

const busyBefore = loadavg()[0]?.toFixed(1);
pinMyself(LOAD_CORE);
const first = [];
for (let process = 0; process < NEW_PROCESSES; process++) {
  const fresh = await servedSite({}, SERVER_CORE);
  first.push((await ask(fresh.url + PATH)).ms);
  fresh.stop();
}

const site = await servedSite({}, SERVER_CORE);
// As a cache, to be sure of brotli.
const page = await ask(site.url + PATH, { via: "1.1 bench" });
const bare = await bareServer(page.body);
const known = { "if-none-match": page.headers.etag ?? "" };

const cold = [];
for (let number = 1; number <= COLD_PAGES; number++)
  cold.push((await ask(`${site.url}/coins?currency=eur&page=${number}`)).ms);
const warm = await askAgain(site.url + PATH);
const unchanged = await askAgain(site.url + PATH, known);
const bareWarm = await askAgain(bare.url);

console.log(
  `${busyBefore} processes busy on ${availableParallelism()} processors before the run; servers on ${canPin() ? `processor ${SERVER_CORE}, load on processor ${LOAD_CORE}` : "any processor"}\n`,
);
console.log(tableRow(`${CONNECTIONS} connections`, ["requests/s", "p50 ms", "p99 ms", "worst ms", "faults"]));
const served = await measure("as served", site.url + PATH);
const rendered = await measure(
  "rendered for each request",
  `${site.url}${PATH}&forgotten=${"x".repeat(200)}`,
);
await measure("the same bytes from node:http", bare.url);
await measure("/healthz of the site", `${site.url}/healthz`);
console.log(`as served : rendered for each request = ${(served / rendered).toFixed(1)}\n`);

console.log(tableRow("one after the other", ["requests", "p50 ms", "p99 ms", "worst ms"]));
printTimes("first of a new process", first);
printTimes("cold: not asked for before", cold);
printTimes("warm", warm);
printTimes("warm, 304", unchanged);
printTimes("the same bytes from node:http", bareWarm);

const metrics = (await ask(`${site.url}/metrics`, { "accept-encoding": "identity" })).body.toString();
console.log(`\nbytes of the page on the wire: ${page.body.byteLength}`);
console.log(
  metrics
    .split("\n")
    .filter((line) => /^(market_data_calls_total|process_resident_memory_bytes)/.test(line))
    .join("\n"),
);
site.stop();
bare.stop();

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
    const body = Buffer.from(process.argv[1], "base64");
    const server = require("node:http").createServer((request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "br", "content-length": body.length });
      response.end(body);
    });
    server.listen(${port}, "127.0.0.1", () => console.log("listening"));
  `;
  const url = `http://127.0.0.1:${port}/`;
  return servedProgram(["-e", program, bytes.toString("base64")], {}, url, SERVER_CORE);
}
