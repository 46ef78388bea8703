// Makes sure that nginx and redis-server are there for the tests of `tests/scale`: finds them, or installs them.
import { execFileSync, spawnSync } from "node:child_process";

/** By the name of the program and of Debian's package. */
const PROGRAMS = [
  ["nginx", "nginx-light"],
  ["redis-server", "redis-server"],
];

const missing = PROGRAMS.filter(([program = ""]) => !isThere(program)).map(([, name = ""]) => name);
if (missing.length > 0) {
  try {
    run("apt-get", ["update"]);
    run("apt-get", ["install", "--yes", "--no-install-recommends", ...missing]);
  } catch (error) {
    console.error(
      `${missing.join(" and ")} could not be installed: ${error instanceof Error ? error.message : error}`,
    );
    process.exit(1);
  }
}

/** @param {string} program */
function isThere(program) {
  return spawnSync(program, [program === "nginx" ? "-v" : "--version"]).status === 0;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  // A package's set-up must not start a service of its own: port 80 or 6379 may be taken.
  execFileSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, RUNLEVEL: "1", DEBIAN_FRONTEND: "noninteractive" },
  });
}
