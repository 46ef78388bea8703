// Draws SVG documents as PNG in a thread of its own, one after the other. It is read as text, because a build has one server
// file, and started with the paths of what it needs. It announces when it is ready: the time for a drawing begins then.
const { readFileSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
const { initWasm, Resvg } = require(workerData.rasteriser);

const fontBuffers = workerData.fonts.map((/** @type {string} */ path) => readFileSync(path));

parentPort?.on("message", (/** @type {string} */ svg) => {
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" };
  const drawing = new Resvg(svg, { font });
  const picture = drawing.render();
  parentPort?.postMessage(picture.asPng());
  picture.free();
  drawing.free();
});

initWasm(readFileSync(workerData.wasm)).then(() => parentPort?.postMessage("ready"));
