import { readdirSync, statSync } from "node:fs";

/**
 * Finds when the newest of these files, or of what is below these folders, was changed, in milliseconds since the epoch;
 * 0 when none of them exists. A folder changes when something in it is created or deleted.
 * @param {readonly string[]} paths
 * @returns {number}
 */
export function newestChange(paths) {
  return paths.reduce((newest, path) => Math.max(newest, changeOf(path)), 0);
}

/** @param {string} path */
function changeOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, newestChange(readdirSync(path).map((name) => `${path}/${name}`)));
}
