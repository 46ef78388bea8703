interface MonogramProps {
  /** The symbol and the name: the first of them that has letters gives those that are shown. */
  readonly texts: readonly string[];
  /** Width and height in CSS pixels. */
  readonly size: number;
}

const MAX_LETTERS = 4;

/** In 32nds of the disc's width: the largest letters, the smaller the more of them, and the widest line that fits. */
const MAX_FONT_SIZES = [15, 15, 13, 11, 9];
const LINE_WIDTH = 26;

/** Widths of bold capitals in ems, in a wide font: of W and M and of scripts with square letters, of I and J, and others. */
const LETTER_WIDTHS: readonly (readonly [letters: RegExp, ems: number])[] = [
  [/[MWŒÆ]|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u, 1.1],
  [/[IJ]/, 0.4],
  [/./u, 0.8],
];

/**
 * A coloured disc with up to four letters, for what has no picture. It is drawn in the page itself: a hundred pictures,
 * even such that need no network, would hold the first paint up.
 */
export function Monogram({ texts, size }: MonogramProps) {
  const letters = texts.map(lettersOf).find((found) => found.length > 0) ?? [];
  const ems = letters.reduce((sum, letter) => sum + widthOf(letter), 0);
  const fontSize = Math.min(MAX_FONT_SIZES[letters.length] ?? 0, Math.round((LINE_WIDTH / ems) * 2) / 2);
  return (
    <svg className="monogram" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={`hsl(${hue(texts.join(" "))} 60% 38%)`} />
      {letters.length > 0 ? (
        <text x="16" y="16" fontSize={fontSize}>
          {letters.join("")}
        </text>
      ) : null}
    </svg>
  );
}

function lettersOf(text: string): string[] {
  return [...text.toUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).slice(0, MAX_LETTERS);
}

function widthOf(letter: string): number {
  return LETTER_WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 1;
}

/** An angle on the colour wheel that is always the same for the same text. */
function hue(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 137 + (letter.codePointAt(0) ?? 0) * 59) % 3607;
  return hash % 360;
}
