// `npm run bench:scale [seconds]`: nginx in front of a replica of the site, real and on loopback. Prints how fast nginx serves a
// page that it has in its cache, and how fast the replica does: the best of three rounds. Servers have one processor, the load
// (`wrk`: apt-get install wrk) the other.
import { spawnSync } from "node:child_process";
import { startNginx } from "../scale/nginx.mjs";
import { tableRow } from "./figures.mjs";
import { servedSite } from "./served-site.mjs";

const PAGE = "/coins?currency=usd&page=1";
const SECONDS = Number(process.argv[2] ?? 5);

const site = await servedSite();
const edge = await startNginx([site.url]);
for (const { pid } of [edge, site]) {
  const workers = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout.split("\n");
  for (const each of [String(pid), ...workers.filter(Boolean)]) spawnSync("taskset", ["-apc", "0", each]);
}
console.log(tableRow("a page of 100 coins", ["requests/s", "p99", "faults"]));
for (const [name, { url }] of Object.entries({ "nginx, from its cache": edge, "a replica": site })) {
  const rounds = [1, 2, 3].map(() => loadOn(`${url}${PAGE}`)).sort((one, other) => other.rate - one.rate);
  const { rate = Number.NaN, p99 = "", faults = "" } = rounds[0] ?? {};
  console.log(tableRow(name, [rate.toFixed(0), p99, faults]));
}
for (const { stop } of [edge, site]) await stop();

/** Sends requests at full speed. @param {string} url */
function loadOn(url) {
  const wrk = ["wrk", "-t1", "-c64", `-d${SECONDS}s`, "--latency", "-H", "Accept-Encoding: gzip, br", url];
  const { stdout, error } = spawnSync("taskset", ["-c", "1", ...wrk], { encoding: "utf8" });
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  if (rate === undefined) throw new Error("wrk or taskset is missing", { cause: error });
  const [, p99 = ""] = /99%\s+(\S+)/.exec(stdout) ?? [];
  const [, faults = "0"] = /Non-2xx or 3xx responses: (\d+)/.exec(stdout) ?? [];
  return { rate: Number(rate), p99, faults };
}
