// `npm run bench:browser [path or address …]`: how pages feel on a slow phone, and how soon the next page is there. Visits alternate
// between the addresses, so that a busy moment hurts all alike; other sites can be measured beside this one. Prints medians in
// milliseconds. Takes ten minutes, or with `-- --only visits`, `steps` or `interactions` a part of that; `--times 6` says how often.
// CHROMIUM_PATH=/usr/bin/chromium measures a whole Chromium, in which compositing takes longer than in the headless shell.
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "../../scripts/find-browsers.mjs";
import { listen } from "../support/free-port.mjs";
import { percentile, tableRow } from "./figures.mjs";
import { servedSite } from "./served-site.mjs";

const OBSERVED_MS = 4000;
const DEFAULT_PAGES = ["/", "/coins", "/coins?view=table", "/coin/bitcoin", "/exchanges"];
const CPU_SLOWDOWN = 4;
/** 1.6 Mbit/s, in bytes per second, and milliseconds. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
};
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Milliseconds from the finger's touch to its leaving the screen. */
const TAP_MS = 70;

// Every visit comes from another site, as from a search result: the browser then needs a new process.
const start = createServer((_, response) => {
  response.setHeader("Content-Type", "text/html");
  response.end("<!doctype html><title>start</title><p>start</p>");
});
const startUrl = `http://localhost:${await listen(start)}/`;

const site = await servedSite();
const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, times: { type: "string", default: "4" } },
});
const isPlayed = (/** @type {string} */ part) => (options.only ?? part) === part;
const urls = (asked.length > 0 ? asked : DEFAULT_PAGES).map((path) => new URL(path, site.url).href);
// The first visit to a cold page would measure its render.
for (const url of urls) await fetch(url);

/** Long tasks are those of 50 ms and more. @typedef {{ fcp: number, lcp: number, tasks: number, longest: number, shift: number }} Figures */
const visits = new Map(urls.map((url) => [url, /** @type {Figures[]} */ ([])]));
const steps = new Map(/** @type {[string, number[]][]} */ ([]));
/** Durations of interactions, from input to the next paint. @type {number[]} */
const interactions = [];
for (let visit = 0; visit < Number(options.times); visit++) {
  for (const url of isPlayed("visits") ? urls : [])
    visits.get(url)?.push(await onPhone((page) => firstVisit(page, url)));
  if (asked.length > 0) continue;
  if (isPlayed("steps")) await onPhone(takeSteps);
  if (isPlayed("interactions")) interactions.push(...(await onPhone(interact)));
}
if (isPlayed("visits"))
  console.log(tableRow("first visit", ["FCP", "LCP", "long tasks", "longest", "shift"]));
for (const [url, figures] of isPlayed("visits") ? visits : []) {
  const median = (/** @type {keyof Figures} */ name) =>
    percentile(
      figures.map((each) => each[name]),
      0.5,
    );
  const ms = /** @type {const} */ (["fcp", "lcp", "tasks", "longest"]).map((name) => median(name).toFixed(0));
  console.log(tableRow(url.replace(site.url, ""), [...ms, median("shift").toFixed(4)]));
}
if (steps.size > 0) console.log(tableRow("from touch to paint", ["median", "most"]));
for (const [name, times] of steps)
  console.log(tableRow(name, [percentile(times, 0.5).toFixed(0), Math.max(...times).toFixed(0)]));
if (interactions.length > 0) {
  const [most, worst] = [percentile(interactions, 0.75), percentile(interactions, 1)];
  console.log(tableRow(`${interactions.length} interactions`, [`75 %: ${most}`, `worst: ${worst}`]));
}
start.close();
site.stop();

/**
 * Runs something in a new browser: a slow phone that shows another site.
 * @template Result
 * @param {(page: import("@playwright/test").Page, devtools: import("@playwright/test").CDPSession) => Promise<Result>} run
 * @returns {Promise<Result>}
 */
async function onPhone(run) {
  const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
  const page = await (await browser.newContext(PHONE)).newPage();
  const devtools = await page.context().newCDPSession(page);
  await page.goto(startUrl);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const result = await run(page, devtools);
  await browser.close();
  return result;
}

/**
 * @param {import("@playwright/test").Page} page
 * @param {string} url
 * @returns {Promise<Figures>}
 */
async function firstVisit(page, url) {
  await page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, tasks: 0, longest: 0, shift: 0 };
    Object.assign(window, { seen });
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
    watch("longtask", ({ duration }) => {
      seen.tasks += duration;
      seen.longest = Math.max(seen.longest, duration);
    });
  });
  await Promise.all([
    page.waitForEvent("load", { timeout: 60_000 }),
    page.evaluate((address) => window.location.assign(address), url),
  ]);
  await page.waitForFunction((end) => performance.now() > end, OBSERVED_MS);
  return page.evaluate(() => Reflect.get(window, "seen"));
}

/**
 * Goes from the list to a coin, to another range, back to the list, to the same coin again, back, and to the second page.
 * @param {import("@playwright/test").Page} page
 * @param {import("@playwright/test").CDPSession} devtools
 */
async function takeSteps(page, devtools) {
  await page.goto(`${site.url}/coins?currency=usd`);
  await page.waitForTimeout(OBSERVED_MS);
  /** @param {string} name @param {string} sign what only the next page has @param {() => Promise<unknown>} act */
  const step = async (name, sign, act) => {
    // Until the frame after the one that has it: by then that has been painted.
    const painted = page.evaluate((selector) => {
      // Without a touch, as going back, from now on.
      let touched = performance.now();
      addEventListener("pointerdown", ({ timeStamp }) => (touched = timeStamp), {
        capture: true,
        once: true,
      });
      return new Promise((resolve) => {
        const look = () => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - touched)));
        };
        requestAnimationFrame(look);
      });
    }, sign);
    await act();
    const times = steps.get(name) ?? [];
    steps.set(name, [...times, await painted]);
    await page.waitForTimeout(OBSERVED_MS / 2);
  };
  const tap = async (/** @type {string} */ selector) => {
    const target = page.locator(selector).first();
    await target.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await page.waitForTimeout(TAP_MS);
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const back = () => page.evaluate(() => window.history.back());
  const list = "main .card-grid";
  const shownRange = (/** @type {string} */ range) => `[value="${range}"][aria-current]`;
  const coin = shownRange("24h");
  const ethereum = "main a[href^='/coin/ethereum']";
  await step("list → coin", coin, () => tap(ethereum));
  await step("coin → range", shownRange("30d"), () => tap("button[value='30d']"));
  await step("back", coin, back);
  await step("back to the list", list, back);
  await step("list → coin, seen", coin, () => tap(ethereum));
  await step("back to the list, again", list, back);
  await step("list → page 2", "main a[rel=prev]", () => tap("main a[rel=next]"));
}

/**
 * Types a search, chooses currencies and views, sorts, stars, switches the colour mode, and walks along a chart.
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<number[]>} durations of all interactions, in milliseconds in steps of eight; 0 for what took less than sixteen
 */
async function interact(page) {
  await page.addInitScript(() => {
    const durations = new Map();
    Object.assign(window, { durations });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const id = Reflect.get(entry, "interactionId");
        if (id) durations.set(id, Math.max(durations.get(id) ?? 0, entry.duration));
      }
    });
    observer.observe(/** @type {PerformanceObserverInit} */ ({ type: "event", durationThreshold: 16 }));
  });
  /** @type {number[]} */
  const all = [];
  let count = 0;
  const settle = () => page.waitForTimeout(OBSERVED_MS / 4);
  const act = async (/** @type {() => Promise<unknown>} */ perform) => {
    count++;
    await perform();
    await settle();
  };
  /** The list of durations ends with the document. */
  const collect = async () => {
    const durations = await page.evaluate(() => [...Reflect.get(window, "durations").values()]);
    all.push(...durations, ...Array(Math.max(0, count - durations.length)).fill(0));
    count = 0;
  };
  const open = async (/** @type {string} */ path) => {
    await page.goto(site.url + path);
    await page.waitForTimeout(OBSERVED_MS);
  };
  const tap = (/** @type {string} */ selector) => act(() => page.locator(selector).first().tap());
  const press = (/** @type {string} */ key) => act(() => page.keyboard.press(key));

  await open("/coins?currency=usd");
  await tap("main .watch");
  await tap("label:has([name=currency][value=eur])");
  await tap("label:has([name=view][value=table])");
  for (const column of [2, 3]) await tap(`main thead th:nth-child(${column}) a`);
  await tap("form[action='/colour-mode'] button");
  await collect();
  await open("/search?q=");
  await page.locator("main .input[name=q]").focus();
  for (const letter of "bitco") await press(letter);
  await collect();
  await open("/coin/bitcoin?currency=usd");
  for (const range of ["7d", "1y"]) await tap(`button[value='${range}']`);
  await tap("main summary");
  await press("Escape");
  await tap("main .watch");
  await page.locator(".highcharts-container [tabindex]").first().focus();
  for (let step = 0; step < 4; step++) await press("ArrowRight");
  await collect();
  return all;
}
