import type { Scale } from "../chart/chart-view";
import { axisTicks, type ChartDrawing, decadesOf, emptyDrawing, orderOf, padded } from "../chart/drawing";
import { BASE, heightOf, SIZE, tenths } from "../chart/plot-geometry";
import { decimal } from "../format/number";
import { CURRENCY_DETAILS } from "../market/currency";
import type { ComparedChanges } from "./change-series";

/** Axes of a comparison. They are those of a price chart of coins that all started at 100, labelled in per cent. */
export interface ChangeDrawing extends ChartDrawing {
  readonly labels: readonly number[];
}

/** Space that a label needs in the lowest plot, in thousandths of its height. The style sheet has the heights. */
const LABEL_SPACE = 85;

/** In per cent: smaller movements are rounding noise. */
const MIN_SPAN = 0.01;

/** Draws the axes of changes in per cent, and places for the labels at the ends of the lines. */
export function drawChangeAxes({ moments, coins }: ComparedChanges, wanted: Scale = "linear"): ChangeDrawing {
  const [from, to] = [moments[0], moments.at(-1)];
  if (from === undefined || to === undefined) return { ...emptyDrawing(wanted), labels: [] };
  const lines = coins.flatMap((coin) =>
    coin ? [coin.values.flatMap((value) => (value === null ? [] : BASE + value))] : [],
  );
  const [low, high] = [Math.min(BASE, ...lines.flat()), Math.max(BASE, ...lines.flat())];
  const scale = low > 0 ? wanted : "linear";
  const isFlat = high - low < MIN_SPAN;
  const priceDomain = isFlat
    ? ([BASE - MIN_SPAN, BASE + MIN_SPAN] as const)
    : padded(low, high, scale, 0.05, 0.05);
  const axes = { scale, span: [from, to], priceDomain } as const;
  const isByFactor = scale === "log" && decadesOf(priceDomain) >= 1;
  const ticks = percentTicks(priceDomain, isByFactor);
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  return {
    ...emptyDrawing(scale),
    ...axes,
    priceTicks: ticks.map((percent) => ({
      y: tenths(heightOf(BASE + percent, axes)),
      label: formatPercentTick(percent, isByFactor ? orderOf(BASE + percent) : step),
    })),
    openY: tenths(heightOf(BASE, axes)),
    labels: spreadLabels(
      lines.map((line) => heightOf(line.at(-1) ?? BASE, axes)),
      LABEL_SPACE,
    ),
  };
}

/** Chooses the ticks in per cent; on a log scale that spans a power of ten they are round factors. */
function percentTicks([low, high]: readonly [number, number], isByFactor: boolean): readonly number[] {
  if (!isByFactor) return axisTicks([low - BASE, high - BASE], "linear");
  // Rounded, because 1.1 less 1 is not 0.1.
  return axisTicks([low / BASE, high / BASE], "log").map((factor) =>
    Number(((factor - 1) * BASE).toPrecision(12)),
  );
}

/** Formats a tick's label with its sign and the decimals that the step needs: `+50 %`, `0 %`, `−0.05 %`, `+2M %`. */
function formatPercentTick(value: number, step: number): string {
  if (value === 0) return "0\u00a0%";
  const sign = value > 0 ? "+" : "−";
  const [size, unit] = CURRENCY_DETAILS.usd.units.find(
    ([least]) => step >= least / 10 && Math.abs(value) >= least,
  ) ?? [1, ""];
  const decimals = Math.min(20, Math.max(0, -Math.floor(Math.log10(step / size) + 1e-9)));
  return `${sign}${decimal(Math.abs(value) / size, "usd", decimals, decimals)}${unit}\u00a0%`;
}

/**
 * Moves overlapping labels apart, each as little as possible, and keeps their order.
 * @param wanted position of each, in thousandths of the height
 * @param space that a label takes; there is room for all of them
 * @returns the position of each, in whole numbers and in the order of `wanted`
 */
export function spreadLabels(wanted: readonly number[], space: number): readonly number[] {
  const sorted = wanted
    .map((place, index) => ({ place, index }))
    .sort((one, other) => one.place - other.place);
  // Without the space of the labels above, the nearest places that ascend are an isotonic regression:
  // https://en.wikipedia.org/wiki/Isotonic_regression
  const own = sorted.map(({ place }, step) => place - step * space);
  const meanOf = (from: number, to: number) =>
    own.slice(from, to + 1).reduce((sum, place) => sum + place, 0) / (to + 1 - from);
  const places = [...wanted];
  for (const [step, { index }] of sorted.entries()) {
    const lowestMean = (from: number) =>
      Math.min(...own.slice(step).map((_, further) => meanOf(from, step + further)));
    const place = Math.max(...own.slice(0, step + 1).map((_, from) => lowestMean(from)));
    const last = SIZE - (own.length - 1) * space;
    places[index] = Math.round(Math.max(0, Math.min(last, place)) + step * space);
  }
  return places;
}
