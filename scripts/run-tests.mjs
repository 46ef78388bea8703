// Runs tests of the production build: `node scripts/run-tests.mjs e2e`, or `scale`; without an argument, everything. Installs missing
// programs where it can. Tests whose program is still missing are skipped and named at the end; with CI set, they are a failure.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { findChromium, findFirefox } from "./find-browsers.mjs";

const CHROMIUM = {
  name: "chromium",
  part: "e2e",
  tests: "tests/e2e/**",
  debian: "chromium-headless-shell",
  homebrew: "chromium",
  isInstalled: () => starts(findChromium() ?? "", "--version"),
};
const FIREFOX = {
  name: "firefox",
  part: "e2e",
  tests: "tests/e2e/firefox.*",
  debian: "firefox-esr",
  homebrew: "firefox",
  isInstalled: () => starts(findFirefox() ?? "", "--version"),
};
const NGINX = {
  name: "nginx",
  part: "scale",
  tests: "tests/scale/edge-*.test.ts",
  debian: "nginx-light",
  homebrew: "nginx",
  isInstalled: () => starts("nginx", "-v"),
};
const REDIS = {
  name: "redis-server",
  part: "scale",
  tests: "tests/scale/shared-*.test.ts",
  debian: "redis-server",
  homebrew: "redis",
  isInstalled: () => starts("redis-server", "--version"),
};
const CADDY = {
  name: "caddy",
  part: "scale",
  tests: "tests/scale/caddy.test.ts",
  debian: "caddy",
  homebrew: "caddy",
  isInstalled: () => starts("caddy", "version"),
};
const OPENSSL = {
  name: "openssl",
  part: "scale",
  tests: "tests/scale/edge-tls.test.ts",
  debian: "openssl",
  homebrew: "openssl",
  isInstalled: () => starts("openssl", "version"),
};

// Debian installs servers outside of an ordinary user's PATH.
process.env.PATH += ":/usr/local/sbin:/usr/sbin";
const isEverything = process.argv.length === 2;
const parts = isEverything ? ["unit", "e2e", "scale"] : process.argv.slice(2);
const missing = installMissing(
  [CHROMIUM, FIREFOX, NGINX, CADDY, REDIS, OPENSSL].filter(({ part }) => parts.includes(part)),
);
if (missing.length > 0 && process.env.CI) {
  console.error(skipped());
  process.exit(1);
}
// At the same time, because either leaves a processor idle. Tests of replicas build by themselves.
const beforehand = [...(isEverything ? ["lint", "types"] : []), ...(parts.includes("e2e") ? ["build"] : [])];
const isOfPages = (/** @type {string} */ part) => part === "e2e";
const hasPassed =
  (await run(beforehand.map((name) => ["npm", "run", name]))) &&
  // Unit tests beside those of replicas, which mostly wait; browsers would be too busy for them: Redis and nginx time out.
  (await run(parts.filter((part) => !isOfPages(part)).flatMap(vitest))) &&
  (await run([...parts.filter(isOfPages).flatMap(vitest), ...playwright()]));
if (missing.length > 0) console.warn(skipped());
process.exit(hasPassed ? 0 : 1);

/** @param {string} part */
function vitest(part) {
  // One process each beside others: another would load everything once more.
  if (part === "unit") return [["npm", "run", "unit", "--", "--maxWorkers", "1"]];
  if (part === "e2e") return [["npx", "vitest", "run", "--project", "html", "--maxWorkers", "1"]];
  const excluded = missing.flatMap(({ tests }) => ["--exclude", tests]);
  return [["npx", "vitest", "run", "--project", part, ...excluded]];
}

function playwright() {
  if (!parts.includes("e2e") || missing.includes(CHROMIUM)) return [];
  const excluded = missing.includes(FIREFOX) ? ["--grep-invert", "@firefox"] : [];
  return [["npx", "playwright", "test", ...excluded]];
}

function skipped() {
  const list = (/** @type {(program: typeof CHROMIUM) => string} */ write, separator = " ") =>
    missing.map(write).join(separator);
  return (
    `Not tested: ${list(({ name, tests }) => `${tests} (no ${name})`, ", ")}. To test it: ` +
    `apt-get install ${list(({ debian }) => debian)}, or brew install ${list(({ homebrew }) => homebrew)}.`
  );
}

/**
 * Installs missing programs as far as this machine and the user's rights allow, and returns those that are still missing.
 * @param {readonly (typeof CHROMIUM)[]} programs
 */
function installMissing(programs) {
  const isMissing = (/** @type {typeof CHROMIUM} */ { isInstalled }) => !isInstalled();
  let left = programs.filter(isMissing);
  if (left.length > 0 && process.getuid?.() === 0 && starts("apt-get", "--version")) {
    attempt("apt-get", "update");
    // One by one: a package that this release lacks must not keep out the others.
    for (const { debian } of left) attempt("apt-get", "install", "--yes", "--no-install-recommends", debian);
    left = left.filter(isMissing);
  }
  if (left.includes(CHROMIUM)) {
    attempt("npx", "playwright", "install", "chromium");
    left = left.filter(isMissing);
  }
  return left;
}

/**
 * @param {string} program
 * @param {string} argument
 */
function starts(program, argument) {
  return program !== "" && spawnSync(program, [argument], { stdio: "ignore" }).status === 0;
}

/** @param {readonly [string, ...string[]]} command */
function attempt(...[command, ...args]) {
  // RUNLEVEL keeps packages from starting their service: port 80 or 6379 may be taken.
  const env = { ...process.env, RUNLEVEL: "1", DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync(command, args, { stdio: "inherit", env });
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error);
  }
}

/**
 * Runs commands at the same time, and returns whether all have succeeded. What the first ones print comes when they have ended, so
 * that the lines of one stay together.
 * @param {readonly (readonly string[])[]} commands
 */
async function run(commands) {
  const ends = commands.map(async ([command = "", ...args], index) => {
    const isLast = index === commands.length - 1;
    const stdio = isLast ? "inherit" : "pipe";
    const child = spawn(command, args, {
      stdio: ["inherit", stdio, stdio],
      shell: process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    const [status] = await once(child, "close");
    process.stdout.write(output);
    return status === 0;
  });
  return (await Promise.all(ends)).every(Boolean);
}
