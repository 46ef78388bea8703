// Makes sure that there is a browser for the end-to-end tests: finds one, or installs it.
import { execFileSync } from "node:child_process";
import { findChromium } from "./find-chromium.mjs";

/** Each way to get a browser, the one that needs no rights first. */
const WAYS = [
  [["npx", "playwright", "install", "chromium"]],
  [
    ["apt-get", "update"],
    ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"],
  ],
];

for (const way of WAYS) {
  if (findChromium() !== null) break;
  try {
    for (const [command = "", ...args] of way) execFileSync(command, args, { stdio: "inherit" });
  } catch (error) {
    console.warn(`${way.at(-1)?.join(" ")}: ${error instanceof Error ? error.message : error}`);
  }
}

const found = findChromium();
if (found === null) {
  console.error("No Chromium was found or could be installed: set CHROMIUM_PATH to one.");
  process.exit(1);
}
console.log(`Chromium: ${found}`);
