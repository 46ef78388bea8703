import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import {
  couldHaveSymbol,
  hasSymbol,
  MAP_SHAPES,
  MAX_NARROW_SHARE,
  type MapBox,
  type MapField,
  type MapLayout,
  type MapShape,
} from "./market-map";

/** The part of the coins that may lack a name, if it is possible at all. */
const MAX_NAMELESS = 0.05;

/** How much wider than high fields are to be, because words are. */
const SQUEEZES = [1, 1.1, 1.25, 1.4, 1.5, 1.6, 1.75, 1.9, 2, 2.2, 2.5];

/**
 * Lays out as many coins as can be named, the largest first, and all others as one field: what has no name says nothing. Each
 * number of coins has other fields without room for theirs, so that only trying shows which is best.
 */
export function layoutOf(fields: readonly MapField[], shape: MapShape): MapLayout {
  const sizes = drawnSizes(fields, shape);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const { width, height } = MAP_SHAPES[shape];
  const nameable = fields.filter(({ symbol }, index) =>
    couldHaveSymbol((sizes[index] ?? 0) / all, shape, symbol),
  );
  let best = { boxes: boxesOf([], 1), others: 0, score: Number.NEGATIVE_INFINITY };
  for (let count = nameable.length; count > 0 && count >= best.score; count--) {
    const others = fields.length - count;
    const rest = sizes.slice(count).reduce((sum, size) => sum + size, 0);
    for (const squeeze of SQUEEZES) {
      const boxes = boxesOf(
        [...sizes.slice(0, count), ...(rest > 0 ? [rest] : [])],
        width / height / squeeze,
      );
      const nameless = fields.slice(0, count).filter(({ symbol }, index) => {
        const box = boxes[index];
        return box === undefined || !hasSymbol(box, shape, symbol);
      }).length;
      const score = nameless <= MAX_NAMELESS * count ? count - 2 * nameless : -nameless;
      if (score > best.score) best = { boxes, others, score };
    }
  }
  const total = fields.reduce((sum, { marketCap }) => sum + marketCap, 0);
  const capped = fields
    .filter(({ marketCap }, index) => marketCap > (sizes[index] ?? 0))
    .map(({ name, marketCap }) => ({ name, share: (100 * marketCap) / total }));
  const { boxes, others } = best;
  return { boxes, others, capped };
}

/** Returns the sizes of fields, of which none takes more of a phone's map than the maximum if there are three. */
function drawnSizes(fields: readonly MapField[], shape: MapShape): readonly number[] {
  const sizes = fields.map(({ marketCap }) => marketCap);
  if (shape === "wide" || sizes.length < 3) return sizes;
  for (const count of [0, 1, 2]) {
    const others = sizes.slice(count).reduce((sum, size) => sum + size, 0);
    const most = (MAX_NARROW_SHARE * others) / (1 - MAX_NARROW_SHARE * count);
    if ((sizes[count] ?? 0) <= most) return sizes.map((size) => Math.min(size, most));
  }
  return sizes;
}

/** The golden ratio, which is the default, leaves narrower fields. */
const SQUARES = treemapSquarify.ratio(1);

/** @param ratio of the map's width to its height */
function boxesOf(sizes: readonly number[], ratio: number): readonly MapBox[] {
  interface Part {
    readonly size: number;
    readonly parts?: readonly Part[];
  }
  const root = hierarchy<Part>({ size: 0, parts: sizes.map((size) => ({ size })) }, ({ parts }) => parts);
  const percent = (part: number) => Math.round(1e4 * part) / 100;
  return treemap<Part>()
    .tile(SQUARES)
    .size([ratio, 1])(root.sum(({ size }) => size))
    .leaves()
    .map(({ x0, y0, x1, y1 }) => [
      percent(x0 / ratio),
      percent(y0),
      percent((x1 - x0) / ratio),
      percent(y1 - y0),
    ]);
}
