import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";

const SOURCES = ["app", "scripts", "package-lock.json", "vite.config.ts", "tsconfig.json"];
const RESULT = "build/server/index.js";

/**
 * Builds the site unless the last build is newer than everything it is made of.
 * @throws {Error} if the build fails, or the development packages that it needs are not installed
 */
export function buildIfNeeded() {
  if (lastChange(RESULT) > Math.max(...SOURCES.map(lastChange))) return;
  if (!existsSync("node_modules/@remix-run/dev"))
    throw new Error(
      "The site has to be built, and the packages for that are not installed: run `npm ci` without --omit=dev.",
    );
  execFileSync("npm", ["run", "--silent", "build"], {
    stdio: "inherit",
    // Vitest sets "test", for which Vite would make a development build.
    env: { ...process.env, NODE_ENV: "production" },
    shell: process.platform === "win32",
  });
}

/**
 * Returns when a file, or anything in a folder, was last changed, in milliseconds since the epoch; 0 if it does not exist. A folder
 * itself changes when something in it is created or deleted.
 * @param {string} path
 * @returns {number}
 */
function lastChange(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => lastChange(`${path}/${name}`)));
}
