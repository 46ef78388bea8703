// `npm run bench:browser [path …]`: how pages feel on a slow phone. Prints the medians of some first visits: first and largest
// contentful paint, the time until a radio is interactive, how long tasks block (ms), and the layout shift. Below each page: the
// element of its largest paint, and the long tasks of one visit, with the scripts that ran in them.
// CHROMIUM_PATH=/usr/bin/chromium measures a whole Chromium, in which compositing takes longer than in the headless shell.
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "../../scripts/find-browsers.mjs";
import { percentile } from "./figures.mjs";
import { servedSite } from "./served-site.mjs";
import { slowVisitor } from "./slow-visitor.mjs";

/**
 * `blocked` is as in Lighthouse: what tasks take beyond 50 ms after the first paint, before which there is nothing to press. `tasks`
 * is how long those that are longer than 50 ms take altogether, in the first five seconds.
 * @typedef {{ fcp: number, lcp: number, radio: number, blocked: number, tasks: number, shift: number }} Figures
 * @typedef {{ figures: Figures, largest: string, longTasks: readonly string[] }} Visit
 */

const VISITS = 5;
const OBSERVED_MS = 5000;
const DEFAULT_PAGES = ["/", "/coins", "/coins?view=table", "/coin/bitcoin", "/exchanges"];
const paths = process.argv.length > 2 ? process.argv.slice(2) : DEFAULT_PAGES;

const site = await servedSite();
const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
console.log(`${"page".padEnd(18)}     FCP     LCP    radio  blocked    tasks   shift`);
for (const path of paths) {
  // The first visit to a cold page would measure its render.
  await fetch(`${site.url}${path}`);
  /** @type {Visit[]} */
  const visits = [];
  for (let visit = 0; visit < VISITS; visit++) visits.push(await visitPage(`${site.url}${path}`));
  const figure = (/** @type {keyof Figures} */ name) =>
    percentile(
      visits.map(({ figures }) => figures[name]),
      0.5,
    );
  console.log(
    `${path.padEnd(18)} ${ms(figure("fcp"))} ${ms(figure("lcp"))}  ${ms(figure("radio"))}  ${ms(figure("blocked"))}  ${ms(figure("tasks"))}   ${figure("shift").toFixed(4)}`,
  );
  const usual = visits.find(({ figures }) => figures.tasks === figure("tasks"));
  console.log(`  largest: ${usual?.largest}`);
  for (const task of usual?.longTasks ?? []) console.log(`  ${task}`);
}
await browser.close();
site.stop();

/**
 * @param {string} url
 * @returns {Promise<Visit>}
 */
async function visitPage(url) {
  const { page, leave } = await slowVisitor(browser);
  await page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, radio: Number.NaN, shift: 0, largest: "" };
    /** @type {{ start: number, end: number }[]} */
    const tasks = [];
    /** @type {{ start: number, end: number, scripts: string[] }[]} */
    const longFrames = [];
    Object.assign(window, { seen, tasks, longFrames });
    const watch = (/** @type {string} */ type, /** @type {(entry: PerformanceEntry) => void} */ see) =>
      new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
    watch("paint", (entry) => {
      if (entry.name === "first-contentful-paint") seen.fcp = entry.startTime;
    });
    watch("largest-contentful-paint", (entry) => {
      seen.lcp = entry.startTime;
      const element = Reflect.get(entry, "element");
      seen.largest = element instanceof Element ? `${element.localName}.${element.classList}` : "";
    });
    watch("layout-shift", (entry) => {
      seen.shift += Reflect.get(entry, "value");
    });
    // React marks the elements that it has hydrated.
    const seekRadio = () => {
      const radio = document.querySelector("main input[type=radio]");
      const isHydrated = radio !== null && Object.keys(radio).some((key) => key.startsWith("__reactProps"));
      if (isHydrated) seen.radio = performance.now();
      // Not in animation longFrames: the page's layout would then count as a long task of a script.
      else setTimeout(seekRadio, 10);
    };
    seekRadio();
    watch("longtask", ({ startTime, duration }) => {
      tasks.push({ start: startTime, end: startTime + duration });
    });
    watch("long-animation-frame", (entry) => {
      const scripts = Reflect.get(entry, "scripts").map(
        (/** @type {{ sourceURL: string, invoker: string, startTime: number, duration: number }} */ script) =>
          `${script.invoker.split("/").at(-1)} of ${script.sourceURL.split("/").at(-1)}, ${Math.round(script.duration)} ms`,
      );
      longFrames.push({ start: entry.startTime, end: entry.startTime + entry.duration, scripts });
    });
  });
  await page.goto(url, { waitUntil: "networkidle", timeout: 60_000 });
  await page.waitForFunction((end) => performance.now() > end, OBSERVED_MS);
  const { seen, tasks, longFrames } = await page.evaluate(() => ({
    seen: Reflect.get(window, "seen"),
    tasks: Reflect.get(window, "tasks"),
    longFrames: Reflect.get(window, "longFrames"),
  }));
  await leave();
  const { largest, ...figures } = { ...seen, blocked: 0, tasks: 0 };
  const longTasks = [];
  for (const { start, end } of tasks) {
    figures.blocked += Math.max(0, end - Math.max(start + 50, figures.fcp));
    if (start < figures.fcp || start > OBSERVED_MS) continue;
    figures.tasks += end - start;
    const frame = longFrames.find(
      (/** @type {{ start: number, end: number }} */ each) => each.start <= start && start < each.end,
    );
    const scripts = frame?.scripts.join("; ") || "no script";
    longTasks.push(`at ${Math.round(start)}: ${Math.round(end - start)} ms (${scripts})`);
  }
  return { figures, largest, longTasks };
}

/** @param {number} value milliseconds; NaN for a page without a radio */
function ms(value) {
  return (Number.isNaN(value) ? "–" : value.toFixed(0)).padStart(7);
}
