// Draws one SVG document as PNG in a thread of its own. It is read as text, because a build has one server file, and
// started with what it needs.
const { readFileSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
const { initWasm, Resvg } = require(workerData.rasteriser);

const fontBuffers = workerData.fonts.map((/** @type {string} */ path) => readFileSync(path));
const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" };

initWasm(workerData.wasm).then(() => {
  parentPort?.postMessage(new Resvg(workerData.svg, { font }).render().asPng());
});
