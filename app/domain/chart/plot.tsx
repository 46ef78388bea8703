import { Fragment } from "react";
import type { COLOURS } from "../colour-mode";
import type { ChartDrawing, ChartMarks } from "./drawing";
import { linePath, type PlotSize, SIZE } from "./plot-geometry";
import type { PricePoint } from "./price-history";
import type { BoxWidth, TimeTick } from "./time-axis";
import { volumePath } from "./volume-bars";

/** Returns a colour of the theme: a CSS variable in a page, and its value where style sheets do not apply. */
export type Colour = (name: keyof (typeof COLOURS)["light"]) => string;

/** A line of a chart. */
export interface PlotLine {
  readonly id: string;
  readonly points: readonly PricePoint[];
  /** From 1; gives the colour and, by the style sheet, the dash. */
  readonly place: 1 | 2 | 3 | 4 | 5;
}

interface PlotProps {
  readonly drawing: ChartDrawing;
  readonly lines: readonly PlotLine[];
  readonly timeTicks: readonly TimeTick[];
  /** Bars below the line, as of `volumeBars`. */
  readonly volumes?: readonly (number | null)[] | undefined;
  readonly colour: Colour;
  readonly size: PlotSize;
}

/** The plot of every chart, without labels: grid, area, bars, the level at which the lines begin, and the lines. */
export function Plot({ drawing, lines, timeTicks, volumes = [], colour, size }: PlotProps) {
  const { priceTicks, openY, marks } = drawing;
  const { width, height } = size;
  const level = (y: number) => `M0,${(y / SIZE) * height}H${width}`;
  const tick = (x: number) => `M${(x / SIZE) * width},${height}v${-0.015 * height}`;
  const paths = lines.map(({ points }) => linePath(points, drawing, size));
  return (
    <g fill="none">
      <path
        d={priceTicks.map(({ y }) => level(y)).join("") + timeTicks.map(({ x }) => tick(x)).join("")}
        stroke={colour("edge")}
      />
      {marks === null ? null : (
        <>
          <linearGradient id="chart-area" x2="0" y2="1">
            <stop stopColor={colour("chart-line-1")} stopOpacity="0.24" />
            <stop stopColor={colour("chart-line-1")} stopOpacity="0.02" offset="1" />
          </linearGradient>
          <path d={`${paths[0]}V${height}H0Z`} fill="url(#chart-area)" />
          <path d={volumePath(volumes, size)} fill={colour("ink-soft")} fillOpacity="0.26" />
        </>
      )}
      {openY === null ? null : (
        <path
          d={level(openY)}
          stroke={colour("control-edge")}
          strokeDasharray={marks === null ? undefined : "3 4"}
        />
      )}
      <g className="chart-lines" strokeWidth="2" strokeLinejoin="round">
        {lines.map(({ id, points, place }, index) => (
          <path
            key={id}
            className={`line-${place}`}
            d={paths[index]}
            stroke={colour(`chart-line-${place}`)}
            {...(points.length === 1 ? { strokeLinecap: "round", strokeWidth: 8 } : {})}
          />
        ))}
      </g>
    </g>
  );
}

interface PriceLabelsProps {
  readonly ticks: ChartDrawing["priceTicks"];
  /** Where the labels end. */
  readonly x: string;
}

/** Labels of the vertical axis. These and others are placed in per cent, in the size and the colour of the text around them. */
export function PriceLabels({ ticks, x }: PriceLabelsProps) {
  return (
    <g textAnchor="end">
      {ticks.flatMap(({ y, label }) => [
        <text key={y} x={x} y={`${y / 10}%`} dy="4">
          {label}
        </text>,
        // For browsers that show only the text.
        " ",
      ])}
    </g>
  );
}

interface TimeLabelsProps {
  readonly ticks: readonly TimeTick[];
  /** Width of the box, if known; otherwise a style sheet selects among all labels. */
  readonly box?: BoxWidth;
}

/** Labels below the plot. */
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

interface MarkLabelsProps {
  readonly marks: ChartMarks;
  readonly colour: Colour;
}

/** Approximate width of a bold character at 12 px, and the padding of the tag. */
const CHARACTER_PX = 7.4;
const TAG_PADDING_PX = 14;

/** High and low, each a ring on the line with its label, and the last price as a tag. */
export function MarkLabels({ marks: { last, extremes }, colour }: MarkLabelsProps) {
  const width = last.label.length * CHARACTER_PX + TAG_PADDING_PX;
  const [ink, card, line] = [colour("ink"), colour("card"), colour("chart-line-1")];
  const top = `${last.y / 10}%`;
  return (
    <g fontWeight="600">
      {extremes.map(({ x, y, label, anchor, isAbove }) => (
        <Fragment key={y}>
          <circle cx={`${x / 10}%`} cy={`${y / 10}%`} r="3.5" fill={card} stroke={ink} strokeWidth="1.5" />{" "}
          <text x={`${x / 10}%`} y={`${y / 10}%`} dy={isAbove ? -8 : 17} textAnchor={anchor} fill={ink}>
            {label}
          </text>
        </Fragment>
      ))}
      <circle cx="100%" cy={top} r="4" fill={line} />
      <svg x="100%" y={top} overflow="visible" aria-hidden="true">
        <rect x={-width} y={last.isAbove ? -30 : 10} width={width} height="20" rx="5" fill={line} />{" "}
        <text x={-width / 2} y={last.isAbove ? -16 : 24} textAnchor="middle" fill={card}>
          {last.label}
        </text>
      </svg>
    </g>
  );
}
