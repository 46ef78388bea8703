// Takes the pictures that the README shows, of a site with the sample market: `npm start`, then
// `node scripts/take-pictures.mjs [http://localhost:3000]`.
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "./find-chromium.mjs";

const site = process.argv[2] ?? "http://localhost:3000";
const PICTURES = /** @type {const} */ ([
  {
    name: "coin-light",
    path: "/coin/bitcoin?currency=usd&range=7d",
    colorScheme: "light",
    width: 1280,
    height: 720,
  },
]);

const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
for (const { name, path, colorScheme, width, height } of PICTURES) {
  const page = await browser.newPage({ colorScheme, viewport: { width, height }, timezoneId: "UTC" });
  await page.goto(`${site}${path}`, { waitUntil: "networkidle" });
  await page.screenshot({ path: `docs/pictures/${name}.png` });
  await page.close();
}
await browser.close();
