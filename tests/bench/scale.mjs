// `npm run bench:scale`: nginx in front of three replicas of the site with one Redis behind them and one upstream, all real
// and on loopback. Prints how fast nginx serves a cached page, compared with the same bytes as a file and with one replica of
// the site; a restarted replica; the site without replicas; and, by arithmetic, what more visits would cause. nginx and the
// replicas under load have one processor, the load (`wrk`, or else autocannon) has the other.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startNginx } from "../scale/nginx.mjs";
import { freePort } from "../support/free-port.mjs";
import { loadOn, pin } from "./load.mjs";
import { startUpstream } from "./market-upstream.mjs";
import { ask } from "./raw-request.mjs";
import { fileServer, startRedis } from "./scale-parts.mjs";
import { servedSite } from "./served-site.mjs";
import { expectedLoad } from "./visits.mjs";

const REPLICAS = 3;
const ROWS = 100;
const UPSTREAM_MS = 100;
const PAGE = "/coins?currency=usd&page=1";
const BROWSER = { "accept-encoding": "gzip, deflate, br" };
const SECONDS = Number(process.argv[2] ?? 5);

const upstream = await startUpstream(ROWS, () => pause(UPSTREAM_MS));
const redis = await startRedis();
const environment = { MARKET_DATA_URL: upstream.url, MARKET_DATA_CACHE_URL: redis.url };
const sites = await Promise.all(Array.from({ length: REPLICAS }, () => servedSite(environment)));
const folder = mkdtempSync(join(tmpdir(), "bench-scale-"));
// nginx reads it as another user.
chmodSync(folder, 0o755);
const filePort = await freePort();
const edge = await startNginx(
  sites.map(({ url }) => url),
  fileServer(filePort, folder, (await fetch(`${sites[0]?.url}${PAGE}`, { headers: BROWSER })).headers),
);

await throughput();
await restart();
await withoutApp();
arithmetic();

for (const { stop } of [edge, redis, upstream, ...sites]) await stop();
rmSync(folder, { recursive: true, force: true });

async function throughput() {
  // The page in brotli, byte for byte, as a file.
  const { body: kept } = await ask(`${edge.url}${PAGE}`, BROWSER);
  writeFileSync(join(folder, "page.html"), kept);
  heading(`a kept page of ${ROWS} coins, ${kept.length} bytes, on one processor`);
  for (const { pid } of [edge, ...sites]) pin(pid, "0");
  /** @type {Record<string, number>} */
  const best = {};
  for (let round = 1; round <= 3; round++) {
    for (const [name = "", url = ""] of [
      ["the same bytes as a file, defaults", `http://127.0.0.1:${filePort}/plain/page.html`],
      ["the same bytes as a file, tuned", `http://127.0.0.1:${filePort}/tuned/page.html`],
      ["from the cache", `${edge.url}${PAGE}`],
      ["one replica of the site", `${sites[0]?.url}${PAGE}`],
    ]) {
      const { rate, p99, faults } = await loadOn(url, {
        seconds: SECONDS,
        connections: 64,
        headers: BROWSER,
      });
      best[name] = Math.max(best[name] ?? 0, rate);
      console.log(
        `${name.padEnd(42)} ${rate.toFixed(0).padStart(7)} requests/s   p99 ${p99} ms   ${faults} faults`,
      );
    }
  }
  for (const { pid } of [edge, ...sites]) pin(pid, "0-1");
  const ratio = (/** @type {string} */ name) =>
    ((best["from the cache"] ?? 0) / (best[name] ?? 0)).toFixed(2);
  console.log(
    `best of three, from the cache : as a file = ${ratio("the same bytes as a file, defaults")} with defaults, ${ratio("the same bytes as a file, tuned")} tuned`,
  );
}

async function restart() {
  const first = sites.shift();
  first?.stop();
  const again = await servedSite(environment);
  sites.push(again);
  const before = upstream.calls();
  const { status } = await fetch(`${again.url}${PAGE}`);
  heading("a restarted replica");
  console.log(`first page: ${status}, calls to the service: ${upstream.calls() - before}`);
}

async function withoutApp() {
  await fetch(`${edge.url}${PAGE}`, { headers: BROWSER });
  for (const { stop } of sites) stop();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => fetch(`${edge.url}${PAGE}`, { headers: BROWSER })),
  );
  heading("no replica of the site left");
  console.log(`of 100 visitors, ${answers.filter(({ status }) => status === 200).length} get a cached page`);
}

function arithmetic() {
  heading("by arithmetic: page views a minute, and what they cause a minute");
  console.log("    views   to the app   calls to the service   from the cache");
  for (const views of [1, 10, 100, 1e3, 1e4, 1e5, 1e6]) {
    const { requests, calls, hitRate } = expectedLoad(views);
    console.log(
      `${String(views).padStart(9)} ${requests.toFixed(0).padStart(12)} ${calls.toFixed(0).padStart(22)} ${(100 * hitRate).toFixed(0).padStart(14)} %`,
    );
  }
}

/** @param {string} text */
function heading(text) {
  console.log(`\n${text}`);
}
