// `npm start`: builds if needed, then serves on http://localhost:3000. Settings: .env.example.
// `npm run doctor`: says what would keep it from working.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfNeeded } from "./build-if-needed.mjs";
import { loadEnvFile } from "./load-env-file.mjs";

loadEnvFile();
// remix-serve would choose any free port if PORT is empty.
process.env.PORT ||= "3000";
// What is known of the market survives a restart.
process.env.MARKET_DATA_FILE ??= ".cache/market-data";

try {
  buildIfNeeded();
} catch (error) {
  // Vite has printed why a build failed.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// Run in this process, so that signals and exit codes need not be passed on.
if (process.argv[2] === "doctor") {
  await run("build/doctor/doctor.js");
} else {
  stopWithNpm();
  process.argv[2] = "./build/server/index.js";
  await run("node_modules/@remix-run/serve/dist/cli.js");
}

/** @param {string} path */
function run(path) {
  return import(pathToFileURL(resolve(path)).href);
}

/** npm passes SIGTERM to the shell between npm and this process. The shell dies of it and passes nothing on. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== "start") return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200).unref();
}
