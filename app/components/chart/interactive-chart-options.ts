import type Highcharts from "highcharts";
import { formatMetric } from "~/domain/chart/chart-series";
import type { Metric } from "~/domain/chart/chart-view";
import type { ChartDrawing } from "~/domain/chart/drawing";
import { drawablePoints, type PricePoint } from "~/domain/chart/price-history";
import { timeDomain } from "~/domain/chart/time-axis";
import { volumeAt } from "~/domain/chart/volume-bars";
import { formatShortAmount } from "~/domain/format/money";
import { formatPercent } from "~/domain/format/number";
import { formatLocal } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";

export interface ChartContents {
  /** The series; of several lines the ends of the time axis. */
  readonly points: readonly PricePoint[];
  /** Drawing of the same series, which gives the axis of prices. */
  readonly drawing: ChartDrawing;
  /** Bars of the drawing, as of `volumeBars`. */
  readonly volumes: readonly (number | null)[] | undefined;
  readonly currency: Currency;
  readonly range: Range;
  /** Name of the series: `Price in ₹`. */
  readonly series: string;
  /** Of one coin. */
  readonly metric: Metric | undefined;
  /** Left edge of the plot in CSS pixels: the width of the price labels. */
  readonly plotLeft: number;
  /** Changes in per cent of several coins, in place of the prices of one. */
  readonly lines?: readonly ChartLine[] | undefined;
}

/** A line of several. */
export interface ChartLine {
  /** The coin's. */
  readonly id: string;
  /** As the market data service has it: markup in it is text. */
  readonly name: string;
  readonly points: readonly PricePoint[];
  /** Of CSS: a variable. */
  readonly colour: string;
  readonly dash: Highcharts.DashStyleValue;
}

/** Margins of the drawing, as in the style sheet: half a label above, the ring around a focused point at the right, times below. */
const MARGIN_TOP_PX = 14;
const MARGIN_RIGHT_PX = 10;
const MARGIN_BOTTOM_PX = 28;

/** Options that no chart changes. */
const FIXED_OPTIONS = {
  // Leaves Highcharts' own style element out, which the Content Security Policy would refuse; our sheet has its variables.
  palette: { injectCSS: false, colorScheme: "inherit" },
  title: { text: "" },
  credits: { enabled: false },
  legend: { enabled: false },
} satisfies Highcharts.Options;

/**
 * Options of Highcharts. It draws the lines only, exactly where the drawing has them, with what answers a pointer and the keyboard;
 * axes, labels and marks remain those of the drawing. Colours are CSS variables, so that the colour mode needs no redraw. All
 * options are always given, because an update keeps those that are missing.
 *
 * Highcharts reads texts as HTML. These are numbers and words of our own; names from the market data service are escaped.
 * @param hasKeys whether the points are to be reached by keyboard
 */
export function interactiveChartOptions(contents: ChartContents, hasKeys: boolean): Highcharts.Options {
  const { points, drawing, volumes = [], currency, series, plotLeft, lines } = contents;
  const { metric = "price" } = contents;
  const [from, to] = timeDomain(points) ?? [0, 1];
  const isLog = drawing.scale === "log";
  // A log axis of changes is one of factors.
  const place = (value: number) => (isLog && lines !== undefined ? 1 + value / 100 : value);
  const [low, high] = drawing.priceDomain ?? [0, 1];
  const format = (value: number) =>
    lines === undefined
      ? formatMetric(value, metric, currency)
      : formatPercent(isLog ? (value - 1) * 100 : value);
  const volumeText = (time: number) => {
    const volume = volumeAt(volumes, time, from, to);
    return volume === null ? null : `Volume ${formatShortAmount(volume, currency)}`;
  };
  return {
    ...FIXED_OPTIONS,
    chart: {
      type: "line",
      animation: false,
      backgroundColor: "transparent",
      spacing: [0, 0, 0, 0],
      margin: [MARGIN_TOP_PX, MARGIN_RIGHT_PX, MARGIN_BOTTOM_PX, plotLeft],
      style: { fontFamily: "inherit" },
    },
    lang: { locale: "en-GB", accessibility: { chartContainerLabel: series } },
    accessibility: {
      enabled: hasKeys,
      landmarkVerbosity: "disabled",
      // Describes no point, or listeners would meet three hundred images.
      series: { pointDescriptionEnabledThreshold: 0 },
      // Leaves out Highcharts' own sentences: the drawing's description says more.
      screenReaderSection: { beforeChartFormatter: () => "", afterChartFormat: "" },
    },
    // Linear, because a time axis would compute ticks that nobody sees.
    xAxis: { ...AXIS, min: from, max: to, crosshair: { color: "var(--control-edge)" } },
    yAxis: {
      ...AXIS,
      type: isLog ? "logarithmic" : "linear",
      min: place(low),
      max: place(high),
      title: { text: undefined },
    },
    tooltip: {
      animation: false,
      backgroundColor: "var(--card)",
      borderColor: "var(--control-edge)",
      borderWidth: 1,
      style: { color: "var(--ink)", fontSize: "13px" },
      shared: lines !== undefined,
      formatter() {
        const time = formatLocal(Number(this.x));
        if (lines === undefined) {
          const volume = volumeText(Number(this.x));
          return `<b>${format(Number(this.y))}</b><br/>${time}${volume === null ? "" : `<br/>${volume}`}`;
        }
        const rows = (this.points ?? []).map(({ y, series: { index } }) => {
          const { name = "", colour = "" } = lines[index] ?? {};
          return `<br/><span style="color:${colour}">●</span> ${escaped(name)} <b>${format(Number(y))}</b>`;
        });
        return time + rows.join("");
      },
    },
    plotOptions: {
      series: {
        marker: hasKeys ? POINTS : { ...POINTS, enabled: false },
        point: {
          events: {
            // Also fired for the point that the arrow keys reach, before it has the focus.
            mouseOver() {
              const { name = null } = lines?.[this.series.index] ?? {};
              const words = [name, format(Number(this.y)), formatLocal(this.x), volumeText(this.x)];
              describePoint(this, words.filter((word) => word !== null).join(", "));
            },
            mouseOut() {
              describePoint(this, null);
            },
          },
        },
      },
    },
    series:
      lines === undefined ? [priceSeries(contents)] : lines.map((line) => lineSeries(line, contents, place)),
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

/** Makes an axis a scale that is not drawn. */
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
 * Makes the points of a line elements, for the arrow keys to walk from one to the next; each is visible only while it is pointed at.
 * They cost as much as the line and serve nobody who has pressed no key.
 */
const POINTS = {
  enabled: true,
  symbol: "circle",
  states: { normal: UNSEEN },
} satisfies Highcharts.PointMarkerOptionsObject;

/** Options that all lines have in common. */
const SERIES = {
  type: "line",
  animation: false,
  lineWidth: 2,
  states: { hover: { lineWidth: 2 } },
} satisfies Highcharts.SeriesLineOptions;

/** Makes the series of one coin's prices. */
function priceSeries({
  points,
  drawing,
  currency,
  range,
  series,
  metric,
}: ChartContents): Highcharts.SeriesLineOptions {
  return {
    ...SERIES,
    // Makes each range a series of its own: re-used points would not come in order.
    id: [currency, range, metric, drawing.scale].join(" "),
    name: series,
    color: "var(--chart-line-1)",
    data: drawablePoints(points).map(([time, price]) => [time, price]),
  };
}

/** Makes the series of one line of several. */
function lineSeries(
  { id, name, points, colour, dash }: ChartLine,
  { currency, range, drawing }: ChartContents,
  place: (percent: number) => number,
): Highcharts.SeriesLineOptions {
  return {
    ...SERIES,
    id: [currency, range, drawing.scale, id].join(" "),
    name: escaped(name),
    color: colour,
    dashStyle: dash,
    data: points.map(([time, percent]) => [time, place(percent)]),
  };
}

/** Writes a text that Highcharts is to show as it is, and not to read as HTML or as a template. */
function escaped(text: string): string {
  return text.replace(/[&<>"'{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
