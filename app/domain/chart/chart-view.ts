/** What the chart of a coin shows over time, by its value in addresses; the first is the default. */
export const METRICS = ["price", "market_cap"] as const;

export type Metric = (typeof METRICS)[number];

/** Names of what a chart shows. */
export const METRIC_NAMES: Readonly<Record<Metric, string>> = { price: "Price", market_cap: "Market cap" };

/** How a chart's vertical axis is divided, by its value in addresses; the first is the default. */
export const SCALES = ["linear", "log"] as const;

export type Scale = (typeof SCALES)[number];

/** Explains why a requested log scale is not shown. */
export const LINEAR_ONLY = "A log scale has no place for a price of zero: this scale is linear.";

/** What a visitor chose to see in a chart, beside range and currency. */
export interface ChartView {
  readonly metric: Metric;
  readonly scale: Scale;
}

export const DEFAULT_CHART_VIEW: ChartView = { metric: "price", scale: "linear" };

/** Parses the parameters of a chart; unknown values become the default. A comparison uses only the scale. */
export function parseChartView(query: URLSearchParams): ChartView {
  return { metric: chosen(METRICS, query.get("metric")), scale: chosen(SCALES, query.get("scale")) };
}

/** Returns the parameters of a chart, without defaults, for addresses and forms. */
export function chartParameters(view: Partial<ChartView>): Readonly<Record<string, string>> {
  const { metric, scale } = { ...DEFAULT_CHART_VIEW, ...view };
  return { ...(metric === "price" ? {} : { metric }), ...(scale === "linear" ? {} : { scale }) };
}

function chosen<Value extends string>(
  [fallback, ...others]: readonly [Value, ...Value[]],
  text: string | null,
): Value {
  const value = text?.trim().toLowerCase();
  return others.find((each) => each === value) ?? fallback;
}
