import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** Pixels of a picture, each as the number `0xrrggbb`. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  colourAt(x: number, y: number): number;
}

const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
/** Resolves once drawings can be made. */
export const ready = initWasm(readFileSync(wasm));

/** Decodes a PNG, by drawing it into a picture of the same size. */
export async function decodePng(png: Buffer): Promise<Pixels> {
  await ready;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const href = `data:image/png;base64,${png.toString("base64")}`;
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`;
  const pixels = Buffer.from(new Resvg(svg).render().pixels);
  return { width, height, colourAt: (x, y) => pixels.readUIntBE(4 * (y * width + x), 3) };
}
