// Draws SVG documents as PNG in a thread of its own, one after the other. It is read as text, because a build has one server
// file, and started with the paths of what it needs.
const { readFileSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
const { initWasm, Resvg } = require(workerData.rasteriser);

const fontBuffers = workerData.fonts.map((/** @type {string} */ path) => readFileSync(path));
const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" };
const ready = initWasm(readFileSync(workerData.wasm));

parentPort?.on("message", async (/** @type {string} */ svg) => {
  await ready;
  const drawing = new Resvg(svg, { font });
  const picture = drawing.render();
  parentPort?.postMessage(picture.asPng());
  picture.free();
  drawing.free();
});
