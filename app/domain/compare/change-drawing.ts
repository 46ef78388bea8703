import type { Scale } from "../chart/chart-view";
import { axisTicks, type ChartDrawing, emptyDrawing } from "../chart/drawing";
import { BASE, heightOf, SIZE, tenths } from "../chart/plot-geometry";
import { timeAxis } from "../chart/time-axis";
import { decimal } from "../format/number";
import type { Range } from "../market/range";
import type { ComparedChanges } from "./change-series";

/** Axes of a comparison. They are those of a price chart of coins that all started at 100, labelled in per cent. */
export interface ChangeDrawing extends ChartDrawing {
  /** Where the label of each line stands, in thousandths of the height. */
  readonly labels: readonly number[];
}

/** Space that a label needs in the lowest plot, in thousandths of its height. The style sheet has the heights. */
const LABEL_SPACE = 85;

/** Draws the axes of changes: time, per cent, and places for the labels at the ends of the lines. */
export function drawChangeAxes(
  { moments, coins }: ComparedChanges,
  range: Range,
  wanted: Scale = "linear",
): ChangeDrawing {
  const [from, to] = [moments[0], moments.at(-1)];
  if (from === undefined || to === undefined) return { ...emptyDrawing(wanted), labels: [] };
  const lines = coins.flatMap((coin) => (coin ? [coin.values.filter((value) => value !== null)] : []));
  const values = lines.flat();
  const scale = values.every((value) => value > -BASE) ? wanted : "linear";
  const priceDomain = domainOf(
    values.map((value) => BASE + value),
    scale,
  );
  const axes = { scale, span: [from, to], priceDomain } as const;
  const isByFactor = scale === "log" && priceDomain[1] / priceDomain[0] >= 10;
  const ticks = percentTicks(priceDomain, isByFactor);
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  const stepAt = (percent: number) =>
    isByFactor ? 10 ** Math.floor(Math.log10(BASE + percent) + 1e-9) : step;
  return {
    ...emptyDrawing(scale),
    ...axes,
    timeTicks: timeAxis(axes.span, range, "utc"),
    priceTicks: ticks.map((percent) => ({
      y: tenths(heightOf(BASE + percent, axes)),
      label: formatPercentTick(percent, stepAt(percent)),
    })),
    openY: tenths(heightOf(BASE, axes)),
    labels: spreadLabels(
      lines.map((line) => heightOf(BASE + (line.at(-1) ?? 0), axes)),
      LABEL_SPACE,
    ),
  };
}

/** Pads the prices; lines that stay at their start run through the middle. */
function domainOf(values: readonly number[], scale: Scale): [low: number, high: number] {
  const [low, high] = [Math.min(BASE, ...values), Math.max(BASE, ...values)];
  if (high - low < MIN_SPAN) return [BASE - MIN_SPAN, BASE + MIN_SPAN];
  if (scale === "log") {
    const padding = (high / low) ** 0.05;
    return [low / padding, high * padding];
  }
  const padding = (high - low) * 0.05;
  return [low - padding, high + padding];
}

/** Chooses the ticks in per cent; on a log scale that spans a power of ten they are round factors. */
function percentTicks([low, high]: readonly [number, number], isByFactor: boolean): readonly number[] {
  if (!isByFactor) return axisTicks([low - BASE, high - BASE], "linear");
  // Rounded, because 1.1 less 1 is not 0.1.
  return axisTicks([low / BASE, high / BASE], "log").map((factor) =>
    Number(((factor - 1) * BASE).toPrecision(12)),
  );
}

/** In per cent: smaller movements are rounding noise. */
const MIN_SPAN = 0.01;

/** Units of large changes, the largest first. */
const UNITS = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1, ""],
] as const;

/** Formats a tick's label with its sign and the decimals that the step needs: `+50 %`, `0 %`, `−0.05 %`, `+2M %`. */
function formatPercentTick(value: number, step: number): string {
  if (value === 0) return "0\u00a0%";
  const sign = value > 0 ? "+" : "−";
  const [size, unit] = UNITS.find(([least]) => step >= least / 10 && Math.abs(value) >= least) ?? [1, ""];
  const decimals = Math.min(20, Math.max(0, -Math.floor(Math.log10(step / size) + 1e-9)));
  return `${sign}${decimal(Math.abs(value) / size, "usd", decimals, decimals)}${unit}\u00a0%`;
}

/** Labels that touch, centred on the mean of their wanted positions. */
interface Cluster {
  /** The wanted position of each, and its index in the list. */
  readonly members: readonly { readonly place: number; readonly index: number }[];
  readonly middle: number;
}

/**
 * Moves overlapping labels apart, each as little as possible, and keeps their order.
 * @param wanted position of each, in thousandths of the height
 * @param space that a label takes; there is room for all of them
 * @returns the position of each, in whole numbers and in the order of `wanted`
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
