// `npm run bench:search`: what search costs the process. For 20,000 made-up coins it prints how long the event loop is
// blocked at most, in processor time, while the body of `/coins/list` is read and the catalogue built, how much memory that takes,
// and the time of each kind of query: the best of five, because other programs on the machine slow down some of them.
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createServer } from "vite";

const COINS = 20_000;
const ROUNDS = 5;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const vite = await createServer({
  configFile: false,
  resolve: { alias: { "~": new URL("../../app", import.meta.url).pathname } },
  server: { middlewareMode: true, hmr: false, watch: null },
  appType: "custom",
  logLevel: "error",
});
const load = (/** @type {string} */ path) => vite.ssrLoadModule(`/${path}.ts`);
const { manyCoins } = await load("tests/support/many-coins");
const { readAnswer } = await load("app/services/market-data/provider/client.server");
const { COIN_NAMES_ENDPOINT } = await load("app/services/market-data/provider/coin-names.server");
const { createCoinRecords } = await load("app/services/market-data/prices/coin-records.server");
const { createFreshness, fetchedAtTime } = await load("app/services/market-data/facts/cache-policy.server");
const { SYSTEM_CLOCK } = await load("app/services/clock.server");
const { buildCatalogue } = await load("app/services/search/catalogue.server");
const { searchKey } = await load("app/domain/search/search-key");

/** @type {{ id: string, symbol: string, name: string }[]} */
const coins = manyCoins(COINS);
const body = JSON.stringify(coins);
console.log(`${COINS} coins, a body of ${(body.length / 1e6).toFixed(2)} MB`);
// Warmed up, like a process that has run for a day.
await build();

const before = await memoryInUse();
const kept = await build();
console.log(`memory       ${(((await memoryInUse()) - before) / 1e6).toFixed(1)} MB`);

const turns = [];
for (let round = 0; round < ROUNDS; round++) turns.push(await longestTurn());
console.log(
  `longest turn ${Math.min(...turns).toFixed(1)} ms at best, ${Math.max(...turns).toFixed(1)} ms at worst of ${ROUNDS}`,
);

for (const [kind, queries] of Object.entries(queryKinds())) {
  const times = queries.map(bestTime).sort((one, other) => one - other);
  /** @param {number} share */
  const at = (share) => `${(times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2)} ms`;
  console.log(
    `${kind.padEnd(16)} ${String(times.length).padStart(5)} queries, median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`,
  );
}
await vite.close();

/** @returns bytes of memory after garbage collection, typed arrays included */
async function memoryInUse() {
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await pause(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Reads the body and builds the catalogue, as at the first search of a day. */
async function build() {
  const records = createCoinRecords(() => null, createFreshness(SYSTEM_CLOCK));
  const ranked = coins.slice(0, 1000).map((coin, index) => ({
    ...coin,
    rank: index + 1,
    image: `https://pictures.example/${coin.id}.png`,
  }));
  records.noteNames({ value: ranked, ...fetchedAtTime(SYSTEM_CLOCK, SYSTEM_CLOCK.now()) });
  const names = await readAnswer(body, COIN_NAMES_ENDPOINT);
  return { catalogue: await buildCatalogue(names, records), records };
}

/**
 * Measures the longest turn of the event loop, in milliseconds of processor time: for how long it is blocked on a machine
 * that is not shared.
 */
async function longestTurn() {
  let longest = 0;
  let isDone = false;
  let last = process.cpuUsage();
  const turn = () => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
    if (!isDone) setImmediate(turn);
  };
  await pause(100);
  last = process.cpuUsage();
  setImmediate(turn);
  await build();
  isDone = true;
  return longest;
}

/** @param {string} query */
function bestTime(query) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const key = searchKey(query);
    if (kept.catalogue.find(key, 50).count === 0) kept.catalogue.nearest(key, 3);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** @returns {Record<string, string[]>} */
function queryKinds() {
  const names = coins.filter((_, index) => index % 20 === 0).map(({ name }) => name);
  return {
    "one letter": [..."abcdefghijklmnopqrstuvwxyz0123456789"],
    "two letters": names.map((name) => name.slice(0, 2)),
    "three letters": names.map((name) => name.slice(0, 3)),
    "half a name": names.map((name) => name.slice(0, Math.ceil(name.length / 2))),
    "a name": names,
    "a typo": names.map(withTypo),
    "nothing like it": names.map((name, index) => `${name.slice(0, 4)}qzx${index}`),
  };
}

/** Swaps two letters in the middle. @param {string} text */
function withTypo(text) {
  const at = text.length >> 1;
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}
