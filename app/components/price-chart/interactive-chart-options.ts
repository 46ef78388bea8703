import type Highcharts from "highcharts";
import type { ChartDrawing } from "~/domain/chart/drawing";
import { drawablePoints, type PricePoint } from "~/domain/chart/price-history";
import { timeTicks } from "~/domain/chart/time-axis";
import { formatPrice } from "~/domain/format/money";
import { formatAxisTime, formatLocal } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";

export interface ChartContents {
  readonly points: readonly PricePoint[];
  /** The drawing of the same series, whose axis of prices it shares. */
  readonly drawing: ChartDrawing;
  readonly currency: Currency;
  readonly range: Range;
  /** The name of the series: `Price in ₹`. */
  readonly series: string;
  /** Where the plot begins, in CSS pixels from the left: beside the labels of prices. */
  readonly plotLeft: number;
}

/** So many pixels a label of the time axis needs; on a desk that makes room for all of about eleven. */
const TICK_SPACE_PX = 64;
const MOST_TICKS = 11;

/** Half a character of such a label. */
const HALF_CHARACTER_PX = 3.5;

/** The same margins as the drawing's: half a label above, the ring around a focused point at the right, times below. */
const MARGIN_TOP_PX = 14;
const MARGIN_RIGHT_PX = 10;
const MARGIN_BOTTOM_PX = 28;

const LABEL_STYLE = {
  color: "var(--chart-label)",
  fontSize: "12px",
  textOverflow: "none",
  whiteSpace: "nowrap",
} satisfies Highcharts.CSSObject;

/**
 * What Highcharts is told. It looks like the drawing that it replaces: the same margins, the same prices on its axis, and
 * colours that are CSS variables, so that the colour mode needs no redraw. Every option is always given: the chart that
 * is there keeps what an update leaves out.
 *
 * Highcharts reads texts as HTML. Ours are made of numbers and words of our own; what the service calls a coin is none of
 * them, and must not become one without being escaped.
 */
export function interactiveChartOptions(props: ChartContents): Highcharts.Options {
  const { points, drawing, currency, range, series, plotLeft } = props;
  const span = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
  return {
    // Its own style element would be refused by the Content Security Policy; the variables stand in our stylesheet.
    palette: { injectCSS: false, colorScheme: "inherit" },
    chart: {
      type: "line",
      animation: false,
      backgroundColor: "transparent",
      spacing: [0, 0, 0, 0],
      margin: [MARGIN_TOP_PX, MARGIN_RIGHT_PX, MARGIN_BOTTOM_PX, plotLeft],
      style: { fontFamily: "inherit" },
    },
    title: { text: "" },
    credits: { enabled: false },
    legend: { enabled: false },
    lang: { locale: "en-GB", accessibility: { chartContainerLabel: series } },
    accessibility: {
      landmarkVerbosity: "disabled",
      // Beyond 200 points, by default, none would have a description.
      series: { pointDescriptionEnabledThreshold: false },
      point: {
        descriptionFormatter: ({ x, y }) => `${formatPrice(y ?? null, currency)}, ${formatLocal(x)}`,
      },
      // Without the heading that it would add below ours.
      screenReaderSection: { beforeChartFormat: "<div>{typeDescription}</div>" },
    },
    xAxis: {
      type: "datetime",
      minPadding: 0,
      maxPadding: 0,
      tickPositioner() {
        const { min, max } = this.getExtremes();
        const { plotWidth } = this.chart;
        const room = Math.max(2, Math.floor(plotWidth / TICK_SPACE_PX));
        // At the right edge a label would be cut off; at the left it hangs out below the labels of prices.
        const ticks = timeTicks(min, max, range, "local", Math.min(MOST_TICKS, room)).filter((time) => {
          const half = formatAxisTime(time, range, span, "local").length * HALF_CHARACTER_PX;
          const x = ((time - min) / (max - min)) * plotWidth;
          return plotLeft + x >= half && x <= plotWidth + MARGIN_RIGHT_PX - half;
        });
        // Steps are round, so there can be more than wanted: then every second or third is enough.
        const every = Math.ceil(ticks.length / (room + 1));
        return ticks.filter((_, index) => index % every === 0);
      },
      lineColor: "var(--chart-grid)",
      tickColor: "var(--chart-grid)",
      tickLength: 5,
      crosshair: { color: "var(--chart-grid)" },
      labels: {
        y: 20,
        // Level or not at all: labels that do not fit are left out.
        autoRotation: [0],
        style: LABEL_STYLE,
        formatter() {
          return formatAxisTime(Number(this.value), range, span, "local");
        },
      },
    },
    yAxis: {
      title: { text: undefined },
      gridLineColor: "var(--chart-grid)",
      min: drawing.priceDomain?.[0] ?? null,
      max: drawing.priceDomain?.[1] ?? null,
      startOnTick: false,
      endOnTick: false,
      tickPositions: drawing.priceTicks.map(({ price }) => price),
      // They stand beside the plot already.
      labels: { enabled: false },
    },
    tooltip: {
      animation: false,
      backgroundColor: "var(--chart-tooltip)",
      borderColor: "var(--control-edge)",
      borderWidth: 1,
      style: { color: "var(--chart-tooltip-text)", fontSize: "13px" },
      formatter() {
        return `<b>${formatPrice(Number(this.y), currency)}</b><br/>${formatLocal(Number(this.x))}`;
      },
    },
    series: [
      {
        // Another range is another series: its points come in order, where re-used ones would not.
        id: `${currency} ${range}`,
        type: "line",
        name: series,
        animation: false,
        color: "var(--chart-line)",
        lineWidth: 2,
        marker: { enabled: false },
        states: { hover: { lineWidth: 2 } },
        data: drawablePoints(points).map(([time, price]) => [time, price]),
      },
    ],
  };
}
