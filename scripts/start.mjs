// `npm start`: builds when needed, then serves on http://localhost:3000 (PORT, HOST and the rest: see .env.example).
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfNeeded } from "./build-if-needed.mjs";

if (existsSync(".env")) process.loadEnvFile(".env");
// Lets remix-serve name the port on which the site listens: left to itself it reads an empty one as any.
process.env.PORT ||= "3000";

buildIfNeeded();
stopWithoutNpm();

// In this very process, so that signals and exit codes need nobody to pass them on.
process.argv[2] = "./build/server/index.js";
await import(pathToFileURL(resolve("node_modules/@remix-run/serve/dist/cli.js")).href);

/** npm passes SIGTERM on to the shell between the two; that dies of it and leaves this process behind. */
function stopWithoutNpm() {
  if (process.env.npm_lifecycle_event !== "start") return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200).unref();
}
