// Takes the screenshot of the README from a site with the sample market: run `npm start`, then
// `node scripts/take-pictures.mjs [http://localhost:3000]`.
import { stat } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "./find-browsers.mjs";

const site = process.argv[2] ?? "http://localhost:3000";
const MAX_BYTES = 180_000;
const FILE = "docs/pictures/coin-light.png";

const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
// Reduced motion, so that each run gives the same picture.
const page = await browser.newPage({
  colorScheme: "light",
  viewport: { width: 1280, height: 800 },
  timezoneId: "UTC",
  reducedMotion: "reduce",
});
await page.goto(`${site}/coin/bitcoin?currency=usd&range=7d`, { waitUntil: "networkidle" });
await page.locator(".highcharts-graph").waitFor();
await page.screenshot({ path: FILE });
await browser.close();

const { size } = await stat(FILE);
console.log(`${FILE}: ${size} bytes`);
if (size > MAX_BYTES) process.exitCode = 1;
