import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/**
 * Returns the path of Chromium for tests: CHROMIUM_PATH if set, else the one that Playwright has downloaded, else one of
 * Debian's, of which the headless shell renders the same and takes half the time; null if there is none.
 * @returns {string | null}
 * @throws {Error} if CHROMIUM_PATH names a file that does not exist
 */
export function findChromium() {
  return find("CHROMIUM_PATH", [
    chromium.executablePath(),
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
  ]);
}

/**
 * Returns the path of Firefox for tests: FIREFOX_PATH if set, else Debian's or macOS's; null if there is none. Playwright's
 * own Firefox is a changed one.
 * @returns {string | null}
 * @throws {Error} if FIREFOX_PATH names a file that does not exist
 */
export function findFirefox() {
  return find("FIREFOX_PATH", [
    "/usr/bin/firefox-esr",
    "/usr/bin/firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
  ]);
}

/**
 * @param {string} variable
 * @param {readonly string[]} paths
 */
function find(variable, paths) {
  const named = process.env[variable];
  if (named && !existsSync(named)) throw new Error(`${variable} names ${named}, which does not exist.`);
  return named || (paths.find((path) => existsSync(path)) ?? null);
}

/** Options with which tests and scripts start Chromium. @type {import("@playwright/test").LaunchOptions} */
export const LAUNCH_OPTIONS = {
  args: ["--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"],
};
