// `npm run bench:browser [path …]`: how pages feel on a slow phone. Prints the medians of some first visits: first and largest
// contentful paint, the time until a radio is interactive, how long tasks block (ms), and the layout shift.
// CHROMIUM_PATH=/usr/bin/chromium measures a whole Chromium, in which compositing takes longer than in the headless shell.
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "../../scripts/find-browsers.mjs";
import { percentile, tableRow } from "./figures.mjs";
import { servedSite } from "./served-site.mjs";

/**
 * `blocked` is as in Lighthouse: what tasks take beyond 50 ms after the first paint, before which there is nothing to press.
 * `radio` is missing on pages without one.
 * @typedef {{ fcp: number, lcp: number, radio: number, blocked: number, shift: number }} Figures
 */

const VISITS = 5;
const OBSERVED_MS = 5000;
const DEFAULT_PAGES = ["/", "/coins", "/coins?view=table", "/coin/bitcoin", "/exchanges"];
const CPU_SLOWDOWN = 4;
/** 1.6 Mbit/s, in bytes per second, and milliseconds. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
};

const paths = process.argv.length > 2 ? process.argv.slice(2) : DEFAULT_PAGES;
const site = await servedSite();
const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
console.log(tableRow("page", ["FCP", "LCP", "radio", "blocked", "shift"]));
for (const path of paths) {
  // The first visit to a cold page would measure its render.
  await fetch(`${site.url}${path}`);
  /** @type {Figures[]} */
  const visits = [];
  for (let visit = 0; visit < VISITS; visit++) visits.push(await visitPage(`${site.url}${path}`));
  const median = (/** @type {keyof Figures} */ name) =>
    percentile(
      visits.map((figures) => figures[name]),
      0.5,
    );
  const ms = /** @type {const} */ (["fcp", "lcp", "radio", "blocked"]).map((name) => median(name).toFixed(0));
  console.log(tableRow(path, [...ms, median("shift").toFixed(4)]));
}
await browser.close();
site.stop();

/**
 * Opens a page as a new visitor with a slow phone.
 * @param {string} url
 * @returns {Promise<Figures>}
 */
async function visitPage(url) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, radio: Number.NaN, blocked: 0, shift: 0 };
    /** @type {PerformanceEntry[]} */
    const tasks = [];
    Object.assign(window, { seen, tasks });
    const watch = (/** @type {string} */ type, /** @type {(entry: PerformanceEntry) => void} */ see) =>
      new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
    watch("paint", ({ name, startTime }) => {
      if (name === "first-contentful-paint") seen.fcp = startTime;
    });
    watch("largest-contentful-paint", ({ startTime }) => {
      seen.lcp = startTime;
    });
    watch("layout-shift", (entry) => {
      seen.shift += Reflect.get(entry, "value");
    });
    watch("longtask", (entry) => void tasks.push(entry));
    // React marks the elements that it has hydrated.
    const seekRadio = () => {
      const radio = document.querySelector("main input[type=radio]");
      const isHydrated = radio !== null && Object.keys(radio).some((key) => key.startsWith("__reactProps"));
      if (isHydrated) seen.radio = performance.now();
      else setTimeout(seekRadio, 10);
    };
    seekRadio();
  });
  await page.goto(url, { waitUntil: "networkidle", timeout: 60_000 });
  await page.waitForFunction((end) => performance.now() > end, OBSERVED_MS);
  const seen = await page.evaluate(() => {
    /** @type {Figures} */
    const figures = Reflect.get(window, "seen");
    /** @type {PerformanceEntry[]} */
    const tasks = Reflect.get(window, "tasks");
    for (const { startTime, duration } of tasks)
      figures.blocked += Math.max(0, startTime + duration - Math.max(startTime + 50, figures.fcp));
    return figures;
  });
  await context.close();
  return seen;
}
