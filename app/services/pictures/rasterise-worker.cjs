// Draws SVG documents as PNG in a thread of its own, one after the other. It is read as text, because a build has one server
// file, and started with the paths of what it needs.
const { readFileSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
const { crc32, deflateSync } = require("node:zlib");
const { initWasm, Resvg } = require(workerData.rasteriser);

const fontBuffers = workerData.fonts.map((/** @type {string} */ path) => readFileSync(path));
const ready = initWasm(readFileSync(workerData.wasm));

parentPort?.on("message", async (/** @type {string} */ svg) => {
  await ready;
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" };
  const drawing = new Resvg(svg, { font });
  const picture = drawing.render();
  const { width, height } = picture;
  // In the order of the bytes, whatever that is: a colour is looked up, not computed with.
  const colours = new Uint32Array(picture.pixels.slice().buffer);
  picture.free();
  drawing.free();
  parentPort?.postMessage(indexedPng(colours, width, height));
});

const MAX_COLOURS = 256;

/**
 * Encodes opaque pixels with a palette (https://www.w3.org/TR/png-3/), in a third of the bytes of full colours: a drawing has
 * a handful of them, and between these the shades of smooth edges, of which those that are alike become one.
 * @param {Uint32Array} colours
 * @param {number} width
 * @param {number} height
 */
function indexedPng(colours, width, height) {
  const { palette, indexes } = paletteOf(colours);
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0, at = 0; pixel < colours.length; pixel += 1, at += 1) {
    // Each row begins with 0: no filter.
    if (pixel % width === 0) at += 1;
    rows[at] = indexes.get(colours[pixel] ?? 0) ?? 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, of a palette.
  head.set([8, 3], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * Finds at most 256 colours, each the most frequent of those that it stands for.
 * @param {Uint32Array} colours
 */
function paletteOf(colours) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  for (let lostBits = 0; ; lostBits += 1) {
    const mask = ((0xff << lostBits) & 0xff) * 0x01010101;
    /** @type {Map<number, number>} */
    const buckets = new Map();
    /** @type {Map<number, number>} */
    const indexes = new Map();
    /** @type {number[]} */
    const chosen = [];
    for (const colour of frequent) {
      const bucket = (colour & mask) >>> 0;
      if (!buckets.has(bucket)) buckets.set(bucket, chosen.push(colour) - 1);
      indexes.set(colour, buckets.get(bucket) ?? 0);
    }
    if (chosen.length > MAX_COLOURS) continue;
    const bytes = new Uint8Array(Uint32Array.from(chosen).buffer);
    return { indexes, palette: Buffer.from(bytes.filter((_, index) => index % 4 !== 3)) };
  }
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
