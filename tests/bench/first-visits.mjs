import { readdirSync } from "node:fs";
import { Agent, get } from "node:http";

const HEADERS = { "accept-encoding": "gzip, br" };

/**
 * Measures first visits per second, as browsers make them: a new connection, the page, all its scripts, and the chart on the
 * page of a coin. Nothing is cached between visits.
 * @param {string} url of a page
 * @param {{ seconds: number, visitors: number }} options
 * @returns {Promise<{ rate: number, bytes: number }>} `bytes` on the wire for one visit
 */
export async function firstVisits(url, { seconds, visitors }) {
  const chart = readdirSync("build/client/assets").filter((name) =>
    /^(interactive-chart|highcharts|accessibility).*\.js$/.test(name),
  );
  const extra = url.includes("/coin/") ? chart.map((name) => `/assets/${name}`) : [];
  const end = performance.now() + seconds * 1000;
  let visits = 0;
  let bytes = 0;
  const visitor = async () => {
    while (performance.now() < end) {
      bytes = await visit(url, extra);
      visits += 1;
    }
  };
  await Promise.all(Array.from({ length: visitors }, visitor));
  return { rate: visits / seconds, bytes };
}

/**
 * @param {string} url
 * @param {readonly string[]} extra
 */
async function visit(url, extra) {
  // A browser opens six connections to one host.
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const page = await fetchBytes(url, agent, { "accept-encoding": "identity" });
  const names = [...page.text.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)];
  const files = [...new Set(names.map(([, name = ""]) => name)), ...extra];
  const parts = await Promise.all(
    [url, ...files].map((name) => fetchBytes(new URL(name, url), agent, HEADERS)),
  );
  agent.destroy();
  return parts.reduce((sum, part) => sum + part.bytes, 0);
}

/**
 * @param {string | URL} url
 * @param {Agent} agent
 * @param {Record<string, string>} headers
 * @returns {Promise<{ bytes: number, text: string }>}
 */
function fetchBytes(url, agent, headers) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on("data", (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        resolve({ bytes: body.byteLength, text: body.toString("latin1") });
      });
    });
    request.once("error", reject);
  });
}
