import { DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import { drawCoinChart } from "~/domain/chart/drawing";
import { type Colour, Plot } from "~/domain/chart/plot";
import { placeOf, SIZE } from "~/domain/chart/plot-geometry";
import { type PricePoint, seriesFigures, withKnownFigures } from "~/domain/chart/price-history";
import { formatCompactAmount, formatPrice } from "~/domain/format/money";
import { directionOf, formatPercentWithArrow } from "~/domain/format/number";
import { formatUtc } from "~/domain/format/time";
import { PICTURE_SIZE } from "~/domain/page-meta";
import type { CoinExport } from "~/services/exports/coin-export.server";
import { boldWidth, drawableText, fitText, fitWhole, regularWidth } from "./picture-text.server";
import { AT_RIGHT, MARGIN, PICTURE_COLOURS, pictureSvg, RIGHT, SOFT } from "./site-pictures.server";

const MAX_POINTS = 300;
const WIDTH = RIGHT - MARGIN;
/** Half of a line's width and the dot at its end stay within the margins. */
const INSET = 8;
const PLOT = { x: MARGIN + INSET, y: 326, width: WIDTH - 2 * INSET, height: 166 };

/** Draws a third of the plot, enlarged, because pictures are mostly shown small. */
const SMALL_PLOT = { width: PLOT.width / 3, height: PLOT.height / 3 };

/** The level of the opening price is as light as texts. */
const colour: Colour = (name) => PICTURE_COLOURS[name === "control-edge" ? "ink-soft" : name];

/** Leaves room for the price, however long the change is. */
const MAX_CHANGE_WIDTH = 400;

/** Draws the top of a coin's page: name, price, the change over its range, and the line with its extremes. */
export function coinPicture(model: CoinExport): string {
  return pictureSvg(
    <>
      <Heading {...model} />
      <Line {...model} />
    </>,
    formatUtc(model.coin.pricedAt),
  );
}

function Heading({ coin, currency, points, shownRange }: CoinExport) {
  const symbol = fitText(drawableText(coin.symbol.toUpperCase(), ""), 280, 44, 44).text;
  const name = fitText(drawableText(coin.name, coin.id), WIDTH - boldWidth(symbol, 44) - 24, 64, 44);
  const figures = seriesFigures(points);
  const change = fitChange(figures && withKnownFigures(figures, coin, shownRange).change);
  const changeWidth = change === null ? 0 : boldWidth(change.text, change.fontSize) + 40;
  const full = formatPrice(coin.price, currency);
  const short = formatCompactAmount(coin.price, currency) ?? full;
  const room = WIDTH - changeWidth;
  const price = fitWhole([full, short], room, 96, 52) ?? fitText(short, room, 52, 20);
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

/** Fits a change with its colour; null if unknown, or too long for a picture. */
function fitChange(percent: number | null) {
  if (percent === null) return null;
  const direction = directionOf(percent);
  const fitted = fitWhole([formatPercentWithArrow(percent)], MAX_CHANGE_WIDTH, 52, 34);
  return fitted && { ...fitted, colour: direction === "unchanged" ? SOFT : PICTURE_COLOURS[direction] };
}

function Line({ points: history, currency, shownRange }: CoinExport) {
  const { drawing, figures } = drawCoinChart(history, currency, shownRange, DEFAULT_CHART_VIEW, MAX_POINTS);
  const { points, gaps } = drawing;
  if (figures === null) {
    return (
      <text x={PICTURE_SIZE.width / 2} y="410" fontSize="40" textAnchor="middle" fill={SOFT}>
        No prices are known for this range
      </text>
    );
  }
  const { lowest, highest } = figures;
  const xAt = (point: PricePoint) => PLOT.x + (placeOf(point, drawing).x / SIZE) * PLOT.width;
  return (
    <>
      <svg
        {...PLOT}
        viewBox={`0 0 ${SMALL_PLOT.width} ${SMALL_PLOT.height}`}
        overflow="visible"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <Plot
          drawing={{ ...drawing, priceTicks: [] }}
          timeTicks={[]}
          lines={[{ id: "price", points, gaps, place: 1 }]}
          colour={colour}
          size={SMALL_PLOT}
        />
      </svg>
      {lowest[1] === highest[1] ? null : (
        <>
          <Extreme text={`High ${formatPrice(highest[1], currency)}`} x={xAt(highest)} y={PLOT.y - 2} />
          <Extreme
            text={`Low ${formatPrice(lowest[1], currency)}`}
            x={xAt(lowest)}
            y={PLOT.y + PLOT.height + 36}
          />
        </>
      )}
    </>
  );
}

/** Labels an extreme above or below the line, within the margins. */
function Extreme({ text, x, y }: { readonly text: string; readonly x: number; readonly y: number }) {
  const half = regularWidth(text, 36) / 2;
  const within = Math.max(MARGIN + half, Math.min(RIGHT - half, x));
  return (
    <text x={within} y={y} fontSize="36" textAnchor="middle" fill={SOFT}>
      {text}
    </text>
  );
}
