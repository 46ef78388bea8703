// `npm run bench:plan`: how well the site gets on with a limited plan of the service, in simulated time.
//   1. Twenty visitors for ten minutes from a cold start, against a service with 30 calls a minute, and one whose limit changes
//      from 5 to 30, each with a setting of 30 and of 25 calls a minute: the mean of several runs with other random numbers.
//   2. A month of 300 visitors a day with 10,000 calls, once for each kind of visitors.
//   3. An hour in which a hostile client asks for thousands of coins: what becomes of other visitors' lists, then and afterwards.
//      With 10,000 calls a month and with any number, while the site knows the networks of its visitors and while it does not.
//   4. The same month with a restart in its middle, and without.
//   5. Two days of the same visitors, without feed readers, and with a thousand that follow ten thousand feeds.
// Options, after `--`: `--only minutes`, `month`, `hostile`, `restart` or `feeds`; `--seed 1` for other random numbers. Another plan
// for 2 to 5: `--visitors 300` a day, `--calls 10000` a month (0: any number), `--rate 30` a minute.
// A view has failed when its status is 400 or more, or when nothing of what was asked for is on it. Everything that is assumed
// is in tests/bench/plan: visitors in visitor.ts, the service in service.ts, the rhythm of a day in simulation.ts.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { build } from "vite";
import { percentile, tableRow } from "./figures.mjs";

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    visitors: { type: "string", default: "300" },
    calls: { type: "string", default: "10000" },
    rate: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
  },
});
const SEED = Number(options.seed);
const VISITORS_PER_DAY = Number(options.visitors);
const CALLS = Number(options.calls);
const RATE = Number(options.rate);
const FOLDER = ".cache/bench-plan";
const SERVICE_URL = "https://api.coingecko.com/api/v3";
const PLAN = `${VISITORS_PER_DAY} visitors a day with ${CALLS || "any number of"} calls, ${RATE} a minute`;
const DAYS = 30;

/** @typedef {import("./plan/simulation").Figures} Figures */

await build({
  configFile: false,
  logLevel: "error",
  resolve: { alias: { "~": new URL("../../app", import.meta.url).pathname } },
  build: {
    ssr: "tests/bench/plan/simulation.ts",
    outDir: FOLDER,
    emptyOutDir: true,
    copyPublicDir: false,
    target: "es2022",
  },
});

const parts = {
  minutes: playMinutes,
  month: playMonth,
  hostile: playHostile,
  restart: playRestart,
  feeds: playFeeds,
};
for (const [name, play] of Object.entries(parts)) {
  if (options.only === undefined || options.only === name) await play();
}

async function playMinutes() {
  const seeds = seedsOf(5);
  console.log(`Ten minutes of twenty visitors from a cold start, mean of ${seeds.length} runs`);
  const columns = [
    "views",
    "failed",
    "last 3 min",
    "over 3 s",
    "no chart",
    "it came",
    "429s",
    "at most",
    "calls",
  ];
  console.log(tableRow("", columns));
  for (const limit of /** @type {const} */ ([30, "5 to 30"])) {
    for (const setting of ["30", "25"]) {
      const settings = { MARKET_DATA_CALLS_PER_MINUTE: setting };
      const scenario = { limit, maxCalls: null, profile: "uniform", networks: "hidden", month: null };
      const runs = await inParallel(seeds.map((seed) => () => run({ seed, ...scenario }, settings)));
      const all = sumOf(runs);
      console.log(
        tableRow(`${limit} a minute, setting ${setting}`, [
          Math.round(all.views / seeds.length),
          percent(all.failed, all.views),
          percent(all.lateFailed, all.lateViews),
          percent(all.slow, all.views),
          percent(all.withoutChart, all.coinViews),
          percent(all.chartLater, all.withoutChart),
          (all.refused / seeds.length).toFixed(1),
          Math.max(...runs.map(({ refused }) => refused)),
          Math.round(all.calls / seeds.length),
        ]),
      );
    }
  }
}

async function playMonth() {
  console.log(`\nA month of ${PLAN}, ages in minutes`);
  const columns = ["views", "failed", "over 3 s", "no chart", "429s", "calls", "median age", "90 % age"];
  console.log(tableRow("", columns));
  const profiles = ["uniform", "popular"];
  const runs = await inParallel(profiles.map((profile) => () => runDays({ profile })));
  for (const [index, all] of runs.entries()) {
    console.log(
      tableRow(`${profiles[index]} visitors`, [
        all.views,
        percent(all.failed, all.views),
        percent(all.slow, all.views),
        percent(all.withoutChart, all.coinViews),
        all.refused,
        all.calls,
        ...[0.5, 0.9].map((share) => percentile(all.agesMinutes, share).toFixed(1)),
      ]),
    );
  }
}

async function playHostile() {
  const seeds = seedsOf(2);
  console.log(
    `\nLists and tables served in the day before an attack, in its hour and in the six hours after it,`,
  );
  console.log(`and the greatest age of the first page of cards, in minutes (${seeds.length} runs together)`);
  const columns = ["before", "attack", "after", "age before", "age attack", "age after", "429s", "calls"];
  console.log(tableRow("", columns));
  for (const calls of new Set([CALLS, 0])) {
    for (const networks of ["known", "hidden"]) {
      const days = { calls, networks, toDay: 2, isAttacked: true };
      const all = sumOf(await inParallel(seeds.map((seed) => () => runDays({ seed, ...days }))));
      /** @type {(from: number, to: number) => Figures["listViews"]} */
      const between = (from, to) => all.listViews.filter(({ hour }) => hour >= from && hour < to);
      const periods = [between(-24, 0), between(0, 1), between(1, 7)];
      console.log(
        tableRow(`${calls || "any number of"} calls, ${networks}`, [
          ...periods.map((views) => percent(views.filter(({ isFailed }) => !isFailed).length, views.length)),
          ...periods.map((views) => Math.max(0, ...views.map(({ age }) => age ?? 0)).toFixed(1)),
          (all.refused / seeds.length).toFixed(1),
          Math.round(all.calls / seeds.length),
        ]),
      );
    }
  }
}

async function playRestart() {
  console.log(`\nA month of ${PLAN}, with and without a restart in its middle`);
  console.log(tableRow("", ["views", "failed", "", "429s", "calls", "more calls"]));
  const folder = await mkdtemp(join(tmpdir(), "bench-plan-"));
  const file = join(folder, "restarted");
  const playHalves = async () => {
    const first = await runDays({ toDay: DAYS / 2 }, file);
    return sumOf([first, await runDays({ fromDay: DAYS / 2, callsBefore: first.calls }, file)]);
  };
  const [whole, halves] = await Promise.all([runDays({}, join(folder, "whole")), playHalves()]);
  await rm(folder, { recursive: true });
  for (const all of [whole, halves]) {
    const { views, failed, refused, calls } = all;
    const figures = [views, failed, percent(failed, views), refused, calls, calls - whole.calls];
    console.log(tableRow(all === whole ? "uninterrupted" : "restarted", figures));
  }
}

async function playFeeds() {
  console.log(`\nTwo days of ${PLAN}, with feed readers that ask every five minutes`);
  console.log(
    tableRow("", ["views", "failed", "429s", "calls", "median age", "90 % age", "feeds", "without data"]),
  );
  const runs = await inParallel([0, 1000].map((readers) => () => runDays({ toDay: 2, readers })));
  for (const [index, all] of runs.entries()) {
    const { views, failed, refused, calls, feeds, withoutFeed } = all;
    const ages = [0.5, 0.9].map((share) => percentile(all.agesMinutes, share).toFixed(1));
    const figures = [
      views,
      percent(failed, views),
      refused,
      calls,
      ...ages,
      feeds,
      percent(withoutFeed, feeds),
    ];
    console.log(tableRow(index === 0 ? "no readers" : "a thousand readers", figures));
  }
}

/**
 * Plays days of a month: all of them with popular visitors and the plan of the options, unless the scenario says otherwise.
 * @param {{ seed?: number, profile?: string, networks?: string, calls?: number } & Record<string, unknown>} scenario
 */
function runDays(
  { seed = SEED, profile = "popular", networks = "hidden", calls = CALLS, ...days },
  file = "",
) {
  const month = { visitorsPerDay: VISITORS_PER_DAY, toDay: DAYS, ...days };
  return run(
    { seed, limit: RATE, maxCalls: calls || null, profile, networks, month },
    {
      MARKET_DATA_CALLS_PER_MONTH: calls ? String(calls) : "",
      MARKET_DATA_CALLS_PER_MINUTE: String(RATE),
      MARKET_DATA_FILE: file,
    },
  );
}

/** Seeds of a number of runs. @param {number} runs */
function seedsOf(runs) {
  return Array.from({ length: runs }, (_, index) => SEED + index);
}

/**
 * Plays a scenario, as simulation.ts describes it.
 * @param {object} scenario
 * @param {Record<string, string>} settings
 * @returns {Promise<Figures>}
 */
async function run(scenario, settings) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`${FOLDER}/simulation.js`, JSON.stringify(scenario)],
    {
      env: { PATH: process.env["PATH"], NODE_ENV: "production", MARKET_DATA_URL: SERVICE_URL, ...settings },
      maxBuffer: Number.POSITIVE_INFINITY,
    },
  );
  return JSON.parse(stdout);
}

/**
 * Runs as many as there are processors at a time.
 * @template Result
 * @param {(() => Promise<Result>)[]} tasks
 * @returns {Promise<Result[]>}
 */
async function inParallel(tasks) {
  /** @type {Result[]} */
  const results = [];
  const left = tasks.entries();
  const work = async () => {
    for (const [index, task] of left) results[index] = await task();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

/** Adds the figures of runs. @param {Figures[]} runs, at least one */
function sumOf([first, ...others]) {
  const sum = structuredClone(/** @type {Figures} */ (first));
  for (const { agesMinutes, listViews, ...counts } of others) {
    for (const [name, count] of Object.entries(counts))
      sum[/** @type {keyof typeof counts} */ (name)] += count;
    sum.agesMinutes = sum.agesMinutes.concat(agesMinutes);
    sum.listViews = sum.listViews.concat(listViews);
  }
  return sum;
}

/**
 * @param {number} part
 * @param {number} whole
 */
function percent(part, whole) {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}
