import { drawPriceChart } from "~/domain/chart/drawing";
import { downsamplePriceHistory, extremes } from "~/domain/chart/price-history";
import { formatPrice } from "~/domain/format/money";
import { directionOf, formatPercent } from "~/domain/format/number";
import { formatUtc } from "~/domain/format/time";
import { rangeInWords } from "~/domain/market/range";
import { PICTURE_SIZE } from "~/domain/page-meta";
import type { CoinExport } from "~/services/exports/coin-export.server";
import { type PlotBox, placePath, svgDocument } from "~/services/exports/drawn-svg.server";
import { LastLine, MARGIN, PICTURE_COLOURS, PictureFrame } from "./picture-frame.server";
import { fitPrice } from "./picture-price.server";
import { boldWidth, drawableText, fitText, fitWhole, regularWidth } from "./picture-text.server";

const MAX_POINTS = 300;
const RIGHT = PICTURE_SIZE.width - MARGIN;
const WIDTH = RIGHT - MARGIN;
const PLOT: PlotBox = { x: MARGIN, y: 326, width: WIDTH, height: 166 };

/** Draws what a coin's page shows first: name, price, change, and the line with its extremes. */
export function coinPicture(model: CoinExport): string {
  const { coin, shownRange, fetchedAt } = model;
  return svgDocument(
    <PictureFrame>
      <Heading model={model} />
      <Line model={model} />
      <LastLine text={`${rangeInWords(shownRange)}, ${formatUtc(coin.lastUpdated ?? fetchedAt)}`} />
    </PictureFrame>,
  );
}

interface PictureProps {
  readonly model: CoinExport;
}

/** Leaves room for the price, however far a coin has come. */
const MAX_CHANGE_WIDTH = 400;

function Heading({ model: { coin, quote, currency } }: PictureProps) {
  const symbol = fitText(drawableText(coin.symbol.toUpperCase(), ""), 280, 44, 44).text;
  const name = fitText(drawableText(coin.name, coin.id), WIDTH - boldWidth(symbol, 44) - 24, 64, 44);
  const change = shownChange(quote.change24h);
  const changeWidth = change === null ? 0 : boldWidth(change.text, change.fontSize) + 40;
  const price = fitPrice(quote.price, currency, WIDTH - changeWidth, 96, 52);
  return (
    <g fontWeight="700">
      <text x={MARGIN} y="132" fontSize={name.fontSize}>
        {name.text}
      </text>
      <text x={RIGHT} y="132" fontSize="44" textAnchor="end" fontWeight="400" fill={PICTURE_COLOURS.soft}>
        {symbol}
      </text>
      <text x={MARGIN} y="236" fontSize={price.fontSize}>
        {price.text}
      </text>
      {change === null ? null : (
        <>
          <text x={RIGHT} y="214" fontSize={change.fontSize} textAnchor="end" fill={change.colour}>
            {change.text}
          </text>
          <text x={RIGHT} y="256" fontSize="34" textAnchor="end" fontWeight="400" fill={PICTURE_COLOURS.soft}>
            in 24 hours
          </text>
        </>
      )}
    </g>
  );
}

/** Fits a change of 24 hours with its colour; null where none is known, or none that a picture has room for. */
function shownChange(percent: number | null) {
  if (percent === null) return null;
  const direction = directionOf(percent);
  const fitted = fitWhole([`${ARROWS[direction]}${formatPercent(percent)}`], MAX_CHANGE_WIDTH, 52, 34);
  const colour = direction === "unchanged" ? PICTURE_COLOURS.soft : PICTURE_COLOURS[direction];
  return fitted && { ...fitted, colour };
}

const ARROWS = { up: "▲ ", down: "▼ ", unchanged: "" } as const;

function Line({ model: { points, currency, shownRange } }: PictureProps) {
  const drawn = downsamplePriceHistory(points, MAX_POINTS);
  const drawing = drawPriceChart(drawn, currency, shownRange);
  const ends = extremes(drawn);
  if (ends === null || drawing.priceDomain === null) {
    return (
      <text x={PICTURE_SIZE.width / 2} y="410" fontSize="40" textAnchor="middle" fill={PICTURE_COLOURS.soft}>
        No prices are known for this range
      </text>
    );
  }
  const path = placePath(drawing.path, PLOT);
  const isFlat = ends.lowest[1] === ends.highest[1];
  const placed = (time: number) => positionOf(time, drawn[0]?.[0] ?? 0, drawn.at(-1)?.[0] ?? 0);
  return (
    <>
      <path
        d={path}
        fill="none"
        stroke={PICTURE_COLOURS.line}
        strokeWidth="6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {drawing.dot === null ? null : (
        <circle
          cx={PICTURE_SIZE.width / 2}
          cy={PLOT.y + PLOT.height / 2}
          r="12"
          fill={PICTURE_COLOURS.line}
        />
      )}
      {isFlat ? null : (
        <>
          <Extreme
            text={`High ${formatPrice(ends.highest[1], currency)}`}
            x={placed(ends.highest[0])}
            y={PLOT.y - 2}
          />
          <Extreme
            text={`Low ${formatPrice(ends.lowest[1], currency)}`}
            x={placed(ends.lowest[0])}
            y={PLOT.y + PLOT.height + 36}
          />
        </>
      )}
    </>
  );
}

function positionOf(time: number, from: number, to: number): number {
  return to > from ? PLOT.x + ((time - from) / (to - from)) * PLOT.width : PLOT.x + PLOT.width / 2;
}

/** Labels an extreme above or below the line, within the margins. */
function Extreme({ text, x, y }: { readonly text: string; readonly x: number; readonly y: number }) {
  const half = regularWidth(text, 36) / 2;
  return (
    <text
      x={Math.max(MARGIN + half, Math.min(RIGHT - half, x))}
      y={y}
      fontSize="36"
      textAnchor="middle"
      fill={PICTURE_COLOURS.soft}
    >
      {text}
    </text>
  );
}
