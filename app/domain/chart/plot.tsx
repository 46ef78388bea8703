import type { COLOURS } from "../colour-mode";
import { type Candles, candlePaths } from "./candles";
import type { ChartDrawing } from "./drawing";
import { gapPath, linePath, type PlotSize, SIZE } from "./plot-geometry";
import type { Gap, PricePoint } from "./price-history";
import type { BoxWidth, TimeTick } from "./time-axis";
import { volumePath } from "./volume-bars";

/** Returns a colour of the theme: a CSS variable in a page, and its value where style sheets do not apply. */
export type Colour = (name: keyof (typeof COLOURS)["light"]) => string;

export interface PlotLine {
  readonly id: string;
  readonly points: readonly PricePoint[];
  /** Where the line is broken: between these points, it is dotted. */
  readonly gaps?: readonly Gap[];
  /** From 1; gives the colour and, by the style sheet, the dash. */
  readonly place: 1 | 2 | 3 | 4 | 5;
}

interface PlotProps {
  readonly drawing: ChartDrawing;
  readonly lines: readonly PlotLine[];
  readonly timeTicks: readonly TimeTick[];
  /** Drawn in place of the lines. */
  readonly candles?: Candles | null | undefined;
  /** Bars below the line, as `volumeBars` returns them. */
  readonly volumes?: readonly (number | null)[] | undefined;
  readonly colour: Colour;
  readonly size: PlotSize;
}

/** The plot of every chart, without labels: grid, area, bars, the level at which the lines begin, the lines, and the newest price. */
export function Plot({ drawing, lines, candles, timeTicks, volumes = [], colour, size }: PlotProps) {
  const { priceTicks, openY, floorY, last } = drawing;
  const { width, height } = size;
  const level = (y: number) => `M0,${(y / SIZE) * height}H${width}`;
  const tick = (x: number) => `M${(x / SIZE) * width},${height}v${-0.015 * height}`;
  return (
    <g fill="none">
      <path
        d={
          [...priceTicks.map(({ y }) => y), floorY].map(level).join("") +
          timeTicks.map(({ x }) => tick(x)).join("")
        }
        stroke={colour("edge")}
      />
      {last === null ? null : (
        <>
          <linearGradient id="chart-area" x2="0" y2="1">
            <stop stopColor={colour("chart-line-1")} stopOpacity="0.24" />
            <stop stopColor={colour("chart-line-1")} stopOpacity="0.02" offset="1" />
          </linearGradient>
          {candles || lines[0] === undefined ? null : (
            <path
              d={linePath(lines[0].points, drawing, size, lines[0].gaps, floorY)}
              fill="url(#chart-area)"
            />
          )}
          <path d={volumePath(volumes, size)} fill={colour("ink-soft")} fillOpacity="0.26" />
        </>
      )}
      {openY === null ? null : (
        <path
          d={level(openY)}
          stroke={colour("control-edge")}
          strokeDasharray={last === null ? undefined : "3 4"}
        />
      )}
      {lines.map(({ id, gaps = [], place }) =>
        gaps.length === 0 ? null : (
          <path
            key={id}
            d={gapPath(gaps, drawing, size)}
            stroke={colour(`chart-line-${place}`)}
            strokeWidth="1.5"
            strokeDasharray="1.5 4"
          />
        ),
      )}
      {candles && lines[0] ? (
        <CandleBodies {...{ candles, colour, size }} drawing={{ ...drawing, points: lines[0].points }} />
      ) : null}
      <g className="chart-lines" strokeWidth="2" strokeLinejoin="round">
        {(candles ? [] : lines).map(({ id, points, gaps = [], place }) => (
          <path
            key={id}
            className={`line-${place}`}
            d={linePath(points, drawing, size, gaps)}
            stroke={colour(`chart-line-${place}`)}
            {...(gaps.length > 0 ? { strokeLinecap: "round" } : {})}
            {...(points.length === 1 ? { strokeLinecap: "round", strokeWidth: 8 } : {})}
          />
        ))}
      </g>
      {last === null ? null : (
        <path
          d={`M${width},${(last.y / SIZE) * height}h0`}
          stroke={colour("chart-line-1")}
          strokeLinecap="round"
          strokeWidth="8"
        />
      )}
    </g>
  );
}

interface CandleBodiesProps extends Pick<PlotProps, "colour" | "size"> {
  readonly candles: Candles;
  readonly drawing: Parameters<typeof candlePaths>[1];
}

/** Hollow where the price rose, for those who cannot tell the colours apart. */
function CandleBodies({ candles, drawing, colour, size }: CandleBodiesProps) {
  const { up, down } = candlePaths(candles, drawing, size);
  return (
    <>
      <path className="up" d={up} fill={colour("card")} stroke={colour("up")} strokeWidth="1.5" />
      <path className="down" d={down} fill={colour("down")} stroke={colour("down")} strokeWidth="1.5" />
    </>
  );
}

interface PriceLabelsProps {
  readonly drawing: Pick<ChartDrawing, "priceTicks" | "last" | "floorY">;
  readonly colour: Colour;
}

/** Labels that the tag of the newest price would touch on a phone, in thousandths of the height. */
const TAG_ROOM = 110;

/**
 * Labels of the vertical axis, in a gutter of their own at the right of the plot, and the newest price among them as a tag. These and
 * others are placed in per cent, in the size and the colour of the text around them.
 */
export function PriceLabels({ drawing: { priceTicks, last, floorY }, colour }: PriceLabelsProps) {
  const isFree = (y: number) => last === null || Math.abs(y - last.y) >= TAG_ROOM;
  return (
    <>
      {priceTicks.flatMap(({ y, label }) =>
        isFree(y)
          ? [
              <text key={y} x="6" y={`${y / 10}%`} dy="4">
                {label}
              </text>,
              // For browsers that show only the text.
              " ",
            ]
          : [],
      )}
      {floorY === SIZE ? null : (
        <text x="6" y={`${(floorY + SIZE) / 20}%`} dy="4">
          Volume
        </text>
      )}
      {last === null ? null : (
        <svg y={`${last.y / 10}%`} overflow="visible" aria-hidden="true">
          <rect y="-10" width="100%" height="20" rx="5" fill={colour("chart-line-1")} />
          <text x="6" y="4" fontWeight="700" fill={colour("card")}>
            {last.label}
          </text>
        </svg>
      )}
    </>
  );
}

interface TimeLabelsProps {
  readonly ticks: readonly TimeTick[];
  /** Width of the box, if known; otherwise a style sheet selects among all labels. */
  readonly box?: BoxWidth;
}

export function TimeLabels({ ticks, box }: TimeLabelsProps) {
  const fitting = ticks.filter(({ boxes }) => (box ? boxes.includes(box) : boxes.length > 0));
  return (
    <g textAnchor="middle">
      {fitting.flatMap(({ x, label, boxes }) => [
        " ",
        <text
          key={x}
          className={box ? undefined : `time-label in-${boxes.join(" in-")}`}
          x={`${x / 10}%`}
          y="100%"
          dy="20"
        >
          {label}
        </text>,
      ])}
    </g>
  );
}
