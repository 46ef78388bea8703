// `npm run bench:plan [runs=5] [--why] [--no-month]`: how well the site gets on with a limited plan of the service, in
// simulated time.
//   1. Twenty visitors for ten minutes from a cold start, against a service with 30 calls a minute, and one whose limit changes
//      from 5 to 30, each with and without MARKET_DATA_CALLS_PER_MINUTE: the mean of several runs with other random numbers.
//   2. A month of 300 visitors a day with 10,000 calls.
// With --why it also counts the outcomes of each kind of view; --no-month leaves out the second, which takes a minute or two.
// A view has failed when its status is 400 or more, or when nothing of what was asked for is on it. Everything that is assumed
// is in tests/bench/plan: visitors in visitor.ts, the service in service.ts, the rhythm of a day in simulation.ts.
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { build } from "vite";
import { tableRow } from "./figures.mjs";

const RUNS = Number(process.argv.find((each) => /^\d+$/.test(each)) ?? 5);
const isExplained = process.argv.includes("--why");
const FOLDER = ".cache/bench-plan";
const SERVICE_URL = "https://api.coingecko.com/api/v3";
const isMonthSkipped = process.argv.includes("--no-month");
const MONTH = { days: 30, calls: 10_000 };

/**
 * @typedef {object} Figures
 * @property {number} views
 * @property {number} failed
 * @property {number} lateViews
 * @property {number} lateFailed
 * @property {number} slow
 * @property {number} coinViews
 * @property {number} withoutChart
 * @property {number} calls
 * @property {number} refused
 * @property {Record<string, number>} outcomes
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

const seeds = Array.from({ length: RUNS }, (_, index) => index + 1);
console.log(`Ten minutes of twenty visitors from a cold start, mean of ${RUNS} runs`);
console.log(
  tableRow("", ["views", "failed", "last 3 min", "over 3 s", "no chart", "429s", "most 429s", "calls"]),
);
for (const limit of /** @type {const} */ ([30, "5 to 30"])) {
  for (const setting of ["", "25"]) {
    const runs = await inParallel(
      seeds.map(
        (seed) => () =>
          run({ seed, limit, maxCalls: null, days: null }, { MARKET_DATA_CALLS_PER_MINUTE: setting }),
      ),
    );
    const all = sumOf(runs);
    console.log(
      tableRow(`${limit} a minute, setting ${setting || "unset"}`, [
        Math.round(all.views / RUNS),
        percent(all.failed, all.views),
        percent(all.lateFailed, all.lateViews),
        percent(all.slow, all.views),
        percent(all.withoutChart, all.coinViews),
        (all.refused / RUNS).toFixed(1),
        Math.max(...runs.map(({ refused }) => refused)),
        Math.round(all.calls / RUNS),
      ]),
    );
    explain(all);
  }
}

if (isMonthSkipped) process.exit(0);
console.log(`\nA month of 300 visitors a day, ${MONTH.calls} calls`);
console.log(tableRow("", ["views", "failed", "over 3 s", "no chart", "429s", "calls"]));
const month = await run(
  { seed: 1, limit: 30, maxCalls: MONTH.calls, days: MONTH.days },
  { MARKET_DATA_CALLS_PER_MONTH: String(MONTH.calls) },
);
console.log(
  tableRow("30 a minute, setting unset", [
    month.views,
    percent(month.failed, month.views),
    percent(month.slow, month.views),
    percent(month.withoutChart, month.coinViews),
    month.refused,
    month.calls,
  ]),
);
explain(month);

/**
 * @param {{ seed: number, limit: 30 | "5 to 30", maxCalls: number | null, days: number | null }} scenario
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

/** @param {Figures[]} runs */
function sumOf(runs) {
  /** @type {Figures} */
  const sum = {
    views: 0,
    failed: 0,
    lateViews: 0,
    lateFailed: 0,
    slow: 0,
    coinViews: 0,
    withoutChart: 0,
    calls: 0,
    refused: 0,
    outcomes: {},
  };
  for (const { outcomes, ...counts } of runs) {
    for (const [name, count] of Object.entries(counts)) sum[/** @type {keyof counts} */ (name)] += count;
    for (const [name, count] of Object.entries(outcomes))
      sum.outcomes[name] = (sum.outcomes[name] ?? 0) + count;
  }
  return sum;
}

/** Prints how often views of each kind had each outcome. @param {Figures} figures */
function explain({ outcomes }) {
  if (!isExplained) return;
  const named = Object.entries(outcomes).sort(([, one], [, other]) => other - one);
  console.log(`  ${named.map(([name, count]) => `${name}: ${count}`).join(", ")}\n`);
}

/**
 * @param {number} part
 * @param {number} whole
 */
function percent(part, whole) {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
