import { crc32, deflateSync } from "node:zlib";
import { fractionOf } from "./sample-prices.server";

/** Width and height in pixels: sharp at twice the size of an icon in lists. */
const SIZE = 64;

/** Draws the picture of a numbered coin as PNG: a coloured disc with a white flower of three to seven petals, the same each time. */
export function samplePicture(id: string): Uint8Array<ArrayBuffer> {
  const chance = (fact: string) => fractionOf(`${id}/picture/${fact}`);
  const petals = 3 + Math.floor(5 * chance("petals"));
  const turn = 2 * Math.PI * chance("turn");
  const [red, green, blue] = [0, 1, 2].map(
    (third) => 90 + 70 * Math.cos(2 * Math.PI * (chance("hue") + third / 3)),
  );
  const middle = (SIZE - 1) / 2;
  // A line is as wide as a pixel, so an edge fades over one.
  const coverage = (radius: number, edge: number) => Math.min(1, Math.max(0, edge - radius + 0.5));
  const rows = Array.from({ length: SIZE }, (_, y) => {
    const pixels = Array.from({ length: SIZE }, (_, x) => {
      const [across, down] = [x - middle, y - middle];
      const radius = Math.hypot(across, down);
      const edge = SIZE * (0.26 + 0.1 * Math.cos(petals * Math.atan2(down, across) + turn));
      const white = coverage(radius, edge) * (1 - coverage(radius, SIZE * 0.08));
      const mixed = [red, green, blue].map((colour = 0) => Math.round(colour + (255 - colour) * white));
      return [...mixed, Math.round(255 * coverage(radius, SIZE / 2 - 0.5))];
    });
    // Each row begins with its filter: none.
    return [0, ...pixels.flat()];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits a channel, red, green, blue and alpha.
  header.set([8, 6], 8);
  const pixels = deflateSync(Uint8Array.from(rows.flat()));
  const parts = [chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]));
}

/** A part of a PNG file: length, name, data, checksum of name and data. */
function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
