interface MarketIconProps {
  /** An http(s) address, or null for a monogram. */
  readonly image: string | null;
  /** The symbol or name whose first letters make the monogram. */
  readonly text: string;
  /** Width and height in CSS pixels. */
  readonly size: number;
  readonly isLazy?: boolean;
}

/** The picture of a coin or an exchange. It stands beside the name, so it says nothing to those who listen. */
export function MarketIcon({ image, text, size, isLazy = false }: MarketIconProps) {
  return (
    <img
      className="market-icon"
      src={image ?? monogram(text)}
      alt=""
      width={size}
      height={size}
      loading={isLazy && image !== null ? "lazy" : undefined}
      decoding={image === null ? undefined : "async"}
    />
  );
}

/** By the number of letters, in 32nds of the picture's width. */
const LETTER_SIZES = [13, 15, 13, 11, 9] as const;

/** A coloured disc with up to four letters, as the address of an image that needs no network. */
function monogram(text: string): string {
  const letters = [...text.toUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).slice(0, 4);
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><circle cx='16' cy='16' r='16' fill='hsl(${hue(text)} 60% 38%)'/>` +
    `<text x='16' y='20' text-anchor='middle' font-family='sans-serif' font-weight='700' font-size='${LETTER_SIZES[letters.length] ?? 9}' fill='#fff'>${letters.join("")}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** An angle on the colour wheel that is always the same for the same text. */
function hue(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 137 + (letter.codePointAt(0) ?? 0) * 59) % 3607;
  return hash % 360;
}
