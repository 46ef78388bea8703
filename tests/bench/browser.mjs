// `npm run bench:browser`: how pages feel on a slow phone. Prints the medians of five first visits: first and largest
// contentful paint, the time until a radio is interactive, the blocking time of long tasks (ms), and the layout shift.
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "../../scripts/find-browsers.mjs";
import { servedSite } from "./served-site.mjs";
import { median, slowVisitor } from "./slow-visitor.mjs";

/** @typedef {{ fcp: number, lcp: number, radio: number, blocked: number, shift: number }} Figures */

const VISITS = 5;
const PAGES = ["/", "/coins", "/coins?view=table", "/coin/bitcoin", "/exchanges"];

const site = await servedSite();
const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
console.log(`${"page".padEnd(16)}     FCP     LCP    radio  blocked   shift`);
for (const path of PAGES) {
  // The first visit to a cold page would measure its render.
  await fetch(`${site.url}${path}`);
  /** @type {Figures[]} */
  const visits = [];
  for (let visit = 0; visit < VISITS; visit++) visits.push(await visitPage(`${site.url}${path}`));
  const figure = (/** @type {keyof Figures} */ name) => median(visits.map((visit) => visit[name]));
  console.log(
    `${path.padEnd(16)} ${ms(figure("fcp"))} ${ms(figure("lcp"))}  ${ms(figure("radio"))}  ${ms(figure("blocked"))}   ${figure("shift").toFixed(4)}`,
  );
}
await browser.close();
site.stop();

/** @param {string} url */
async function visitPage(url) {
  const { page, leave } = await slowVisitor(browser);
  await page.addInitScript(() => {
    const figures = { fcp: 0, lcp: 0, radio: Number.NaN, blocked: 0, shift: 0 };
    /** @type {{ start: number, end: number }[]} */
    const tasks = [];
    Object.assign(window, { figures, tasks });
    const watch = (/** @type {string} */ type, /** @type {(entry: PerformanceEntry) => void} */ see) =>
      new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
    watch("paint", (entry) => {
      if (entry.name === "first-contentful-paint") figures.fcp = entry.startTime;
    });
    watch("largest-contentful-paint", (entry) => {
      figures.lcp = entry.startTime;
    });
    watch("layout-shift", (entry) => {
      figures.shift += Reflect.get(entry, "value");
    });
    // React marks the elements that it has hydrated.
    const seekRadio = () => {
      const radio = document.querySelector("main input[type=radio]");
      const isHydrated = radio !== null && Object.keys(radio).some((key) => key.startsWith("__reactProps"));
      if (isHydrated) figures.radio = performance.now();
      // Not in animation frames: the page's layout would then count as a long task of a script.
      else setTimeout(seekRadio, 10);
    };
    seekRadio();
    watch("longtask", ({ startTime, duration }) => {
      tasks.push({ start: startTime, end: startTime + duration });
    });
  });
  await page.goto(url, { waitUntil: "networkidle", timeout: 60_000 });
  const { figures, tasks } = await page.evaluate(() => ({
    figures: Reflect.get(window, "figures"),
    tasks: Reflect.get(window, "tasks"),
  }));
  await leave();
  // As in Lighthouse: the part of a task beyond 50 ms, after the first paint, before which there is nothing to press.
  for (const { start, end } of tasks) figures.blocked += Math.max(0, end - Math.max(start + 50, figures.fcp));
  return figures;
}

/** @param {number} value milliseconds; NaN for a page without a radio */
function ms(value) {
  return (Number.isNaN(value) ? "–" : value.toFixed(0)).padStart(7);
}
