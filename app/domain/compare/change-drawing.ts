import type { Scale } from "../chart/chart-view";
import { axisTicks, type ChartDrawing, emptyDrawing } from "../chart/drawing";
import { timeAxis } from "../chart/time-axis";
import { decimal } from "../format/number";
import type { Range } from "../market/range";
import type { ComparedChanges } from "./change-series";

/**
 * Axes of a comparison, measured like those of a price chart, with per cent in place of prices. The lines are drawn by
 * `linePath`, where the values are.
 */
export interface ChangeDrawing extends ChartDrawing {
  /** Where the label of each line stands, in thousandths of the height. */
  readonly labels: readonly number[];
}

/** Space that a label needs in the lowest plot, in thousandths of its height. The style sheet has the heights. */
const LABEL_SPACE = 85;

const SIZE = 1000;

/** Draws the axes of changes: time, per cent, and places for the labels at the ends of the lines. */
export function drawChangeAxes(
  { moments, coins }: ComparedChanges,
  range: Range,
  wanted: Scale = "linear",
): ChangeDrawing {
  if (moments.length === 0) return { ...emptyDrawing(wanted), labels: [] };
  const lines = coins.flatMap((coin) => coin ?? []);
  const values = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const scale = values.every((value) => value > -100) ? wanted : "linear";
  const domain = domainOf(values, scale);
  const y = (value: number) => heightOf(value, domain, scale);
  const ticks = percentTicks(domain, scale);
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  const stepAt = (value: number) =>
    isByFactor(domain, scale) ? 100 * 10 ** Math.floor(Math.log10(factorOf(value)) + 1e-9) : step;
  const ends = [moments[0] ?? 0, moments.at(-1) ?? 0].map((time) => [time, 0] as const);
  const lineEnds = lines.map(({ values }) => y(values.findLast((value) => value !== null) ?? 0));
  return {
    ...emptyDrawing(scale),
    timeTicks: timeAxis(ends, range, "utc"),
    priceTicks: ticks.map((value) => ({
      price: value,
      y: Math.round(y(value) * 10) / 10,
      label: formatPercentTick(value, stepAt(value)),
    })),
    priceDomain: domain,
    labels: spreadLabels(lineEnds, LABEL_SPACE),
  };
}

/** Pads the changes, all of which begin at 0 %; lines that stay there run through the middle. */
function domainOf(values: readonly number[], scale: Scale): [number, number] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (high - low < MIN_SPAN) return [-MIN_SPAN, MIN_SPAN];
  if (scale === "log") {
    const padding = (factorOf(high) / factorOf(low)) ** 0.05;
    return [(factorOf(low) / padding - 1) * 100, (factorOf(high) * padding - 1) * 100];
  }
  const padding = (high - low) * 0.05;
  return [low - padding, high + padding];
}

/** Chooses the ticks in per cent; on a log scale they are round factors where those tell more. */
function percentTicks(domain: readonly [number, number], scale: Scale): readonly number[] {
  if (!isByFactor(domain, scale)) return axisTicks(domain, "linear");
  const factors = axisTicks([factorOf(domain[0]), factorOf(domain[1])], "log");
  // Rounded, because 1.1 less 1 is not 0.1.
  return factors.map((factor) => Number(((factor - 1) * 100).toPrecision(12)));
}

/** Tells whether an axis spans a power of ten on a log scale, and has round factors for its ticks. */
function isByFactor([low, high]: readonly [number, number], scale: Scale): boolean {
  return scale === "log" && factorOf(high) / factorOf(low) >= 10;
}

/** Returns what a change multiplies a price by: 0.5 for −50 %. */
function factorOf(percent: number): number {
  return 1 + percent / 100;
}

/**
 * Returns where a change stands, in thousandths of the height of the plot from the top.
 * @param domain changes in per cent at the lower and the upper edge
 */
export function heightOf(
  value: number,
  [low, high]: readonly [low: number, high: number],
  scale: Scale,
): number {
  const place = (percent: number) => (scale === "log" ? Math.log(factorOf(percent)) : percent);
  return ((place(high) - place(value)) / (place(high) - place(low))) * SIZE;
}

/** In per cent: movements smaller than this are the noise of rounding. */
const MIN_SPAN = 0.01;

/** Units of large changes, the largest first. */
const UNITS = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1, ""],
] as const;

/** Writes the label of a tick with its sign and as many decimals as the step needs: `+50 %`, `0 %`, `−0.05 %`, `+2M %`. */
function formatPercentTick(value: number, step: number): string {
  if (value === 0) return "0\u00a0%";
  const sign = value > 0 ? "+" : "−";
  const [size, unit] = UNITS.find(([least]) => step >= least / 10 && Math.abs(value) >= least) ?? [1, ""];
  const decimals = Math.min(20, Math.max(0, -Math.floor(Math.log10(step / size) + 1e-9)));
  return `${sign}${decimal(Math.abs(value) / size, "usd", decimals, decimals)}${unit}\u00a0%`;
}

/**
 * Writes a line as the data of an SVG path in a plot of 1000 by 1000, the first moment at the left. Steps in whole numbers
 * are a third of the weight of places with decimals.
 * @param values one for each moment; null where the line has none
 * @param domain values at the lower and the upper edge
 */
export function linePath(
  moments: readonly number[],
  values: readonly (number | null)[],
  domain: readonly [number, number],
  scale: Scale = "linear",
): string {
  const from = moments[0] ?? 0;
  const span = (moments.at(-1) ?? 0) - from;
  let before: readonly [number, number] | null = null;
  let path = "";
  for (const [index, moment] of moments.entries()) {
    const value = values[index] ?? null;
    if (value === null) continue;
    const x = span === 0 ? SIZE / 2 : Math.round(((moment - from) / span) * SIZE);
    const y = Math.round(heightOf(value, domain, scale));
    path += before === null ? `M${x} ${y}l0 0` : signed(x - before[0]) + signed(y - before[1]);
    before = [x, y];
  }
  return path;
}

/** Separates a number from the one before by its sign or by a space. */
function signed(value: number): string {
  return value < 0 ? String(value) : ` ${value}`;
}

/** Labels that touch, around the mean of where they belong. */
interface Cluster {
  /** Where each belongs, and its index in the list. */
  readonly members: readonly { readonly place: number; readonly index: number }[];
  readonly middle: number;
}

/**
 * Moves labels apart that would overlap, each as little as can be, and keeps their order.
 * @param wanted where each belongs, in thousandths of the height
 * @param space that a label takes; there is room for all of them
 * @returns where each stands, in whole numbers and in the order of `wanted`
 */
export function spreadLabels(wanted: readonly number[], space: number): readonly number[] {
  const labels = wanted.map((place, index) => ({ place, index }));
  const clusters: Cluster[] = [];
  for (const label of labels.sort((one, other) => one.place - other.place)) {
    let cluster = clusterOf([label]);
    for (let before = clusters.at(-1); before && overlap(before, cluster); before = clusters.at(-1)) {
      clusters.pop();
      cluster = clusterOf([...before.members, ...cluster.members]);
    }
    clusters.push(cluster);
  }
  const places = new Array<number>(wanted.length).fill(0);
  for (const { members, middle } of clusters) {
    const top = middle - ((members.length - 1) * space) / 2;
    for (const [step, { index }] of members.entries()) places[index] = Math.round(top + step * space);
  }
  return places;

  function clusterOf(members: Cluster["members"]): Cluster {
    const mean = members.reduce((sum, { place }) => sum + place, 0) / members.length;
    const half = ((members.length - 1) * space) / 2;
    return { members, middle: Math.min(SIZE - half, Math.max(half, mean)) };
  }

  function overlap(upper: Cluster, lower: Cluster): boolean {
    return lower.middle - upper.middle < ((upper.members.length + lower.members.length) / 2) * space;
  }
}
