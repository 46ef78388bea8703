// `npm run bench:chart`: what the chart costs a visitor. A throttled browser (CPU 4 times slower, 1.6 Mbit/s, 150 ms)
// opens a coin's page of the production build with the sample market; printed are bytes on the wire and milliseconds
// from navigation to the drawing and to the interactive chart, the median of five visits.
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_OPTIONS } from "../../scripts/find-chromium.mjs";
import { servedSite } from "./served-site.mjs";

const VISITS = 5;
const site = await servedSite();
const browser = await chromium.launch({ ...LAUNCH_OPTIONS, executablePath: findChromium() ?? "" });
const visits = [];
for (let visit = 0; visit < VISITS; visit++)
  visits.push(await visitCoin(`${site.url}/coin/bitcoin?range=7d`));
await browser.close();
await site.stop();

for (const name of /** @type {const} */ ([
  "bytesToDrawing",
  "bytesOfChart",
  "msToDrawing",
  "msToHighcharts",
])) {
  const values = visits.map((visit) => visit[name]).sort((a, b) => a - b);
  console.log(`${name.padEnd(16)} ${Math.round(values[Math.floor(VISITS / 2)] ?? 0)}`);
}

/** @param {string} url */
async function visitCoin(url) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 0.75e6 / 8,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
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
  // Marks the moments from inside the page, so that the driver's own delays do not count.
  await page.addInitScript(() => {
    const marks = /** @type {Record<string, number>} */ ({});
    Object.assign(window, { marks });
    const look = () => {
      if (document.querySelector(".drawn-chart .chart-line")) marks["drawing"] ??= performance.now();
      if (document.querySelector(".highcharts-graph")) marks["highcharts"] ??= performance.now();
      if (marks["highcharts"] === undefined) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  await page.waitForFunction(() => "highcharts" in Reflect.get(window, "marks"));
  const marks = await page.evaluate(() => Reflect.get(window, "marks"));
  await context.close();
  const sum = (/** @type {RegExp} */ pattern) =>
    loaded.filter(({ url: address }) => pattern.test(address)).reduce((total, { bytes }) => total + bytes, 0);
  return {
    // The drawing is in the document and needs the style sheet, nothing else.
    bytesToDrawing: sum(/\/coin\/|\.css/),
    bytesOfChart: sum(/interactive-chart/),
    msToDrawing: marks.drawing,
    msToHighcharts: marks.highcharts,
  };
}
