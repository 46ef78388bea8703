import { readdirSync } from "node:fs";
import { Agent } from "node:http";
import { ask } from "./raw-request.mjs";

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
  const page = (await ask(url, { "accept-encoding": "identity" }, agent)).body.toString();
  const names = [...page.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)];
  const files = [...new Set(names.map(([, name = ""]) => name)), ...extra];
  const parts = await Promise.all([url, ...files].map((name) => ask(new URL(name, url), HEADERS, agent)));
  agent.destroy();
  return parts.reduce((sum, part) => sum + part.body.byteLength, 0);
}
