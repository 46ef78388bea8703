import type Highcharts from "highcharts";
import type { Candles } from "~/domain/chart/candles";
import { formatMetricForListeners, type Metric } from "~/domain/chart/chart-view";
import type { ChartDrawing } from "~/domain/chart/drawing";
import type { PlotLine } from "~/domain/chart/plot";
import { changeOf, PLOT_MARGINS } from "~/domain/chart/plot-geometry";
import { volumeAt } from "~/domain/chart/volume-bars";
import { formatShortAmount } from "~/domain/format/money";
import { formatPercent } from "~/domain/format/number";
import { formatLocal } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";

export interface ChartContents {
  /** Static drawing of the same lines, which gives the axes. */
  readonly drawing: ChartDrawing;
  readonly lines: readonly ChartLine[];
  /** Drawn by the static chart, where the line of their last prices is invisible. */
  readonly candles?: Candles | null | undefined;
  readonly volumes?: readonly (number | null)[] | undefined;
  readonly currency: Currency;
  readonly range: Range;
  /** Name of the series: `Price in ₹`. */
  readonly series: string;
  /** Of one coin; undefined for changes of several in per cent. */
  readonly metric?: Metric | undefined;
  /** Called with the time of the point that the pointer or the keyboard has reached, and with null when it is left. */
  readonly onPoint: (time: number | null) => void;
}

/**
 * How far the chart's box reaches beyond the plot, at the left and at the right, in widths of the plot: there, the pointer finds the
 * first or the last point.
 */
export type Overhang = readonly [left: number, right: number];

export interface ChartLine extends PlotLine {
  /** As the market data service sends it: any markup in it is plain text. */
  readonly name: string;
}

/**
 * Options of Highcharts. It draws only the lines, exactly over the static ones, and handles the pointer and the keyboard; axes,
 * labels and marks remain static. Colours are CSS variables, so the colour mode needs no redraw. All options are always given,
 * because an update keeps missing ones.
 *
 * Highcharts parses texts as HTML. These are our own numbers and words; names from the market data service are escaped.
 * @param hasKeys whether the points can be reached by keyboard
 */
export function interactiveChartOptions(
  contents: ChartContents,
  overhang: Overhang,
  hasKeys: boolean,
): Highcharts.Options {
  const { drawing, lines, volumes = [], currency, series, metric, onPoint } = contents;
  const [from, to] = drawing.span ?? [0, 1];
  const [low, high] = drawing.priceDomain;
  const format = (value: number) =>
    metric === undefined ? formatPercent(changeOf(value)) : formatMetricForListeners(value, metric, currency);
  const volumeText = (time: number) => {
    const volume = volumeAt(volumes, time, from, to);
    return volume === null ? null : `Volume ${formatShortAmount(volume, currency)}`;
  };
  return {
    // Leaves Highcharts' own style element out, which the Content Security Policy would refuse; our sheet has its variables.
    palette: { injectCSS: false, colorScheme: "inherit" },
    title: { text: "" },
    credits: { enabled: false },
    legend: { enabled: false },
    chart: {
      type: "line",
      animation: false,
      backgroundColor: "transparent",
      spacing: [0, 0, 0, 0],
      margin: [PLOT_MARGINS.top, 0, PLOT_MARGINS.bottom, 0],
      style: { fontFamily: "inherit" },
    },
    lang: { locale: "en-GB", accessibility: { chartContainerLabel: series } },
    accessibility: {
      enabled: hasKeys,
      landmarkVerbosity: "disabled",
      // No description per point, or screen readers would announce three hundred images.
      series: { pointDescriptionEnabledThreshold: 0 },
      // Leaves out Highcharts' own sentences: the drawing's description says more.
      screenReaderSection: { beforeChartFormatter: () => "", afterChartFormat: "" },
    },
    // Linear, because a time axis would compute ticks that nobody sees.
    xAxis: {
      ...AXIS,
      min: from - overhang[0] * (to - from),
      max: to + overhang[1] * (to - from),
      crosshair: { color: "var(--control-edge)" },
    },
    yAxis: {
      ...AXIS,
      type: drawing.scale === "log" ? "logarithmic" : "linear",
      min: low,
      max: high,
      title: { text: undefined },
    },
    // What it would say stands above the chart, where it covers nothing.
    tooltip: { enabled: false },
    plotOptions: {
      series: {
        marker: hasKeys ? POINTS : { ...POINTS, enabled: false },
        point: {
          events: {
            // Also fired for the point that the arrow keys reach, before it has the focus.
            mouseOver() {
              const isOneOfSeveral = metric === undefined || lines.length > 1;
              const name = isOneOfSeveral ? (lines[this.series.index]?.name ?? null) : null;
              const words = [name, format(Number(this.y)), formatLocal(this.x), volumeText(this.x)];
              describePoint(this, words.filter((word) => word !== null).join(", "));
              onPoint(this.x);
            },
            mouseOut() {
              describePoint(this, null);
              onPoint(null);
            },
          },
        },
      },
    },
    series: lines.map((line) => lineSeries(line, contents)),
  };
}

/** Describes a point to listeners, or hides it from them. The text becomes an attribute, which is no HTML. */
function describePoint({ graphic }: Highcharts.Point, text: string | null): void {
  const element = graphic?.element;
  if (element === undefined) return;
  element.setAttribute("aria-hidden", String(text === null));
  if (text === null) return;
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", text);
}

const AXIS = {
  type: "linear",
  visible: false,
  startOnTick: false,
  endOnTick: false,
  tickPositions: [],
} satisfies Highcharts.XAxisOptions;

/** State of a point that is not pointed at. Highcharts' types lack the opacity that its accessibility module sets. */
const UNSEEN = { animation: false, opacity: 0 };

/**
 * Renders the points of a line as elements, so that the arrow keys can step through them; only the current one is visible. They cost
 * as much as the line and are useless until a key is pressed.
 */
const POINTS = {
  enabled: true,
  symbol: "circle",
  states: { normal: UNSEEN },
} satisfies Highcharts.PointMarkerOptionsObject;

function lineSeries(
  { id, name, points, gaps = [], place }: ChartLine,
  { currency, range, drawing, metric, candles }: ChartContents,
): Highcharts.SeriesLineOptions {
  const lineWidth = candles ? 0 : 2;
  const ends = new Map(gaps.map(([[from], [to]]) => [from, (from + to) / 2]));
  return {
    type: "line",
    animation: false,
    lineWidth,
    // The line under the pointer stands out among several.
    states: {
      hover: { lineWidth: metric === undefined ? 3 : lineWidth },
      inactive: { opacity: 0.35, animation: false },
    },
    // Makes each range a series of its own: re-used points would not come in order.
    id: [currency, range, drawing.scale, id, lineWidth].join(" "),
    name: escaped(name),
    // Has the line's dashes where colours are the browser's own.
    className: `line-${place}`,
    color: `var(--chart-line-${place})`,
    data: points.flatMap(([time, value]) => {
      const breakAt = ends.get(time);
      return breakAt === undefined
        ? [[time, value]]
        : [
            [time, value],
            [breakAt, null],
          ];
    }),
  };
}

/** Escapes a text that Highcharts must show as it is, not parse as HTML or as a template. */
function escaped(text: string): string {
  return text.replace(/[&<>"'{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
