import type Highcharts from "highcharts";
import type { ChartDrawing } from "~/domain/chart/drawing";
import { drawablePoints, type PricePoint } from "~/domain/chart/price-history";
import { timeTicks } from "~/domain/chart/time-axis";
import { formatPrice } from "~/domain/format/money";
import { formatPercent } from "~/domain/format/number";
import { formatAxisTime, formatLocal } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";

export interface ChartContents {
  /** The series; of several lines the ends of the time axis. */
  readonly points: readonly PricePoint[];
  /** Drawing of the same series, which gives the axis of prices. */
  readonly drawing: ChartDrawing;
  readonly currency: Currency;
  readonly range: Range;
  /** Name of the series: `Price in ₹`. */
  readonly series: string;
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

/** Options of a chart of lines. */
export interface ChartOptions extends Highcharts.Options {
  readonly series: Highcharts.SeriesLineOptions[];
}

/** Width that a label of the time axis needs, and the most labels on a wide screen. */
const TICK_SPACE_PX = 64;
const MAX_TICKS = 11;

/** Width of about a character of such a label, and of the gap between two labels. */
const CHARACTER_PX = 7;
const GAP_PX = 8;

/** Margins of the drawing: half a label above, the ring around a focused point at the right, times below. */
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
 * Options of Highcharts. The chart looks like the drawing that it replaces: the same margins, the same price axis, and
 * colours that are CSS variables, so that the colour mode needs no redraw. All options are always given, because an update
 * keeps those that are missing.
 *
 * Highcharts reads texts as HTML. These are numbers and words of our own; names from the market data service are escaped.
 */
export function interactiveChartOptions(contents: ChartContents): ChartOptions {
  const { currency, series, plotLeft, lines } = contents;
  const format = (value: number | undefined) =>
    lines === undefined ? formatPrice(value ?? null, currency) : formatPercent(value ?? null);
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
      landmarkVerbosity: "disabled",
      // Describes no point, or listeners would meet three hundred images.
      series: { pointDescriptionEnabledThreshold: 0 },
      // Leaves out the heading that the default adds below ours.
      screenReaderSection: { beforeChartFormat: "<div>{typeDescription}</div>" },
    },
    xAxis: timeAxisOptions(contents),
    yAxis: priceAxisOptions(contents),
    tooltip: {
      animation: false,
      backgroundColor: "var(--card)",
      borderColor: "var(--control-edge)",
      borderWidth: 1,
      style: { color: "var(--ink)", fontSize: "13px" },
      shared: lines !== undefined,
      formatter() {
        const time = formatLocal(Number(this.x));
        if (lines === undefined) return `<b>${format(Number(this.y))}</b><br/>${time}`;
        const rows = (this.points ?? []).map(({ y, series: { index } }) => {
          const { name = "", colour = "" } = lines[index] ?? {};
          return `<br/><span style="color:${colour}">●</span> ${escaped(name)} <b>${format(Number(y))}</b>`;
        });
        return time + rows.join("");
      },
    },
    plotOptions: {
      series: {
        point: {
          events: {
            // Also fired for the point that the arrow keys reach, before it has the focus.
            mouseOver() {
              const { name = null } = lines?.[this.series.index] ?? {};
              const words = [...(name === null ? [] : [name]), format(this.y), formatLocal(this.x)];
              describePoint(this, words.join(", "));
            },
            mouseOut() {
              describePoint(this, null);
            },
          },
        },
      },
    },
    series: lines === undefined ? [priceSeries(contents)] : lines.map((line) => lineSeries(line, contents)),
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

function timeAxisOptions({ points, range, plotLeft }: ChartContents): Highcharts.XAxisOptions {
  const span = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
  return {
    type: "datetime",
    minPadding: 0,
    maxPadding: 0,
    tickPositioner() {
      const { min, max } = this.getExtremes();
      const { plotWidth } = this.chart;
      const room = Math.max(2, Math.floor(plotWidth / TICK_SPACE_PX));
      const widthOf = (time: number) => formatAxisTime(time, range, span, "local").length * CHARACTER_PX;
      const pxOf = (ms: number) => (ms / (max - min)) * plotWidth;
      // Drops labels that the right edge would cut; at the left they may hang out below the price labels.
      const ticks = timeTicks(min, max, range, "local", Math.min(MAX_TICKS, room)).filter((time) => {
        const half = widthOf(time) / 2;
        const x = pxOf(time - min);
        return plotLeft + x >= half && x <= plotWidth + MARGIN_RIGHT_PX - half;
      });
      // Keeps every second or third tick where round steps bring labels too close together.
      const [first = min, second = max] = ticks;
      const every = Math.ceil((Math.max(...ticks.map(widthOf)) + GAP_PX) / pxOf(second - first));
      return ticks.filter((_, index) => index % every === 0);
    },
    lineColor: "var(--chart-grid)",
    tickColor: "var(--chart-grid)",
    tickLength: 5,
    crosshair: { color: "var(--chart-grid)" },
    labels: {
      y: 20,
      // Keeps labels level: those that do not fit are left out.
      autoRotation: [0],
      style: { color: "var(--ink-soft)", fontSize: "12px", textOverflow: "none", whiteSpace: "nowrap" },
      formatter() {
        return formatAxisTime(Number(this.value), range, span, "local");
      },
    },
  };
}

function priceAxisOptions({ drawing, lines }: ChartContents): Highcharts.YAxisOptions {
  return {
    // Changes are above or below zero.
    plotLines: lines === undefined ? [] : [{ value: 0, width: 1, color: "var(--control-edge)" }],
    title: { text: undefined },
    gridLineColor: "var(--chart-grid)",
    min: drawing.priceDomain?.[0] ?? null,
    max: drawing.priceDomain?.[1] ?? null,
    startOnTick: false,
    endOnTick: false,
    tickPositions: drawing.priceTicks.map(({ price }) => price),
    // Leaves labels out, because they stand beside the plot already.
    labels: { enabled: false },
  };
}

/** State of a point that is not pointed at. Highcharts' types lack the opacity that its accessibility module sets. */
const UNSEEN = { animation: false, opacity: 0 };

/** Options that all lines have in common. */
const SERIES = {
  type: "line",
  animation: false,
  lineWidth: 2,
  // Every point is drawn, because the arrow keys walk from one to the next; it is visible only while it is pointed at.
  marker: { enabled: true, states: { normal: UNSEEN } },
  states: { hover: { lineWidth: 2 } },
} satisfies Highcharts.SeriesLineOptions;

/** Makes the series of one coin's prices. */
function priceSeries({ points, currency, range, series }: ChartContents): Highcharts.SeriesLineOptions {
  return {
    ...SERIES,
    // Makes each range a series of its own: re-used points would not come in order.
    id: `${currency} ${range}`,
    name: series,
    color: "var(--chart-line)",
    data: drawablePoints(points).map(([time, price]) => [time, price]),
  };
}

/** Makes the series of one line of several. */
function lineSeries(
  { id, name, points, colour, dash }: ChartLine,
  { currency, range }: ChartContents,
): Highcharts.SeriesLineOptions {
  return {
    ...SERIES,
    id: `${currency} ${range} ${id}`,
    name: escaped(name),
    color: colour,
    dashStyle: dash,
    marker: { ...SERIES.marker, symbol: "circle" },
    data: points.map(([time, percent]) => [time, percent]),
  };
}

/** Writes a text that Highcharts is to show as it is, and not to read as HTML or as a template. */
function escaped(text: string): string {
  return text.replace(/[&<>"'{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
