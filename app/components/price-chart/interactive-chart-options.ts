import type Highcharts from "highcharts";
import { formatPrice, formatPriceTick } from "~/domain/money";
import { formatLocal } from "~/domain/time-text";
import type { InteractiveChartProps } from "./interactive-chart.client";

/** Makes about eleven ticks on a desk; on a phone as many as their labels have room. */
const TICK_SPACE_PX = 70;
const DAY_MS = 86_400_000;

/**
 * What Highcharts is told. It looks like the drawing that it replaces: the same margins, labels inside the plot, and
 * colours that are CSS variables, so that the colour mode needs no redraw.
 */
export function interactiveChartOptions({
  points,
  currency,
  range,
  series,
  summary,
}: InteractiveChartProps): Highcharts.Options {
  return {
    // Its own style element would be refused by the Content Security Policy; the variables stand in our stylesheet.
    palette: { injectCSS: false, colorScheme: "inherit" },
    chart: {
      type: "line",
      animation: false,
      backgroundColor: "transparent",
      spacing: [0, 0, 0, 0],
      margin: [0, 0, 28, 0],
      style: { fontFamily: "inherit" },
    },
    title: { text: "" },
    credits: { enabled: false },
    legend: { enabled: false },
    time: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    lang: { locale: "en-GB", accessibility: { chartContainerLabel: series } },
    accessibility: {
      description: summary,
      landmarkVerbosity: "disabled",
      // Beyond 200 points, by default, none would have a description.
      series: { pointDescriptionEnabledThreshold: false },
      point: {
        descriptionFormatter: ({ x, y }) => `${formatPrice(y ?? null, currency)}, ${formatLocal(x)}`,
      },
      // Without the heading that it would add below ours.
      screenReaderSection: { beforeChartFormat: "<div>{typeDescription}</div><div>{chartLongdesc}</div>" },
    },
    xAxis: {
      type: "datetime",
      tickPixelInterval: TICK_SPACE_PX,
      // Two ticks of one day would carry the same date.
      ...(range === "24h" ? {} : { minTickInterval: DAY_MS }),
      minPadding: 0,
      maxPadding: 0,
      lineColor: "var(--chart-grid)",
      tickColor: "var(--chart-grid)",
      tickLength: 5,
      crosshair: { color: "var(--chart-grid)" },
      labels: {
        y: 20,
        // Level or not at all: labels that do not fit are left out.
        autoRotation: [0],
        style: {
          color: "var(--chart-label)",
          fontSize: "12px",
          textOverflow: "none",
          whiteSpace: "nowrap",
        },
        formatter() {
          return timeLabel(Number(this.value), range === "24h", spanOf(points));
        },
      },
    },
    yAxis: {
      title: { text: undefined },
      gridLineColor: "var(--chart-grid)",
      tickPixelInterval: 44,
      startOnTick: false,
      endOnTick: false,
      maxPadding: 0.06,
      minPadding: 0.06,
      labels: {
        align: "left",
        x: 0,
        y: -4,
        style: { color: "var(--chart-label)", fontSize: "12px" },
        formatter() {
          const [first = 0, second = 1] = this.axis.tickPositions ?? [];
          return formatPriceTick(Number(this.value), second - first, currency);
        },
      },
    },
    tooltip: {
      animation: false,
      backgroundColor: "var(--chart-tooltip)",
      style: { color: "var(--chart-tooltip-text)", fontSize: "13px" },
      formatter() {
        return `<b>${formatPrice(Number(this.y), currency)}</b><br/>${formatLocal(Number(this.x))}`;
      },
    },
    series: [
      {
        type: "line",
        name: series,
        animation: false,
        color: "var(--chart-line)",
        lineWidth: 2,
        marker: { enabled: false },
        states: { hover: { lineWidth: 2 } },
        data: points.map(([time, price]) => [time, price]),
      },
    ],
  };
}

function spanOf(points: InteractiveChartProps["points"]): number {
  return (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
}

const LONG_SPAN_MS = 300 * DAY_MS;

function timeLabel(time: number, isTimeOfDay: boolean, span: number): string {
  if (isTimeOfDay) return TIME_OF_DAY.format(time);
  return (span > LONG_SPAN_MS ? MONTH : DAY).format(time);
}

const TIME_OF_DAY = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric" });
