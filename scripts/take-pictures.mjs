// Takes the screenshots of the README from a site with the sample market: run `npm start`, then
// `node scripts/take-pictures.mjs [http://localhost:3000]`.
import { stat } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "./find-browsers.mjs";

const site = process.argv[2] ?? "http://localhost:3000";
const MAX_BYTES = 180_000;

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const COIN = "/coin/bitcoin?currency=usd&range=7d";

const PICTURES = /** @type {const} */ ([
  // JPEG, because the glow would make a large PNG.
  { name: "home.jpeg", path: "/", colorScheme: "dark", viewport: DESK },
  { name: "coins.png", path: "/coins?currency=usd", colorScheme: "light", viewport: DESK },
  { name: "coin-light.png", path: COIN, colorScheme: "light", viewport: DESK },
  { name: "coin-dark.png", path: COIN, colorScheme: "dark", viewport: DESK },
  { name: "coin-phone-light.png", path: COIN, colorScheme: "light", viewport: PHONE },
  { name: "coin-phone-dark.png", path: COIN, colorScheme: "dark", viewport: PHONE },
]);

// Brings the lines of the week, which cards show where they are known.
await fetch(`${site}/coins?currency=usd&view=table`);
const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
for (const { name, path, colorScheme, viewport } of PICTURES) {
  // Reduced motion stops the coin on the home page from bobbing, so that each run gives the same picture.
  const page = await browser.newPage({ colorScheme, viewport, timezoneId: "UTC", reducedMotion: "reduce" });
  await page.goto(`${site}${path}`, { waitUntil: "networkidle" });
  if (path === COIN) await page.locator(".highcharts-graph").waitFor();
  const file = `docs/pictures/${name}`;
  await page.screenshot({ path: file });
  await page.close();
  const { size } = await stat(file);
  console.log(`${file}: ${size} bytes`);
  if (size > MAX_BYTES) process.exitCode = 1;
}
await browser.close();
