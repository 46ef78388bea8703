import { coveredSpan } from "~/domain/chart/covered-span";
import { drawPriceChart } from "~/domain/chart/drawing";
import { downsamplePriceHistory, seriesFigures } from "~/domain/chart/price-history";
import { formatPrice } from "~/domain/format/money";
import { directionOf, formatPercentWithArrow } from "~/domain/format/number";
import { formatUtc } from "~/domain/format/time";
import { PICTURE_SIZE } from "~/domain/page-meta";
import type { CoinExport } from "~/services/exports/coin-export.server";
import { type PlotBox, placePath } from "~/services/exports/drawn-svg.server";
import { boldWidth, drawableText, fitPrice, fitText, fitWhole, regularWidth } from "./picture-text.server";
import { AT_RIGHT, LINE, MARGIN, PICTURE_COLOURS, pictureSvg, RIGHT, SOFT } from "./site-pictures.server";

const MAX_POINTS = 300;
const WIDTH = RIGHT - MARGIN;
const PLOT: PlotBox = { x: MARGIN, y: 326, width: WIDTH, height: 166 };
const CENTRE = { x: PICTURE_SIZE.width / 2, y: PLOT.y + PLOT.height / 2 };

/** Leaves room for the price, however large the change is. */
const MAX_CHANGE_WIDTH = 400;

/** Draws what a coin's page shows first: name, price, the change over its range, and the line with its extremes. */
export function coinPicture(model: CoinExport): string {
  const { coin, fetchedAt } = model;
  return pictureSvg(
    <>
      <Heading model={model} />
      <Line model={model} />
    </>,
    formatUtc(coin.lastUpdated ?? fetchedAt),
  );
}

interface PictureProps {
  readonly model: CoinExport;
}

function Heading({ model: { coin, quote, currency, points, shownRange } }: PictureProps) {
  const symbol = fitText(drawableText(coin.symbol.toUpperCase(), ""), 280, 44, 44).text;
  const name = fitText(drawableText(coin.name, coin.id), WIDTH - boldWidth(symbol, 44) - 24, 64, 44);
  const figures = seriesFigures(points);
  const change = fitChange(figures?.change ?? null);
  const changeWidth = change === null ? 0 : boldWidth(change.text, change.fontSize) + 40;
  const price = fitPrice(quote.price, currency, WIDTH - changeWidth, 96, 52);
  return (
    <g fontWeight="700">
      <text x={MARGIN} y="132" fontSize={name.fontSize}>
        {name.text}
      </text>
      <text {...AT_RIGHT} y="132" fontSize="44" fontWeight="400" fill={SOFT}>
        {symbol}
      </text>
      <text x={MARGIN} y="236" fontSize={price.fontSize}>
        {price.text}
      </text>
      {change === null ? null : (
        <>
          <text {...AT_RIGHT} y="214" fontSize={change.fontSize} fill={change.colour}>
            {change.text}
          </text>
          <text {...AT_RIGHT} y="256" fontSize="34" fontWeight="400" fill={SOFT}>
            {coveredSpan(shownRange, figures?.first[0], figures?.last[0])}
          </text>
        </>
      )}
    </g>
  );
}

/** Fits a change with its colour; null where none is known, or none that a picture has room for. */
function fitChange(percent: number | null) {
  if (percent === null) return null;
  const direction = directionOf(percent);
  const fitted = fitWhole([formatPercentWithArrow(percent)], MAX_CHANGE_WIDTH, 52, 34);
  return fitted && { ...fitted, colour: direction === "unchanged" ? SOFT : PICTURE_COLOURS[direction] };
}

function Line({ model: { points, currency, shownRange } }: PictureProps) {
  const drawn = downsamplePriceHistory(points, MAX_POINTS);
  const { path, dot, priceDomain, marks } = drawPriceChart(drawn, currency, shownRange);
  const figures = seriesFigures(drawn);
  if (figures === null || priceDomain === null) {
    return (
      <text x={CENTRE.x} y="410" fontSize="40" textAnchor="middle" fill={SOFT}>
        No prices are known for this range
      </text>
    );
  }
  const { first, last, lowest, highest } = figures;
  const xAt = (time: number) => PLOT.x + ((time - first[0]) / (last[0] - first[0])) * PLOT.width;
  const placed = placePath(path, PLOT);
  const openY = PLOT.y + ((marks?.openY ?? 0) / 1000) * PLOT.height;
  return (
    <g stroke={LINE} strokeWidth="6" strokeLinejoin="round" strokeLinecap="round">
      {marks === null ? null : (
        <>
          <linearGradient id="area" x2="0" y2="1">
            <stop stopColor={LINE} stopOpacity="0.3" />
            <stop offset="1" stopColor={LINE} stopOpacity="0.03" />
          </linearGradient>
          <path d={`${placed}V${PLOT.y + PLOT.height}H${PLOT.x}Z`} fill="url(#area)" stroke="none" />
          <path
            d={`M${PLOT.x},${openY}h${PLOT.width}`}
            stroke={SOFT}
            strokeWidth="2"
            strokeDasharray="8 10"
          />
        </>
      )}
      <path d={placed} fill="none" />
      {dot === null ? null : <circle cx={CENTRE.x} cy={CENTRE.y} r="9" fill={LINE} />}
      {lowest[1] === highest[1] ? null : (
        <>
          <Extreme text={`High ${formatPrice(highest[1], currency)}`} x={xAt(highest[0])} y={PLOT.y - 2} />
          <Extreme
            text={`Low ${formatPrice(lowest[1], currency)}`}
            x={xAt(lowest[0])}
            y={PLOT.y + PLOT.height + 36}
          />
        </>
      )}
    </g>
  );
}

/** Labels an extreme above or below the line, within the margins. */
function Extreme({ text, x, y }: { readonly text: string; readonly x: number; readonly y: number }) {
  const half = regularWidth(text, 36) / 2;
  const within = Math.max(MARGIN + half, Math.min(RIGHT - half, x));
  return (
    <text x={within} y={y} fontSize="36" textAnchor="middle" stroke="none" fill={SOFT}>
      {text}
    </text>
  );
}
