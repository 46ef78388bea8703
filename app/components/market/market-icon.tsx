import { useEffect, useRef, useState } from "react";

const MAX_LETTERS = 4;

/** Font sizes by number of letters, and the widest line that fits, in 32nds of the disc's width. */
const MAX_FONT_SIZES = [15, 15, 13, 11, 9];
const LINE_WIDTH = 26;

/** Widths of bold capitals in ems, in a wide font: of W and M and of scripts with square letters, of I and J, and others. */
const LETTER_WIDTHS: readonly (readonly [letters: RegExp, ems: number])[] = [
  [/[MWŒÆ]|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u, 1.1],
  [/[IJ]/, 0.4],
  [/./u, 0.8],
];

/** Cards or rows of a list that fit most screens without scrolling. */
const ABOVE_FOLD = 12;

/** @param index place of a card or row in its list, from 0 */
export function isBelowFold(index: number): boolean {
  return index >= ABOVE_FOLD;
}

interface MarketIconProps {
  /** A path of this site, or null for a monogram. */
  readonly image: string | null;
  /** Symbol and name, or the name alone: the monogram uses the first that has letters. */
  readonly texts: readonly string[];
  /** Width and height in CSS pixels. */
  readonly size: number;
  readonly isLazy?: boolean | undefined;
}

/**
 * The picture of a coin or an exchange, or a monogram if there is none or it fails to load. Hidden from screen
 * readers, because the name stands beside it.
 */
export function MarketIcon({ image, texts, size, isLazy = false }: MarketIconProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    // Catches pictures that failed before hydration, when no error listener was attached.
    if (picture.current?.complete && picture.current.naturalWidth === 0) setBroken(image);
  }, [image]);
  if (image === null || image === broken) return <Monogram texts={texts} size={size} />;
  return (
    <img
      ref={picture}
      className="market-icon"
      // Before `src`: React sets attributes in this order, and a browser begins to load with the source.
      loading={isLazy ? "lazy" : undefined}
      decoding="async"
      src={image}
      alt=""
      width={size}
      height={size}
      onError={() => setBroken(image)}
    />
  );
}

/**
 * A coloured disc with up to four letters. Drawn inline, because a hundred pictures would delay the first paint, even from
 * the cache.
 */
function Monogram({ texts, size }: Pick<MarketIconProps, "texts" | "size">) {
  const letters = texts.map(lettersOf).find((found) => found.length > 0) ?? [];
  const ems = letters.reduce((sum, letter) => sum + widthOf(letter), 0);
  const fontSize = Math.min(MAX_FONT_SIZES[letters.length] ?? 0, Math.round((LINE_WIDTH / ems) * 2) / 2);
  return (
    <svg className="market-icon monogram" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={colourOf(texts.join(" "))} />
      {letters.length > 0 ? (
        <text
          x="16"
          y="16"
          fontSize={fontSize}
          fontWeight="700"
          fill="#fff"
          textAnchor="middle"
          dominantBaseline="central"
        >
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

/** Colours that people know the largest coins by, dark enough for white letters, by symbol and name in lower case. */
const KNOWN_COLOURS: Readonly<Record<string, string>> = {
  "btc bitcoin": "#b55f06",
  "eth ethereum": "#5064c8",
  "usdt tether": "#137f5f",
  "xrp xrp": "#4a5560",
  "bnb bnb": "#8f6b00",
  "sol solana": "#8a3ffc",
  "usdc usdc": "#2371c4",
  "trx tron": "#c8102e",
  "doge dogecoin": "#80691b",
  "ada cardano": "#1b4fb8",
};

/** Maps a text to a colour for white letters, the same text always to the same: one of 24 hues in two shades. */
function colourOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // The last bits of this hash (FNV-1a) differ least.
  const mixed = (hash ^ (hash >>> 15)) >>> 0;
  const shade = mixed % 48;
  return (
    KNOWN_COLOURS[text.toLowerCase()] ?? `hsl(${(shade % 24) * 15} ${shade < 24 ? "65% 34%" : "45% 40%"})`
  );
}
