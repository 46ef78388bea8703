import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Debian's browsers. The shell draws the same without a desk to draw on, and the tests take it half the time. */
const DEBIAN = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/**
 * The browser for the tests: what CHROMIUM_PATH names, else the one that Playwright has downloaded, else one of Debian's.
 * Null when there is none.
 * @returns {string | null}
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
