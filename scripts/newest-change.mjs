import { readdirSync, statSync } from "node:fs";

/**
 * When the newest of these files, or of the files below these folders, was changed, in milliseconds since the epoch;
 * 0 when none of them exists.
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
  return newestChange(readdirSync(path).map((name) => `${path}/${name}`));
}
