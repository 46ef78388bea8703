import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as harfbuzz from "harfbuzzjs";
import { shorten } from "~/domain/format/text";

const { resolve } = createRequire(import.meta.url);

/** Files of the two fonts for pictures, regular and bold. */
export const FONT_FILES = [
  resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
] as const;

let fonts: readonly [regular: harfbuzz.Font, bold: harfbuzz.Font] | null = null;

function readFonts() {
  fonts ??= [readFont(FONT_FILES[0]), readFont(FONT_FILES[1])];
  return fonts;
}

function readFont(path: string): harfbuzz.Font {
  return new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(readFileSync(path))));
}

/** Brackets left empty by removed characters. */
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]|\{\s*\}/g;

/**
 * Removes what the fonts cannot draw and marks of direction, and returns the second choice if nothing is left. Combining marks
 * without a letter are removed as well: a pile of them would reach into the line above.
 */
export function drawableText(text: string, otherwise: string): string {
  const isDrawable = (character: string) =>
    !/[\p{M}\p{Cf}]/u.test(character) &&
    readFonts().every((font) => font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined);
  const drawable = [...text.normalize("NFC")]
    .filter(isDrawable)
    .join("")
    .replace(EMPTY_BRACKETS, "")
    .replace(/\s+/g, " ")
    .trim();
  // Punctuation alone is not a name.
  if (/[\p{L}\p{N}\p{S}]/u.test(drawable) || text === otherwise) return drawable;
  return drawableText(otherwise, otherwise);
}

/** Measures the width of a bold text, in units of its font size. */
export function boldWidth(text: string, fontSize: number): number {
  return widthOf(text, readFonts()[1]) * fontSize;
}

export function regularWidth(text: string, fontSize: number): number {
  return widthOf(text, readFonts()[0]) * fontSize;
}

function widthOf(text: string, font: harfbuzz.Font): number {
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfbuzz.shape(font, buffer);
  return buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0) / font.face.upem;
}

export interface FittedText {
  readonly text: string;
  readonly fontSize: number;
}

/** Fits a bold text into a width: first smaller, down to the smallest size, then shorter. */
export function fitText(text: string, maxWidth: number, fontSize: number, minFontSize: number): FittedText {
  let fitted = fitWhole([text], maxWidth, fontSize, minFontSize);
  for (let length = [...text].length - 1; fitted === null && length > 0; length -= 1)
    fitted = fitWhole([shorten(text, length)], maxWidth, minFontSize, minFontSize);
  return fitted ?? { text: "…", fontSize: minFontSize };
}

/**
 * Fits the first of several bold texts that the width has room for, smaller if necessary; null if none fits. For numbers,
 * whose digits must not be cut off.
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
