// Runs the tests that need more than Node: `node scripts/run-tests.mjs e2e scale`, or one of the two. Programs are
// installed where that is possible; what cannot be tested without the others is named in one line at the end, or, with CI
// set, is a failure.
import { spawnSync } from "node:child_process";
import { CHROMIUM, installMissing, NGINX, REDIS } from "./programs.mjs";

/** @typedef {import("./programs.mjs").Program} Program */

const PROGRAMS = { e2e: [CHROMIUM], scale: [NGINX, REDIS] };

const parts = process.argv.slice(2).filter((part) => part === "e2e" || part === "scale");
const missing = installMissing(parts.flatMap((part) => PROGRAMS[part]));
const isComplete = missing.length === 0;
if (!isComplete && process.env.CI) {
  console.error(sentenceAbout(missing));
  process.exit(1);
}
const hasPassed = parts.every((part) => (part === "e2e" ? runEndToEnd() : runScale()));
if (!isComplete) console.warn(sentenceAbout(missing));
process.exit(hasPassed ? 0 : 1);

function runEndToEnd() {
  return missing.includes(CHROMIUM) || (run("npm", "run", "build") && run("npx", "playwright", "test"));
}

function runScale() {
  const left = missing.filter((program) => program !== CHROMIUM).flatMap(({ tests }) => ["--exclude", tests]);
  return run("npx", "vitest", "run", "--project", "scale", ...left);
}

/** @param {readonly [string, ...string[]]} command */
function run(...[command, ...args]) {
  return spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32" }).status === 0;
}

/** @param {readonly Program[]} programs */
function sentenceAbout(programs) {
  const left = programs.map(({ name, tests }) => `${tests} (no ${name})`).join(", ");
  const debian = programs.map((program) => program.debian).join(" ");
  const homebrew = programs.map((program) => program.homebrew).join(" ");
  return `Not tested: ${left}. To test it: apt-get install ${debian}, or brew install ${homebrew}.`;
}
