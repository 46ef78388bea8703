// `npm run bench:search`: what the search costs the process. Over 20,000 made-up coins it prints how long the event loop stands
// still while the body of `/coins/list` is read and the index is built, the time of queries of each kind, and the memory.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { createServer } from "vite";

const COINS = 20_000;
const ROUNDS = 5;

const vite = await createServer({
  configFile: false,
  resolve: { alias: { "~": new URL("../../app", import.meta.url).pathname } },
  server: { middlewareMode: true, hmr: false, watch: null },
  appType: "custom",
  logLevel: "error",
});
const { manyCoins } = await vite.ssrLoadModule("/tests/support/many-coins.ts");
const { buildCoinIndex } = await vite.ssrLoadModule("/app/services/search/coin-index.server.ts");
const { searchKey } = await vite.ssrLoadModule("/app/domain/search/search-key.ts");

/** @type {{ id: string, symbol: string, name: string }[]} */
const coins = manyCoins(COINS);
const delay = monitorEventLoopDelay({ resolution: 1 });
await pause(200);
await buildCoinIndex(coins);
await pause(100);
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
delay.enable();
const start = performance.now();
const index = await buildCoinIndex(coins);
const ms = performance.now() - start;
await pause(50);
delay.disable();
globalThis.gc?.();
console.log(
  "build",
  ms.toFixed(0),
  "ms; longest stop",
  (delay.max / 1e6).toFixed(1),
  "heap",
  ((process.memoryUsage().heapUsed - before) / 1e6).toFixed(1),
);

/** @param {string} text */
const slip = (text) => {
  const at = 1 + (text.length >> 1);
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
};
const names = coins.filter((_, i) => i % 20 === 0).map(({ name }) => name);
/** @type {Record<string, string[]>} */
const kinds = {
  "one letter": [..."abcdefghijklmnopqrstuvwxyz0123456789"],
  "two letters": names.map((n) => n.slice(0, 2)),
  "three letters": names.map((n) => n.slice(0, 3)),
  "half a name": names.map((n) => n.slice(0, Math.ceil(n.length / 2))),
  "a name": names,
  "a slip": names.map(slip),
  "nothing like it": names.map((n, i) => `${n.slice(0, 4)}qzx${i}`),
};
for (const [kind, queries] of Object.entries(kinds)) {
  const times = queries.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++)
    for (const [number, query] of queries.entries()) {
      const from = performance.now();
      const key = searchKey(query);
      const hits = index.find(key, 50);
      if (hits.count === 0) index.nearest(key, 3);
      times[number] = Math.min(times[number] ?? 0, performance.now() - from);
    }
  times.sort((a, b) => a - b);
  /** @param {number} share */
  const at = (share) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(3);
  console.log(kind.padEnd(16), "median", at(0.5), "p99", at(0.99), "max", at(1));
}
await vite.close();
