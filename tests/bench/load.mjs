import { execFileSync, spawn, spawnSync } from "node:child_process";
import autocannon from "autocannon";

const LOAD_CORE = 1;

/** @param {string} program */
export function hasProgram(program) {
  return spawnSync("which", [program]).status === 0;
}

/**
 * Pins a process and its children to processors, where `taskset` exists.
 * @param {number} pid
 * @param {string} cores such as `0` or `0-1`
 */
export function pin(pid, cores) {
  if (!hasProgram("taskset")) return;
  const children = spawnSync("pgrep", ["-P", String(pid)])
    .stdout.toString()
    .split("\n")
    .filter(Boolean);
  for (const each of [String(pid), ...children])
    execFileSync("taskset", ["-apc", cores, each], { stdio: "ignore" });
}

/**
 * Sends requests at full speed. `rate` is requests a second, `p99` milliseconds.
 * @param {string} url
 * @param {{ seconds: number, connections: number, headers: Record<string, string> }} options
 * @returns {Promise<{ rate: number, p99: number, faults: number }>}
 */
export async function loadOn(url, options) {
  return hasProgram("wrk") ? withWrk(url, options) : withAutocannon(url, options);
}

/** @type {typeof loadOn} */
async function withWrk(url, { seconds, connections, headers }) {
  const words = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const wrk = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...words, url];
  const [command = "", ...args] = hasProgram("taskset") ? ["taskset", "-c", String(LOAD_CORE), ...wrk] : wrk;
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout) text += chunk;
  const [, value = "NaN", unit = "ms"] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  const factor = { us: 0.001, ms: 1, s: 1000 }[unit] ?? 1;
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    p99: Number((Number(value) * factor).toFixed(1)),
    faults: Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
  };
}

/** @type {typeof loadOn} */
async function withAutocannon(url, { seconds, connections, headers }) {
  const result = await autocannon({ url, connections, duration: seconds, headers });
  return {
    rate: result.requests.average,
    p99: result.latency.p99,
    faults: result.errors + result.non2xx,
  };
}
