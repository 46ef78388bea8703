import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** What a drawing has to know of a font before anything is drawn. */
export interface Font {
  /** Tells whether the font has a sign for a character; others would be empty boxes. */
  has(character: string): boolean;
  /** Measures a text in parts of the size of the font, letter by letter: kerning makes most texts a little narrower. */
  widthOf(text: string): number;
}

/** Files of the two fonts that pictures are drawn with. */
export const FONT_FILES = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}`),
);

/** Segments of characters that follow one another, as those of their signs do. */
const SEGMENTED_COVERAGE = 12;

/**
 * Reads the characters of a TrueType font and their widths: tables `cmap` and `hmtx` of
 * https://learn.microsoft.com/typography/opentype/spec/otff.
 * @throws {Error} for a font without a table of all its characters
 */
export function readFont(path: string): Font {
  const bytes = readFileSync(path);
  const tables = new Map<string, number>();
  for (let entry = 12; entry < 12 + 16 * bytes.readUInt16BE(4); entry += 16)
    tables.set(bytes.toString("latin1", entry, entry + 4), bytes.readUInt32BE(entry + 8));
  const table = (name: string) => tables.get(name) ?? bytes.byteLength;
  const unitsPerSize = bytes.readUInt16BE(table("head") + 18);
  const lastWidth = bytes.readUInt16BE(table("hhea") + 34) - 1;
  const widths = new Map<number, number>();
  for (const [character, glyph] of glyphsOf(bytes, table("cmap"))) {
    const width = bytes.readUInt16BE(table("hmtx") + 4 * Math.min(glyph, lastWidth));
    widths.set(character, width / unitsPerSize);
  }
  return {
    has: (character) => widths.has(character.codePointAt(0) ?? 0),
    widthOf: (text) =>
      [...text].reduce((sum, character) => sum + (widths.get(character.codePointAt(0) ?? 0) ?? 1), 0),
  };
}

function* glyphsOf(bytes: Buffer, cmap: number): Iterable<readonly [character: number, glyph: number]> {
  const coverage = coverageOf(bytes, cmap);
  const end = coverage + 16 + 12 * bytes.readUInt32BE(coverage + 12);
  for (let segment = coverage + 16; segment < end; segment += 12) {
    const first = bytes.readUInt32BE(segment);
    const glyph = bytes.readUInt32BE(segment + 8) - first;
    for (let character = first; character <= bytes.readUInt32BE(segment + 4); character += 1)
      yield [character, character + glyph];
  }
}

function coverageOf(bytes: Buffer, cmap: number): number {
  for (let entry = cmap + 4; entry < cmap + 4 + 8 * bytes.readUInt16BE(cmap + 2); entry += 8) {
    const coverage = cmap + bytes.readUInt32BE(entry + 4);
    if (bytes.readUInt16BE(coverage) === SEGMENTED_COVERAGE) return coverage;
  }
  throw new Error("the font has no table of all its characters");
}
