import { inflateSync } from "node:zlib";

/** Pixels of a picture, each the number of its colour. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  colourAt(x: number, y: number): number;
}

const HEAD_BYTES = 8;

/** Decodes a PNG with a palette and without filters, as the site draws them: https://www.w3.org/TR/png-3/ */
export function decodeIndexedPng(png: Buffer): IndexedPicture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let at = HEAD_BYTES; at < png.byteLength; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const rows = inflateSync(Buffer.concat(data));
  return { width, height, colourAt: (x, y) => rows[y * (width + 1) + 1 + x] ?? -1 };
}
