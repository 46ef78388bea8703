import { execFileSync, spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.mjs";

/**
 * A program that tests need beside Node.
 * @typedef {object} Program
 * @property {string} name
 * @property {string} tests the files that cannot run without it
 * @property {string} debian the package of Debian
 * @property {string} homebrew the formula of Homebrew
 * @property {() => boolean} isThere whether it is installed and starts
 */

/** @type {Program} */
export const CHROMIUM = {
  name: "chromium",
  tests: "tests/e2e/**",
  debian: "chromium-headless-shell",
  homebrew: "chromium",
  isThere: () => starts(findChromium() ?? "", "--version"),
};

/** @type {Program} */
export const NGINX = {
  name: "nginx",
  tests: "tests/scale/edge-*.test.ts",
  debian: "nginx-light",
  homebrew: "nginx",
  isThere: () => starts("nginx", "-v"),
};

/** @type {Program} */
export const REDIS = {
  name: "redis-server",
  tests: "tests/scale/shared-*.test.ts",
  debian: "redis-server",
  homebrew: "redis",
  isThere: () => starts("redis-server", "--version"),
};

/**
 * Installs those of the programs that are missing, as far as this machine and the rights of its user allow.
 * @param {readonly Program[]} programs
 * @returns {readonly Program[]} those that are still missing
 */
export function installMissing(programs) {
  // Debian keeps servers where the search path of an ordinary user does not lead.
  process.env.PATH += ":/usr/local/sbin:/usr/sbin";
  let missing = programs.filter(isMissing);
  const isRoot = process.getuid?.() === 0;
  if (missing.length > 0 && isRoot && starts("apt-get", "--version")) {
    attempt("apt-get", ["update"]);
    // One by one: a package that this release does not have must not keep out the others.
    for (const { debian } of missing)
      attempt("apt-get", ["install", "--yes", "--no-install-recommends", debian]);
    missing = missing.filter(isMissing);
  }
  if (missing.includes(CHROMIUM)) {
    attempt("npx", ["playwright", "install", "chromium"]);
    missing = missing.filter(isMissing);
  }
  return missing;
}

/** @param {Program} program */
function isMissing({ isThere }) {
  return !isThere();
}

/**
 * @param {string} program
 * @param {string} argument
 */
function starts(program, argument) {
  return program !== "" && spawnSync(program, [argument], { stdio: "ignore" }).status === 0;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function attempt(command, args) {
  // The set-up of a package must not start a service: port 80 or 6379 may be taken.
  const env = { ...process.env, RUNLEVEL: "1", DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync(command, args, { stdio: "inherit", env });
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error);
  }
}
