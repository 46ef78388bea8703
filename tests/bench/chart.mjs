// `npm run bench:chart`: what the chart costs a visitor. A throttled browser (CPU 4 times slower, 1.6 Mbit/s, 150 ms)
// opens a coin's page of the production build with the sample market. Prints bytes on the wire and milliseconds
// from navigation to the static and to the interactive chart, the median of five visits.
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "../../scripts/find-browsers.mjs";
import { percentile } from "./figures.mjs";
import { servedSite } from "./served-site.mjs";
import { slowVisitor } from "./slow-visitor.mjs";

const VISITS = 5;
const site = await servedSite();
const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
const visits = [];
for (let visit = 0; visit < VISITS; visit++)
  visits.push(await visitCoin(`${site.url}/coin/bitcoin?range=7d`));
await browser.close();
site.stop();

for (const name of /** @type {const} */ ([
  "bytesToDrawing",
  "bytesOfChart",
  "msToDrawing",
  "msToHighcharts",
])) {
  console.log(
    `${name.padEnd(16)} ${Math.round(
      percentile(
        visits.map((visit) => visit[name]),
        0.5,
      ),
    )}`,
  );
}

/** @param {string} url */
async function visitCoin(url) {
  const { page, devtools, leave } = await slowVisitor(browser);
  /** @type {Map<string, string>} */
  const addresses = new Map();
  /** @type {{ url: string, bytes: number }[]} */
  const loaded = [];
  devtools.on("Network.responseReceived", ({ requestId, response }) =>
    addresses.set(requestId, response.url),
  );
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    loaded.push({ url: addresses.get(requestId) ?? "", bytes: encodedDataLength }),
  );
  // Measured inside the page, so that delays of the browser driver do not count.
  await page.addInitScript(() => {
    const marks = /** @type {Record<string, number>} */ ({});
    Object.assign(window, { marks });
    const look = () => {
      if (document.querySelector(".static-chart .chart-lines path")) marks["drawing"] ??= performance.now();
      if (document.querySelector(".highcharts-graph")) marks["highcharts"] ??= performance.now();
      if (marks["highcharts"] === undefined) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  await page.waitForFunction(() => "highcharts" in Reflect.get(window, "marks"));
  const marks = await page.evaluate(() => Reflect.get(window, "marks"));
  await leave();
  const sum = (/** @type {RegExp} */ pattern) =>
    loaded.filter(({ url: address }) => pattern.test(address)).reduce((total, { bytes }) => total + bytes, 0);
  return {
    // The static chart is part of the document, as is its style sheet.
    bytesToDrawing: sum(/\/coin\//),
    bytesOfChart: sum(/interactive-chart|highcharts/),
    msToDrawing: marks.drawing,
    msToHighcharts: marks.highcharts,
  };
}
