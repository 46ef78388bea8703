interface MonogramProps {
  /** The symbol or name whose first letters are shown. */
  readonly text: string;
  /** Width and height in CSS pixels. */
  readonly size: number;
}

const MOST_LETTERS = 4;

/**
 * A coloured disc with up to four letters, for what has no picture. It is drawn in the page itself: a hundred pictures,
 * even such that need no network, would hold the first paint up.
 */
export function Monogram({ text, size }: MonogramProps) {
  const letters = [...text.toUpperCase()]
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .slice(0, MOST_LETTERS);
  return (
    <svg
      className={`monogram of-${letters.length}`}
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="16" fill={`hsl(${hue(text)} 60% 38%)`} />
      <text x="16" y="20">
        {letters.join("")}
      </text>
    </svg>
  );
}

/** An angle on the colour wheel that is always the same for the same text. */
function hue(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 137 + (letter.codePointAt(0) ?? 0) * 59) % 3607;
  return hash % 360;
}
