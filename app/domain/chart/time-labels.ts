export interface LabelledTick {
  /** In thousandths of the plot's width. */
  readonly x: number;
  readonly label: string;
}

/** The width of a chart's box: up to 480 px, up to 720 px, and beyond. The style sheet has the same steps. */
export type BoxWidth = (typeof BOX_WIDTHS)[number];

const BOX_WIDTHS = ["narrow", "middle", "wide"] as const;

/** The smallest plot width in CSS pixels in such a box, without the price labels. */
const MIN_PLOT_PX: Record<BoxWidth, number> = { narrow: 150, middle: 370, wide: 610 };

/** Approximate width of a label's character, and of the space between two labels. */
const CHARACTER_PX = 6.6;
const GAP_PX = 10;

/**
 * Chooses the boxes in which each tick's label fits: none is cut off at the right, and no two touch. At the left they may
 * extend below the price labels. In each box at least one tick of `timeAxis` is labelled.
 */
export function labelledBoxes(ticks: readonly LabelledTick[]): readonly (readonly BoxWidth[])[] {
  const chosen = BOX_WIDTHS.map((box) => [box, labelledTicks(ticks, MIN_PLOT_PX[box])] as const);
  return ticks.map((tick) => chosen.filter(([, labelled]) => labelled.has(tick)).map(([box]) => box));
}

function labelledTicks(ticks: readonly LabelledTick[], plotPx: number): ReadonlySet<LabelledTick> {
  const widthOf = ({ label }: LabelledTick) => label.length * CHARACTER_PX;
  const fitting = ticks.filter((tick) => (1 - tick.x / 1000) * plotPx >= widthOf(tick) / 2);
  const maxLabels = Math.floor(plotPx / (Math.max(...fitting.map(widthOf)) + GAP_PX));
  const every = Math.ceil(fitting.length / Math.max(1, maxLabels));
  // Splits the remainder between both ends.
  const first = Math.floor(((fitting.length - 1) % every) / 2);
  return new Set(fitting.filter((_, index) => index % every === first));
}
