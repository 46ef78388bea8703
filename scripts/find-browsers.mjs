import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Debian's browsers. The headless shell renders the same and takes half the time. */
const DEBIAN = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/**
 * Returns the path of the browser for tests: CHROMIUM_PATH if set, else the one that Playwright has downloaded, else one of
 * Debian's; null if there is none.
 * @returns {string | null}
 * @throws {Error} if CHROMIUM_PATH names a file that does not exist
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  return [chromium.executablePath(), ...DEBIAN].find((path) => existsSync(path)) ?? null;
}

/** Options with which tests and scripts start it. @type {import("@playwright/test").LaunchOptions} */
export const LAUNCH_OPTIONS = {
  args: ["--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"],
};
