import { hierarchy, treemap } from "d3-hierarchy";
import { isTraded, type KnownCoin, listedRow } from "~/domain/market/coin";
import { biggestMovers, type MapPeriod } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import {
  hasSymbol,
  MAP_SHAPES,
  MAX_NARROW_SHARE,
  type MapBox,
  type MapField,
  type MapLayout,
  type MapShape,
} from "~/domain/market/market-map";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";
import { mapDescription } from "./descriptions.server";

/** Length of the lists of the strongest and the weakest. */
const MOVER_COUNT = 5;

/** Gathers the map of the hundred largest coins from the call of the coin table, which both share. */
export async function mapPage(currency: Currency, period: MapPeriod, signal: AbortSignal) {
  const needs = { list: { currency, page: 1, order: "market_cap_desc" } } as const;
  const { values, age } = await marketData.gather(needs, marketData.visit(signal));
  const fields = fieldsOf(values.list, period);
  const layouts = { narrow: layoutOf(fields, "narrow"), wide: layoutOf(fields, "wide") };
  const [strongest, weakest] = (["gainers", "losers"] as const).map((list) =>
    biggestMovers(values.list, list, `change${period}`)
      .slice(0, MOVER_COUNT)
      .map((coin) => listedRow(coin, age.fetchedAt)),
  );
  return agedModel(age, {
    currency,
    period,
    fields: fields.slice(0, Math.max(layouts.narrow.boxes.length, layouts.wide.boxes.length)),
    layouts,
    strongest: strongest ?? [],
    weakest: weakest ?? [],
    description: mapDescription(fields, period, age.fetchedAt),
  });
}

/** Returns the coins that are traded and whose market cap is known, the largest first. */
function fieldsOf(coins: readonly KnownCoin[], period: MapPeriod): readonly MapField[] {
  return coins
    .filter(isTraded)
    .map((coin) => {
      const { id, symbol, name, price, marketCap } = coin;
      return { id, symbol, name, price, marketCap: marketCap ?? 0, change: coin[`change${period}`] };
    })
    .filter(({ marketCap }) => marketCap > 0)
    .sort((one, other) => other.marketCap - one.marketCap);
}

/** How much wider than high fields are to be, because words are. */
const SQUEEZES = [1.25, 1.75];

/** Lays out as many coins as can be named, and all others as one field: what has no name says nothing. */
function layoutOf(fields: readonly MapField[], shape: MapShape): MapLayout {
  const sizes = drawnSizes(fields, shape);
  const { width, height } = MAP_SHAPES[shape];
  let best = { boxes: boxesOf([], 1), others: 0, score: -Infinity };
  for (let count = fields.length; count > 0; count = Math.min(count - 1, Math.floor(count * 0.9))) {
    const rest = sizes.slice(count).reduce((sum, size) => sum + size, 0);
    const parts = [...sizes.slice(0, count), ...(rest > 0 ? [rest] : [])];
    for (const squeeze of SQUEEZES) {
      const boxes = boxesOf(parts, width / height / squeeze);
      const isNamed = ({ symbol }: MapField, index: number) => {
        const box = boxes[index];
        return box !== undefined && hasSymbol(box, shape, symbol);
      };
      // A field without a name is worth less than none.
      const score = 3 * fields.slice(0, count).filter(isNamed).length - 2 * count;
      if (score > best.score) best = { boxes, others: fields.length - count, score };
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

/** @param ratio of the map's width to its height */
function boxesOf(sizes: readonly number[], ratio: number): readonly MapBox[] {
  interface Part {
    readonly size: number;
    readonly parts?: readonly Part[];
  }
  const root = hierarchy<Part>({ size: 0, parts: sizes.map((size) => ({ size })) }, ({ parts }) => parts);
  const percent = (part: number) => Math.round(1e4 * part) / 100;
  return treemap<Part>()
    .size([ratio, 1])(root.sum(({ size }) => size))
    .leaves()
    .map(({ x0, y0, x1, y1 }) => [
      percent(x0 / ratio),
      percent(y0),
      percent((x1 - x0) / ratio),
      percent(y1 - y0),
    ]);
}
