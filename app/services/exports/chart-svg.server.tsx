import { chartSeries, formatMetric } from "~/domain/chart/chart-series";
import { METRIC_NAMES } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import { type ChartDrawing, type ChartMarks, drawPriceChart, labelAnchor } from "~/domain/chart/drawing";
import { downsamplePriceHistory, seriesFigures } from "~/domain/chart/price-history";
import { labelledBoxes } from "~/domain/chart/time-labels";
import { volumeBars, volumePath } from "~/domain/chart/volume-bars";
import { COLOURS, type ColourMode } from "~/domain/colour-mode";
import { CHART_SIZE, seriesName } from "~/domain/files";
import { currencySymbol } from "~/domain/format/money";
import { directionOf, formatPercentWithArrow } from "~/domain/format/number";
import { shorten } from "~/domain/format/text";
import { formatUtc } from "~/domain/format/time";
import { SAMPLE_NOTICE, SITE_NAME } from "~/domain/page-meta";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";
import { type CoinExport, coinFileName } from "./coin-export.server";
import { type PlotBox, placePath, svgDocument } from "./drawn-svg.server";
import type { MadeFile } from "./file-response.server";

const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/** About two points a pixel. */
const MAX_POINTS = 1200;

/** Width of about a character of a label, in units. */
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
    body: svgDocument(<Chart model={model} mode={mode} />),
    type: "image/svg+xml; charset=utf-8",
    name: coinFileName(model, "svg"),
    isSaved: false,
  };
}

interface ChartProps {
  readonly model: CoinExport;
  readonly mode: ColourMode;
}

function Chart({ model, mode }: ChartProps) {
  const { coin, currency, shownRange, view, summary } = model;
  const { width, height } = CHART_SIZE;
  const colours = COLOURS[mode];
  const { metric, points: series } = chartSeries(model.points, view);
  const points = downsamplePriceHistory(series, MAX_POINTS);
  const drawing = drawPriceChart(points, currency, shownRange, view.scale);
  const volumes = volumePath(volumeBars(series));
  const figures = seriesFigures(points);
  const newest = figures?.last;
  const span = coveredSpan(shownRange, figures?.first[0], newest?.[0]);
  const title = `${shorten(coin.name, MAX_NAME_LENGTH)} (${coin.symbol.toUpperCase().slice(0, 12)})`;
  const right = width - PADDING;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily={FONTS}
      fontSize="12"
      fill={colours["ink-soft"]}
      role="img"
    >
      <title>{seriesName(coin.name, currency, span, metric)}</title>
      <desc>{isSampleMarket ? `${SAMPLE_NOTICE}. ${summary}` : summary}</desc>
      <rect width={width} height={height} rx="12" fill={colours.card} />
      <text x={PADDING} y="38" fontSize="20" fontWeight="600" fill={colours.ink}>
        {title}
      </text>
      <text x={PADDING} y="58" fontSize="13">
        {[
          `${METRIC_NAMES[metric]} in ${currencySymbol(currency)}`,
          span,
          ...(drawing.scale === "log" ? ["log scale"] : []),
          "times in UTC",
          ...(volumes === "" ? [] : ["24h volume as bars"]),
        ].join(", ")}
      </text>
      {newest === undefined ? null : (
        <g textAnchor="end">
          <text x={right} y="38" fontSize="20" fontWeight="600" fill={colours.ink}>
            {formatMetric(newest[1], metric, currency)}
          </text>
          <text x={right} y="58" fontSize="13">
            <Change percent={figures?.change ?? null} colours={colours} />
            {formatUtc(newest[0])}
          </text>
        </g>
      )}
      <Plot drawing={drawing} volumes={volumes} colours={colours} />
      <text x={PADDING} y={height - 14} fontSize="11">
        {isSampleMarket ? SAMPLE_NOTICE : creditLine()}
      </text>
      <text x={right} y={height - 14} fontSize="11" textAnchor="end">
        {SITE_NAME}
      </text>
    </svg>
  );
}

interface ChangeProps {
  readonly percent: number | null;
  readonly colours: PlotProps["colours"];
}

/** Change over the range, before the time of the newest price. */
function Change({ percent, colours }: ChangeProps) {
  if (percent === null) return null;
  const direction = directionOf(percent);
  return (
    <>
      <tspan fontWeight="600" fill={direction === "unchanged" ? undefined : colours[direction]}>
        {formatPercentWithArrow(percent)}
      </tspan>
      {", "}
    </>
  );
}

interface PlotProps {
  readonly drawing: ChartDrawing;
  /** Path data, as of `volumePath`. */
  readonly volumes: string;
  readonly colours: (typeof COLOURS)[ColourMode];
}

function Plot({ drawing, volumes, colours }: PlotProps) {
  const { priceTicks, timeTicks } = drawing;
  const box = plotBox(priceTicks.map(({ label }) => label));
  const [left, bottom] = [box.x, box.y + box.height];
  const xAt = (x: number) => left + (x / 1000) * box.width;
  const yAt = (y: number) => box.y + (y / 1000) * box.height;
  const labelled = labelledBoxes(timeTicks);
  if (priceTicks.length === 0) {
    return (
      <text x={CHART_SIZE.width / 2} y={CHART_SIZE.height / 2} fontSize="16" textAnchor="middle">
        No prices are known for this range.
      </text>
    );
  }
  return (
    <>
      {priceTicks.map(({ y, label }) => (
        <g key={y}>
          <path d={`M${left},${yAt(y)}h${box.width}`} stroke={colours.edge} />
          <text x={left - 8} y={yAt(y) + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {timeTicks.map(({ x, label }, index) => (
        <g key={x}>
          <path d={`M${xAt(x)},${bottom}v-5`} stroke={colours.edge} />
          {labelled[index]?.includes("wide") ? (
            <text x={xAt(x)} y={bottom + 20} textAnchor="middle">
              {label}
            </text>
          ) : null}
        </g>
      ))}
      {drawing.marks === null ? null : (
        <>
          <linearGradient id="area" x2="0" y2="1">
            <stop stopColor={colours["chart-line-1"]} stopOpacity="0.24" />
            <stop offset="1" stopColor={colours["chart-line-1"]} stopOpacity="0.02" />
          </linearGradient>
          <path d={`${placePath(drawing.path, box)}V${bottom}H${left}Z`} fill="url(#area)" />
          <path d={placePath(volumes, box)} fill={colours["ink-soft"]} fillOpacity="0.26" />
          <path
            d={`M${left},${yAt(drawing.marks.openY)}h${box.width}`}
            stroke={colours["control-edge"]}
            strokeDasharray="3 4"
          />
        </>
      )}
      <path
        d={placePath(drawing.path, box)}
        fill="none"
        stroke={colours["chart-line-1"]}
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {drawing.dot === null ? null : (
        <circle cx={xAt(drawing.dot.x)} cy={yAt(drawing.dot.y)} r="4" fill={colours["chart-line-1"]} />
      )}
      {drawing.marks === null ? null : <Marks marks={drawing.marks} {...{ xAt, yAt, colours }} />}
    </>
  );
}

interface MarksProps {
  readonly marks: ChartMarks;
  readonly xAt: (x: number) => number;
  readonly yAt: (y: number) => number;
  readonly colours: PlotProps["colours"];
}

/** High and low, and the last price as a tag, as on the coin's page. */
function Marks({ marks: { last, extremes }, xAt, yAt, colours }: MarksProps) {
  const line = colours["chart-line-1"];
  const [right, y] = [xAt(last.x), yAt(last.y)];
  const width = last.label.length * (CHARACTER + 0.5) + 14;
  const top = last.isAbove ? y - 30 : y + 10;
  return (
    <g fontWeight="600">
      {extremes.map(({ x, y, label, isAbove }) => (
        <g key={y} fill={colours.ink} textAnchor={labelAnchor(x)}>
          <circle
            cx={xAt(x)}
            cy={yAt(y)}
            r="3.5"
            fill={colours.card}
            stroke={colours.ink}
            strokeWidth="1.5"
          />
          <text x={xAt(x)} y={yAt(y) + (isAbove ? -8 : 17)}>
            {label}
          </text>
        </g>
      ))}
      <circle cx={right} cy={y} r="4" fill={line} />
      <rect x={right - width} y={top} width={width} height="20" rx="5" fill={line} />
      <text x={right - width / 2} y={top + 14} textAnchor="middle" fill={colours.card}>
        {last.label}
      </text>
    </g>
  );
}

/** Leaves room for the widest label of a price, within reason. */
function plotBox(labels: readonly string[]): PlotBox {
  const widest = Math.max(0, ...labels.map((label) => label.length)) * CHARACTER;
  const x = PADDING + Math.min(140, Math.max(40, widest + 8));
  return { x, y: 84, width: CHART_SIZE.width - PADDING - x, height: CHART_SIZE.height - 84 - 64 };
}

function creditLine(): string {
  const { credit } = config.marketData;
  return credit === null ? "" : `Prices by ${credit.name}`;
}
