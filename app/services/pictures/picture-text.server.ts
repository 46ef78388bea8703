/** Scripts of which the font has letters in both of its weights; others would be empty boxes. */
const DRAWABLE =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\u0020-\u007e\u00a0-\u00ff\u2010-\u2027\u2030-\u205e\u2070-\u208e\u20a0-\u20b9\u2190-\u21ff\u2200-\u22ff\u25a0-\u25ff]/u;

/** Leaves out what the font cannot draw, and names the second choice where nothing is left. */
export function drawableText(text: string, otherwise: string): string {
  const drawable = [...text]
    .filter((character) => DRAWABLE.test(character))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
  if (drawable !== "" || text === otherwise) return drawable;
  return drawableText(otherwise, otherwise);
}

/** Widths of bold characters in parts of the size of the font, those of DejaVu Sans Bold rounded up. */
const WIDTHS: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ ijlI.,:;|!'’()[\]\u00a0]/, 0.46],
  [/[mwMW@%—…₹]/, 1.12],
  [/[\p{Lu}&+−$€#]/u, 0.85],
];
const USUAL_WIDTH = 0.72;

/** Estimates how wide a bold text is, a little too much rather than too little. */
export function boldWidth(text: string, fontSize: number): number {
  const parts = [...text].map(
    (character) => WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? USUAL_WIDTH,
  );
  return fontSize * parts.reduce((sum, part) => sum + part, 0);
}

export interface FittedText {
  readonly text: string;
  readonly fontSize: number;
}

/** Fits a text into a width: smaller down to the smallest size, and then shorter. */
export function fitText(text: string, maxWidth: number, fontSize: number, minFontSize: number): FittedText {
  const size = Math.floor(Math.min(fontSize, (fontSize * maxWidth) / boldWidth(text, fontSize)));
  if (size >= minFontSize) return { text, fontSize: size };
  const characters = [...text];
  while (characters.length > 1 && boldWidth(`${characters.join("")}…`, minFontSize) > maxWidth)
    characters.pop();
  return { text: `${characters.join("").trimEnd()}…`, fontSize: minFontSize };
}
