/** Points of the small line, one every twelve hours: five CSS pixels apart on a card; a page has a hundred lines. */
export const MAX_LINE_POINTS = 15;

/** Heights are whole numbers from 0 to this: steps of two or three CSS pixels. */
export const LINE_HEIGHT = 12;

export const LINE_BOX = `0 0 ${MAX_LINE_POINTS - 1} ${LINE_HEIGHT}`;

const WEEK_POINTS = 168;

/**
 * Downsamples a week of hourly prices, oldest first, to at most 15 heights for a small line, with its extremes. A coin traded
 * for only part of the week has fewer; with too few for a line there are none. A flat week is level at half the height.
 */
export function weekHeights(prices: readonly number[]): readonly number[] {
  const count = Math.min(MAX_LINE_POINTS, Math.round((prices.length / WEEK_POINTS) * MAX_LINE_POINTS));
  if (count < 2) return [];
  const lowest = Math.min(...prices);
  const span = Math.max(...prices) - lowest;
  if (!(span > 0)) return new Array<number>(count).fill(LINE_HEIGHT / 2);
  return pick(prices, count).map((price) => Math.round(((price - lowest) / span) * LINE_HEIGHT));
}

/**
 * Writes the line as the data of an SVG path, in a box that ends at the right with the present. Each point is told from the one
 * before, because those of a hundred lines compress better so.
 */
export function weekLinePath(heights: readonly number[]): string {
  const [first, ...rest] = heights;
  if (first === undefined) return "";
  const steps = rest.map((height, index) => `1 ${(heights[index] ?? height) - height}`);
  const line = `M${MAX_LINE_POINTS - heights.length} ${LINE_HEIGHT - first}l${steps.join(" ")}`;
  return line.replaceAll(" -", "-");
}

export const PAIR_BOX = `0 0 ${WEEK_POINTS} 48`;

/** Writes the changes of two weeks of hourly prices as paths in one box, from their first prices on; null where one is unknown. */
export function pairPaths(weeks: readonly (readonly number[])[]): readonly string[] | null {
  if (weeks.some(([first, second]) => !first || second === undefined)) return null;
  const changes = weeks.map((prices) => prices.map((price) => price / (prices[0] ?? price)));
  const lowest = Math.min(...changes.flat());
  const span = Math.max(...changes.flat()) - lowest || 1;
  return changes.map((line) => {
    const points = line.flatMap((change, hour) => {
      const x = WEEK_POINTS - line.length + 1 + hour;
      return hour % 6 === 0 || hour === line.length - 1
        ? `${x} ${Math.round(46 - (44 * (change - lowest)) / span)}`
        : [];
    });
    return `M${points.join("L")}`;
  });
}

/** Picks the last price of each of that many parts; the first of the first part; and the extreme where there is one. */
function pick(prices: readonly number[], count: number): number[] {
  const partOf = (index: number) => Math.min(count - 1, Math.floor((index * count) / prices.length));
  const picked: number[] = [];
  for (const [index, price] of prices.entries()) picked[partOf(index)] = price;
  picked[0] = prices[0] ?? 0;
  const extremes = [Math.min(...prices), Math.max(...prices)].map((price) => prices.indexOf(price));
  const [earlier = 0, later = 0] = extremes.sort((one, other) => one - other);
  const [part, laterPart] = [partOf(earlier), partOf(later)];
  // If two fall in one part, one moves to the next part.
  const isCrowded = part === laterPart;
  picked[isCrowded && part > 0 ? part - 1 : part] = prices[earlier] ?? 0;
  picked[isCrowded && part === 0 ? 1 : laterPart] = prices[later] ?? 0;
  return picked;
}
