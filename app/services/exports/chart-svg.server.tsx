import { CHART_SIZE, seriesName } from "~/domain/addresses/file-addresses";
import { formatMetric, metricInCurrency, summariseChart } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import { chartFigures, drawCoinChart } from "~/domain/chart/drawing";
import { type Colour, Plot, PriceLabels, TimeLabels } from "~/domain/chart/plot";
import { timeAxis } from "~/domain/chart/time-axis";
import { COLOURS, type ColourMode } from "~/domain/colour-mode";
import { directionOf, formatPercentWithArrow } from "~/domain/format/number";
import { isolated, shorten } from "~/domain/format/text";
import { formatUtc } from "~/domain/format/time";
import { SAMPLE_NOTICE, SITE_NAME } from "~/domain/page-meta";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";
import { svgDocument } from "~/services/responses/responses.server";
import { type CoinExport, coinFileName } from "./coin-export.server";
import type { MadeFile } from "./file-response.server";

const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/** About two points a pixel. */
const MAX_POINTS = 1200;

/** Approximate width of a label's character, in units. */
const CHARACTER = 7;

const PADDING = 24;

/** Longer names would run into the price. */
const MAX_NAME_LENGTH = 36;

/**
 * Draws a history as a self-contained SVG, without style sheets, scripts or fonts. Its title and description say what it
 * shows.
 */
export function chartSvg(model: CoinExport, mode: ColourMode): MadeFile {
  return {
    body: svgDocument(drawChart(model, mode)),
    type: "image/svg+xml; charset=utf-8",
    name: coinFileName(model, "svg"),
    isSaved: false,
  };
}

function drawChart({ coin, currency, shownRange, view, points: history }: CoinExport, mode: ColourMode) {
  const { width, height } = CHART_SIZE;
  const colour: Colour = (name) => COLOURS[mode][name];
  const chart = drawCoinChart(history, currency, shownRange, view, MAX_POINTS);
  const { metric, drawing, candles, volumes, interval } = chart;
  const figures = chartFigures(chart, coin, shownRange);
  const { priceTicks, last, points, gaps } = drawing;
  const timeTicks = timeAxis(drawing.span, shownRange, "utc");
  const [box, gutter] = plotAndGutter(
    [...priceTicks, ...(last === null ? [] : [last])].map(({ label }) => label),
  );
  const summary = summariseChart(coin.name, figures, { metric, currency, range: shownRange, zone: "utc" });
  const newest = figures?.last;
  const change = figures?.change ?? null;
  const direction = directionOf(change ?? 0);
  const { credit } = config.marketData;
  const span = coveredSpan(shownRange, figures?.first[0], newest?.[0]);
  const title = `${isolated(shorten(coin.name, MAX_NAME_LENGTH))} (${isolated(coin.symbol.toUpperCase().slice(0, 12))})`;
  const right = width - PADDING;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily={FONTS}
      fontSize="12"
      fill={colour("ink-soft")}
      role="img"
    >
      <title>{seriesName(coin.name, currency, span, metric)}</title>
      <desc>{isSampleMarket ? `${SAMPLE_NOTICE}. ${summary}` : summary}</desc>
      <rect width={width} height={height} rx="12" fill={colour("card")} />
      <text x={PADDING} y="38" fontSize="20" fontWeight="600" fill={colour("ink")}>
        {title}
      </text>
      <text x={PADDING} y="58" fontSize="13">
        {[
          metricInCurrency(metric, currency),
          ...(candles === null ? [] : ["candles"]),
          span,
          ...(interval === null ? [] : [interval]),
          ...(drawing.scale === "log" ? ["log scale"] : []),
          ...(volumes.length === 0 ? [] : ["24h volume as bars"]),
        ].join(", ")}
      </text>
      {newest === undefined ? null : (
        <g textAnchor="end">
          <text x={right} y="38" fontSize="20" fontWeight="600" fill={colour("ink")}>
            {formatMetric(newest[1], metric, currency)}
          </text>
          <text x={right} y="58" fontSize="13">
            {change === null ? null : (
              <>
                <tspan fontWeight="600" fill={direction === "unchanged" ? undefined : colour(direction)}>
                  {formatPercentWithArrow(change)}
                </tspan>
                {", "}
              </>
            )}
            {formatUtc(newest[0])}
          </text>
        </g>
      )}
      {newest === undefined ? (
        <text x={width / 2} y={height / 2} fontSize="16" textAnchor="middle">
          No prices are known for this range.
        </text>
      ) : (
        <>
          <svg {...gutter} overflow="visible" aria-hidden="true">
            <PriceLabels drawing={drawing} colour={colour} />
          </svg>
          <svg {...box} overflow="visible" aria-hidden="true">
            <Plot
              {...{ drawing, candles, timeTicks, volumes, colour }}
              lines={[{ id: metric, points, gaps, place: 1 }]}
              size={box}
            />
            <TimeLabels ticks={timeTicks} box="wide" />
          </svg>
        </>
      )}
      <text x={PADDING} y={height - 14}>
        {isSampleMarket ? SAMPLE_NOTICE : credit && <a href={credit.href}>{credit.text}</a>}
      </text>
      {figures === null ? null : (
        <text x={width / 2} y={height - 14} textAnchor="middle">
          {`Low ${formatMetric(figures.lowest[1], metric, currency)}, high ${formatMetric(figures.highest[1], metric, currency)}`}
        </text>
      )}
      <text x={right} y={height - 14} fontSize="11" textAnchor="end">
        {SITE_NAME}
      </text>
    </svg>
  );
}

const GAP = 10;

/** Places the plot, and at its right a gutter for the widest price label, within limits. */
function plotAndGutter(labels: readonly string[]) {
  const widest = Math.max(0, ...labels.map((label) => label.length)) * CHARACTER + 12;
  const gutter = Math.min(150, Math.max(48, widest));
  const tall = { y: 84, height: CHART_SIZE.height - 84 - 64 };
  const width = CHART_SIZE.width - 2 * PADDING - GAP - gutter;
  return [
    { ...tall, x: PADDING, width },
    { ...tall, x: PADDING + width + GAP, width: gutter },
  ] as const;
}
