import type { TimeTick } from "./time-axis";

/** The width of a chart's box: up to 480 px, up to 720 px, and beyond. The style sheet has the same steps. */
type BoxWidth = (typeof BOX_WIDTHS)[number];

const BOX_WIDTHS = ["narrow", "middle", "wide"] as const;

/** The smallest width in CSS pixels that a plot has in such a box, beside the labels of prices. */
const MIN_PLOT_PX: Record<BoxWidth, number> = { narrow: 150, middle: 370, wide: 610 };

/** The width of about a character of a label, and of the space between two labels. */
const CHARACTER_PX = 6.6;
const GAP_PX = 10;

/**
 * Chooses for each tick of a time axis the boxes in which its label fits: none is cut off at the right, and no two touch.
 * At the left they may hang out below the labels of prices. In each box at least one tick of `timeAxis` has its label.
 */
export function labelledBoxes(ticks: readonly TimeTick[]): readonly (readonly BoxWidth[])[] {
  const chosen = BOX_WIDTHS.map((box) => [box, labelledTicks(ticks, MIN_PLOT_PX[box])] as const);
  return ticks.map((tick) => chosen.filter(([, labelled]) => labelled.has(tick)).map(([box]) => box));
}

function labelledTicks(ticks: readonly TimeTick[], plotPx: number): ReadonlySet<TimeTick> {
  const widthOf = ({ label }: TimeTick) => label.length * CHARACTER_PX;
  const fitting = ticks.filter((tick) => (1 - tick.x / 1000) * plotPx >= widthOf(tick) / 2);
  const maxLabels = Math.floor(plotPx / (Math.max(...fitting.map(widthOf)) + GAP_PX));
  const every = Math.ceil(fitting.length / Math.max(1, maxLabels));
  // Shares the rest between both ends.
  const first = Math.floor(((fitting.length - 1) % every) / 2);
  return new Set(fitting.filter((_, index) => index % every === first));
}
