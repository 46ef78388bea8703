import { shorten } from "../format/text";
import type { FoundCoin } from "./coin";
import type { MapPeriod } from "./coin-selection";

export interface MapField extends Pick<FoundCoin, "id" | "symbol" | "name"> {
  readonly price: number | null;
  readonly marketCap: number;
  readonly change: number | null;
}

/** Left, top, width and height, in per cent of the map. */
export type MapBox = readonly [x: number, y: number, width: number, height: number];

export interface MapLayout {
  /** Of the largest coins, and at the end one for all others, if there are any. */
  readonly boxes: readonly MapBox[];
  readonly others: number;
  /** Coins that are drawn smaller than they are. */
  readonly capped: readonly { readonly name: string; readonly share: number }[];
}

/**
 * The map on phones and on other screens: its height, the width that its layout is made for, and the widths from which it has
 * another set of texts, which are container queries in the style sheet. All in rem.
 */
export const MAP_SHAPES = {
  narrow: { width: 22.5, height: 31.5, steps: [11, 16, 20, 22.5, 24, 25.5, 30, 36, 42] },
  wide: { width: 76, height: 37.5, steps: [24, 36, 44, 50, 56, 60, 66, 71, 76, 81, 86] },
} as const;

export type MapShape = keyof typeof MAP_SHAPES;

/** The most that one coin takes of the map on a phone. */
export const MAX_NARROW_SHARE = 0.35;

/** Changes in per cent from which a field has the next colour: longer periods bring larger changes. */
const STEPS: Readonly<Record<MapPeriod, readonly [number, number, number]>> = {
  "1h": [0.1, 0.5, 1.5],
  "24h": [0.5, 2, 5],
  "7d": [1, 5, 12],
};

/** A colour of the map: from `fall-3` to `rise-3`, in which `flat` is also what is unknown. */
export type MapColour = "flat" | `${"fall" | "rise"}-${1 | 2 | 3}`;

export function mapColour(change: number | null, period: MapPeriod): MapColour {
  const size = Math.abs(change ?? 0);
  const [first, second, third] = STEPS[period];
  if (size < first) return "flat";
  const step = size < second ? 1 : size < third ? 2 : 3;
  return `${(change ?? 0) < 0 ? "fall" : "rise"}-${step}`;
}

/** Returns the colours with the changes that they stand for, the deepest fall first. */
export function mapLegend(period: MapPeriod): readonly (readonly [MapColour, string])[] {
  const [first, second, third] = STEPS[period];
  return [
    ["fall-3", `−${third} %`],
    ["fall-2", `−${second} %`],
    ["fall-1", `−${first} %`],
    ["flat", "0 %"],
    ["rise-1", `+${first} %`],
    ["rise-2", `+${second} %`],
    ["rise-3", `+${third} %`],
  ];
}

/** A set of texts of a field, each a line below the one before, and the widths of the map that have it. */
export interface MapTexts {
  readonly size: "size-small" | "size-medium" | "size-large" | "size-largest";
  readonly lines: readonly string[];
  /** Class names of the first step that has it, and of the first that has it no more. */
  readonly steps: string;
}

/** In rem: the width of a letter, the space beside them, and the least width and height of a field with such texts. */
const SIZES = [
  ["size-largest", 0.8, 2, 15, 7],
  ["size-large", 0.6, 1.5, 8, 4],
  ["size-medium", 0.56, 1, 4.5, 3],
  ["size-small", 0.46, 0.5, 2.5, 1.875],
] as const;

const [, LETTER, SPACE] = SIZES[3];

const MIN_HEIGHT = 1;

/** Longer symbols are shortened to what a field has room for. */
const SYMBOL_LENGTH = { min: 4, max: 7 } as const;

/** Returns whether a field has room for its coin's symbol. @param mapWidth in rem; by default the one that the layout is made for */
export function hasSymbol(
  [, , width, height]: MapBox,
  shape: MapShape,
  symbol: string,
  mapWidth: number = MAP_SHAPES[shape].width,
): boolean {
  const isHigh = (height / 100) * MAP_SHAPES[shape].height >= MIN_HEIGHT;
  return isHigh && (width / 100) * mapWidth >= symbolWidth(symbol);
}

/** Returns whether a field with this share of the map, from 0 to 1, has room for the symbol if it has the best of shapes. */
export function couldHaveSymbol(share: number, shape: MapShape, symbol: string): boolean {
  const { width, height } = MAP_SHAPES[shape];
  return share * width * height >= symbolWidth(symbol) * MIN_HEIGHT;
}

/** In rem. */
function symbolWidth(symbol: string): number {
  return Math.min(symbol.length, SYMBOL_LENGTH.min) * LETTER + SPACE;
}

interface Words {
  readonly symbol: string;
  readonly name: string;
  /** With its unit, and two decimals: `+3.76 %`. */
  readonly change: string;
  readonly price: string;
}

/** Returns the texts that a field has room for, at each width of the map. */
export function mapTexts(box: MapBox, shape: MapShape, words: Words): readonly MapTexts[] {
  const { steps } = MAP_SHAPES[shape];
  const firstStep = shape === "narrow" ? 0 : MAP_SHAPES.narrow.steps.length;
  const all = steps.map((step) => textsAt(box, shape, words, step));
  // Each set of texts from where it differs from the one before.
  const starts = all.flatMap((texts, index) => (String(texts) === String(all[index - 1]) ? [] : [index]));
  return starts.flatMap((start, index) => {
    const [size, ...lines] = all[start] ?? [];
    if (size === undefined) return [];
    const end = starts[index + 1];
    const until = end === undefined ? "" : ` to-${firstStep + end}`;
    return [{ size, lines, steps: `from-${firstStep + start}${until}` }];
  });
}

type SizedLines = readonly [size: MapTexts["size"], ...lines: readonly string[]];

function textsAt(box: MapBox, shape: MapShape, words: Words, mapWidth: number): SizedLines | undefined {
  const [width, height] = [(box[2] / 100) * mapWidth, (box[3] / 100) * MAP_SHAPES[shape].height];
  const letters = Math.floor((width - SPACE) / LETTER);
  const symbol = shorten(words.symbol, Math.min(SYMBOL_LENGTH.max, Math.max(SYMBOL_LENGTH.min, letters)));
  const brief = words.change.replace(/(\.\d)\d+/, "$1").replace(/^[+−](?=0\.0\s)/, "");
  const choices: readonly SizedLines[] = [
    ["size-largest", words.name, words.change, words.price],
    ["size-large", words.name, words.change],
    ["size-large", symbol, words.change],
    ["size-medium", symbol, brief],
    ["size-small", symbol, brief],
    ["size-small", symbol, brief.replace(/\s%/, "")],
  ];
  const chosen = choices.find(([size, ...lines]) => {
    const [, letter, space, minWidth, minHeight] = SIZES.find(([each]) => each === size) ?? SIZES[0];
    const fits = (line: string) => line.length * letter + space <= width;
    return width >= minWidth && height >= minHeight && lines.every(fits);
  });
  return chosen ?? (hasSymbol(box, shape, symbol, mapWidth) ? ["size-small", symbol] : undefined);
}
