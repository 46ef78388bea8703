// `npm run preview`: serves the production build as `npm start` does, and builds and starts it again whenever a source has changed.
import { fork } from "node:child_process";
import { watch } from "node:fs";
import { buildIfNeeded } from "./build-if-needed.mjs";

/** One save can be several events. */
const QUIET_MS = 200;

/** @type {NodeJS.Timeout | undefined} */
let pending;
for (const folder of ["app", "public"])
  watch(folder, { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(restart, QUIET_MS);
  });

let site = fork("scripts/start.mjs");

function restart() {
  try {
    // While this process builds, the last build is served, and further changes wait.
    buildIfNeeded();
  } catch {
    return;
  }
  const start = () => {
    site = fork("scripts/start.mjs");
  };
  if (site.exitCode === null) site.removeAllListeners("exit").once("exit", start).kill();
  else start();
}
