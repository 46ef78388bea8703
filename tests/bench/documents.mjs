// `npm run bench`: the page of a hundred coins, four ways side by side in one run, each by eight connections:
//   as served · rendered for each request (an address so long that its document is not remembered) · the same bytes from bare node:http ·
//   an answer without a body from the site (what Remix and remix-serve cost by themselves)
// The sites run in processes of their own, on one processor where `taskset` exists. Then: the first request of a cold
// process, upstream calls and memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import autocannon from "autocannon";
import { servedSite } from "./served-site.mjs";

const SECONDS = Number(process.argv[2] ?? 8);
const CONNECTIONS = 8;
const PATH = "/coins?currency=usd&page=1";
const HEADERS = { "accept-encoding": "br" };

const remembering = await servedSite();
const first = await timed(`${remembering.url}${PATH}`);
const cold = await timed(`${remembering.url}/coins?currency=eur&page=7`);
const warm = await timed(`${remembering.url}${PATH}`);
const body = Buffer.from(
  await (
    await fetch(`${remembering.url}${PATH}`, { headers: { "accept-encoding": "identity" } })
  ).arrayBuffer(),
);
const bare = await bareServer((await compressedBytes(`${remembering.url}${PATH}`)) ?? body);

console.log(`one request: first of the process ${first} ms, cold page ${cold} ms, warm page ${warm} ms\n`);
/** @type {Record<string, { rate: number }>} */
const results = {};
for (const [name, url] of [
  ["as served", `${remembering.url}${PATH}`],
  ["rendered for each request", `${remembering.url}${PATH}&forgotten=${"x".repeat(200)}`],
  ["the same bytes from node:http", bare.url],
  ["/healthz of the site", `${remembering.url}/healthz`],
]) {
  results[name ?? ""] = await measure(name ?? "", url ?? "");
}
const ratio = (results["as served"]?.rate ?? 0) / (results["rendered for each request"]?.rate ?? 1);
console.log(`\nas served : rendered for each request = ${ratio.toFixed(1)}`);
const metrics = await (await fetch(`${remembering.url}/metrics`)).text();
console.log(
  metrics
    .split("\n")
    .filter((line) => /^(market_data_calls_total|process_resident_memory_bytes)/.test(line))
    .join("\n"),
);

remembering.stop();
bare.stop();

/**
 * @param {string} name
 * @param {string} url
 */
async function measure(name, url) {
  await autocannon({ url, connections: CONNECTIONS, duration: 2, headers: HEADERS });
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: HEADERS });
  const { average } = result.requests;
  const { p50, p99 } = result.latency;
  const faults = result.errors + result.non2xx;
  console.log(
    `${name.padEnd(32)} ${average.toFixed(0).padStart(7)} requests/s   p50 ${p50} ms   p99 ${p99} ms   ${faults} faults`,
  );
  return { rate: average };
}

/** @param {string} url */
async function timed(url) {
  const start = performance.now();
  await (await fetch(url)).arrayBuffer();
  return Math.round(performance.now() - start);
}

/** The bytes as they go over the wire: fetch would unpack them. @param {string} url */
async function compressedBytes(url) {
  const { get } = await import("node:http");
  return new Promise((resolve) => {
    get(url, { headers: HEADERS }, async (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve(Buffer.concat(chunks));
    });
  });
}

/** @param {Buffer} bytes */
async function bareServer(bytes) {
  const program = `
    const body = Buffer.from(process.argv[1], "base64");
    const server = require("node:http").createServer((request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "br", "content-length": body.length });
      response.end(body);
    });
    server.listen(0, "127.0.0.1", () => console.log(server.address().port));
  `;
  const server = spawn(process.execPath, ["-e", program, bytes.toString("base64")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(server.stdout, "data");
  return { url: `http://127.0.0.1:${String(port).trim()}/`, stop: () => void server.kill("SIGKILL") };
}
