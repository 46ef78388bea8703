import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { formatCompactAmount, formatPrice } from "~/domain/format/money";
import { shorten } from "~/domain/format/text";
import type { Currency } from "~/domain/market/currency";

/** Files of the two fonts that pictures are drawn with. */
export const FONT_FILES = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}`),
);

/** Width of each character that a font has, by code point, as a part of the font's size. */
type Widths = ReadonlyMap<number, number>;

let fonts: readonly Widths[] | null = null;

/** Both weights, regular and bold, read with the first picture. */
function readFonts(): readonly Widths[] {
  fonts ??= FONT_FILES.map(readWidths);
  return fonts;
}

/**
 * Reads the tables `cmap` and `hmtx` of a TrueType font: https://learn.microsoft.com/typography/opentype/spec/otff.
 * @throws {Error} for a font without a table of all its characters
 */
function readWidths(path: string): Widths {
  const bytes = readFileSync(path);
  const table = (name: string) => bytes.readUInt32BE(bytes.indexOf(name, 12, "latin1") + 8);
  const [cmap, hmtx] = [table("cmap"), table("hmtx")];
  const unitsPerSize = bytes.readUInt16BE(table("head") + 18);
  const lastWidth = bytes.readUInt16BE(table("hhea") + 34) - 1;
  const coverage = Array.from(
    { length: bytes.readUInt16BE(cmap + 2) },
    (_, index) => cmap + bytes.readUInt32BE(cmap + 8 + 8 * index),
  ).find(
    // Format 12: segments of characters that follow one another, as their glyphs do.
    (subtable) => bytes.readUInt16BE(subtable) === 12,
  );
  if (coverage === undefined) throw new Error("the font has no table of all its characters");
  const widths = new Map<number, number>();
  const end = coverage + 16 + 12 * bytes.readUInt32BE(coverage + 12);
  for (let segment = coverage + 16; segment < end; segment += 12) {
    const first = bytes.readUInt32BE(segment);
    const firstGlyph = bytes.readUInt32BE(segment + 8);
    for (let character = first; character <= bytes.readUInt32BE(segment + 4); character += 1) {
      const glyph = Math.min(firstGlyph + character - first, lastWidth);
      widths.set(character, bytes.readUInt16BE(hmtx + 4 * glyph) / unitsPerSize);
    }
  }
  return widths;
}

/** Brackets around nothing but what cannot be drawn. */
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]|\{\s*\}/g;

/**
 * Leaves out what the fonts cannot draw, and returns the second choice where nothing is left. Combining marks without a letter
 * are left out as well: a heap of them would reach into the line above.
 */
export function drawableText(text: string, otherwise: string): string {
  const isDrawable = (character: string) =>
    !/\p{M}/u.test(character) && readFonts().every((font) => font.has(character.codePointAt(0) ?? 0));
  const drawable = [...text.normalize("NFC")]
    .filter(isDrawable)
    .join("")
    .replace(EMPTY_BRACKETS, "")
    .replace(/\s+/g, " ")
    .trim();
  // Punctuation alone is no name.
  if (/[\p{L}\p{N}\p{S}]/u.test(drawable) || text === otherwise) return drawable;
  return drawableText(otherwise, otherwise);
}

/** Measures how wide a bold text is, in the unit of the size of its font. */
export function boldWidth(text: string, fontSize: number): number {
  return widthOf(text, readFonts()[1]) * fontSize;
}

/** Measures a text of regular weight. */
export function regularWidth(text: string, fontSize: number): number {
  return widthOf(text, readFonts()[0]) * fontSize;
}

/** Adds letter by letter, and a little more: kerning makes most texts narrower, and a few wider. */
function widthOf(text: string, widths: Widths | undefined): number {
  return (
    1.02 * [...text].reduce((sum, character) => sum + (widths?.get(character.codePointAt(0) ?? 0) ?? 1), 0)
  );
}

export interface FittedText {
  readonly text: string;
  readonly fontSize: number;
}

/** Fits a bold text into a width: smaller, down to the smallest size, and then shorter. */
export function fitText(text: string, maxWidth: number, fontSize: number, minFontSize: number): FittedText {
  let fitted = fitWhole([text], maxWidth, fontSize, minFontSize);
  for (let length = [...text].length - 1; fitted === null && length > 0; length -= 1)
    fitted = fitWhole([shorten(text, length)], maxWidth, minFontSize, minFontSize);
  return fitted ?? { text: "…", fontSize: minFontSize };
}

/**
 * Fits the first of several bold texts that a width has room for, smaller if need be; null where it has for none. For numbers,
 * of which no digit may be cut off.
 */
export function fitWhole(
  texts: readonly string[],
  maxWidth: number,
  fontSize: number,
  minFontSize: number,
): FittedText | null {
  for (const text of texts) {
    const size = Math.floor(Math.min(fontSize, (fontSize * maxWidth) / boldWidth(text, fontSize)));
    if (size >= minFontSize) return { text, fontSize: size };
  }
  return null;
}

/** Fits a price into a width: in full, smaller, or in short. */
export function fitPrice(
  price: number | null,
  currency: Currency,
  maxWidth: number,
  fontSize: number,
  minFontSize: number,
): FittedText {
  const full = formatPrice(price, currency);
  const short = formatCompactAmount(price, currency) ?? full;
  return (
    fitWhole([full, short], maxWidth, fontSize, minFontSize) ?? fitText(short, maxWidth, minFontSize, 20)
  );
}
