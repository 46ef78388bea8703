import { FONT_FILES, type Font, readFont } from "./font.server";

/** Both weights, read with the first picture. */
let fonts: { readonly regular: Font; readonly bold: Font } | null = null;

function bothFonts() {
  const [regular = "", bold = ""] = FONT_FILES;
  fonts ??= { regular: readFont(regular), bold: readFont(bold) };
  return fonts;
}

/** Brackets that held nothing but what cannot be drawn. */
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]|\{\s*\}/g;

/**
 * Leaves out what the fonts cannot draw, and names the second choice where nothing is left. Marks that belong to no letter of
 * their own are left out as well: a heap of them would reach into what stands above.
 */
export function drawableText(text: string, otherwise: string): string {
  const { regular, bold } = bothFonts();
  const drawable = [...text.normalize("NFC")]
    .filter((character) => !/\p{M}/u.test(character) && regular.has(character) && bold.has(character))
    .join("")
    .replace(EMPTY_BRACKETS, "")
    .replace(/\s+/g, " ")
    .trim();
  // Signs alone are no name.
  if (/[\p{L}\p{N}\p{S}]/u.test(drawable) || text === otherwise) return drawable;
  return drawableText(otherwise, otherwise);
}

/** A little more than letters take side by side. */
const TOLERANCE = 1.02;

/** Measures how wide a bold text is, in the unit of the size of its font. */
export function boldWidth(text: string, fontSize: number): number {
  return bothFonts().bold.widthOf(text) * fontSize * TOLERANCE;
}

/** Measures a text of usual weight. */
export function regularWidth(text: string, fontSize: number): number {
  return bothFonts().regular.widthOf(text) * fontSize * TOLERANCE;
}

export interface FittedText {
  readonly text: string;
  readonly fontSize: number;
}

/** Fits a bold text into a width: smaller down to the smallest size, and then shorter. */
export function fitText(text: string, maxWidth: number, fontSize: number, minFontSize: number): FittedText {
  const whole = fitWhole([text], maxWidth, fontSize, minFontSize);
  if (whole !== null) return whole;
  const characters = [...text];
  while (characters.length > 1 && boldWidth(`${characters.join("")}…`, minFontSize) > maxWidth)
    characters.pop();
  return { text: `${characters.join("").trimEnd()}…`, fontSize: minFontSize };
}

/**
 * Fits the first of several bold texts that a width has room for, smaller if need be; null where it has for none. A number
 * without its last digits would be another number.
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
