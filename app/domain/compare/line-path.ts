const SIZE = 1000;

/**
 * Writes a line as the data of an SVG path in a plot of 1000 by 1000, the first moment at the left. Steps in whole numbers
 * are a third of the weight of places with decimals.
 * @param values one for each moment; null where the line has none
 * @param domain values at the lower and the upper edge
 */
export function linePath(
  moments: readonly number[],
  values: readonly (number | null)[],
  [low, high]: readonly [number, number],
): string {
  const from = moments[0] ?? 0;
  const span = (moments.at(-1) ?? 0) - from;
  let before: readonly [number, number] | null = null;
  let path = "";
  for (const [index, moment] of moments.entries()) {
    const value = values[index] ?? null;
    if (value === null) continue;
    const x = span === 0 ? SIZE / 2 : Math.round(((moment - from) / span) * SIZE);
    const y = Math.round(((high - value) / (high - low)) * SIZE);
    path += before === null ? `M${x} ${y}l0 0` : signed(x - before[0]) + signed(y - before[1]);
    before = [x, y];
  }
  return path;
}

/** A number that its sign parts from the one before, or a space. */
function signed(value: number): string {
  return value < 0 ? String(value) : ` ${value}`;
}
