// `npm run bench:plan`: how well the site gets on with a limited plan of the service, in simulated time.
//   1. Twenty visitors for ten minutes from a cold start, against a service with 30 calls a minute, and one whose limit changes
//      from 5 to 30, each with and without MARKET_DATA_CALLS_PER_MINUTE: the mean of several runs with other random numbers.
//   2. A month of 300 visitors a day with 10,000 calls.
// Options, after `--`: `--runs 5`; `--only minutes` or `--only month`, which takes a minute or two; `--why` counts the outcomes of
// each kind of view, and the calls; another plan for the month: `--visitors 300` a day, `--calls 10000` a month (0: any number), `--rate 30` a
// minute.
// A view has failed when its status is 400 or more, or when nothing of what was asked for is on it. Everything that is assumed
// is in tests/bench/plan: visitors in visitor.ts, the service in service.ts, the rhythm of a day in simulation.ts.
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs, promisify } from "node:util";
import { build } from "vite";
import { percentile, tableRow } from "./figures.mjs";

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string" },
    why: { type: "boolean", default: false },
    visitors: { type: "string", default: "300" },
    calls: { type: "string", default: "10000" },
    rate: { type: "string", default: "30" },
  },
});
const RUNS = Number(options.runs);
const FOLDER = ".cache/bench-plan";
const SERVICE_URL = "https://api.coingecko.com/api/v3";
const DAYS = 30;

/**
 * @typedef {object} Figures
 * @property {number} views
 * @property {number} failed
 * @property {number} lateViews
 * @property {number} lateFailed
 * @property {number} slow
 * @property {number} coinViews
 * @property {number} withoutChart
 * @property {number} chartLater
 * @property {number} calls
 * @property {number} refused
 * @property {Record<string, number>} outcomes
 * @property {Record<string, number>} kinds
 * @property {number[]} agesMinutes
 */

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

if (options.only !== "month") await playMinutes();
if (options.only !== "minutes") await playMonth();

async function playMinutes() {
  const seeds = Array.from({ length: RUNS }, (_, index) => index + 1);
  console.log(`Ten minutes of twenty visitors from a cold start, mean of ${RUNS} runs`);
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
    for (const setting of ["", "25"]) {
      const settings = { MARKET_DATA_CALLS_PER_MINUTE: setting };
      const scenario = { limit, maxCalls: null, month: null };
      const runs = await inParallel(seeds.map((seed) => () => run({ seed, ...scenario }, settings)));
      const all = sumOf(runs);
      console.log(
        tableRow(`${limit} a minute, setting ${setting || "unset"}`, [
          Math.round(all.views / RUNS),
          percent(all.failed, all.views),
          percent(all.lateFailed, all.lateViews),
          percent(all.slow, all.views),
          percent(all.withoutChart, all.coinViews),
          percent(all.chartLater, all.withoutChart),
          (all.refused / RUNS).toFixed(1),
          Math.max(...runs.map(({ refused }) => refused)),
          Math.round(all.calls / RUNS),
        ]),
      );
      explain(all);
    }
  }
}

async function playMonth() {
  const [visitorsPerDay, limit, calls] = [options.visitors, options.rate, options.calls].map(Number);
  console.log(`\nA month of ${visitorsPerDay} visitors a day`);
  const columns = ["views", "failed", "over 3 s", "no chart", "429s", "calls", "median age", "90 %"];
  console.log(tableRow("", columns));
  const settings = {
    MARKET_DATA_CALLS_PER_MONTH: calls ? String(calls) : "",
    MARKET_DATA_CALLS_PER_MINUTE: limit === 30 ? "" : String(limit),
  };
  const month = { days: DAYS, visitorsPerDay: visitorsPerDay ?? 0 };
  const all = await run({ seed: 1, limit: limit ?? 0, maxCalls: calls || null, month }, settings);
  console.log(
    tableRow(`${calls || "any number of"} calls, ${limit} a minute`, [
      all.views,
      percent(all.failed, all.views),
      percent(all.slow, all.views),
      percent(all.withoutChart, all.coinViews),
      all.refused,
      all.calls,
      ...[0.5, 0.9].map((share) => `${percentile(all.agesMinutes, share)} min`),
    ]),
  );
  explain(all);
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

/** Adds the counts of runs. @param {Figures[]} runs, at least one */
function sumOf([first, ...others]) {
  const sum = structuredClone(/** @type {Figures} */ (first));
  for (const { outcomes, kinds, agesMinutes: _, ...counts } of others) {
    for (const [name, count] of Object.entries(counts)) sum[/** @type {keyof counts} */ (name)] += count;
    addAll(sum.outcomes, outcomes);
    addAll(sum.kinds, kinds);
  }
  return sum;
}

/**
 * @param {Record<string, number>} sums
 * @param {Record<string, number>} counts
 */
function addAll(sums, counts) {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}

/** Prints how often views of each kind had each outcome, and the calls of each kind. @param {Figures} figures */
function explain({ outcomes, kinds }) {
  if (!options.why) return;
  for (const counts of [outcomes, kinds]) {
    const named = Object.entries(counts).sort(([, one], [, other]) => other - one);
    console.log(`  ${named.map(([name, count]) => `${name}: ${count}`).join(", ")}`);
  }
  console.log();
}

/**
 * @param {number} part
 * @param {number} whole
 */
function percent(part, whole) {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}
