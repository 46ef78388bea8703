import { forwardRef, type ReactNode, useId } from "react";
import { type ChartDrawing, type ChartMark, type ChartMarks, labelAnchor } from "~/domain/chart/drawing";
import type { TimeTick } from "~/domain/chart/time-axis";
import { labelledBoxes } from "~/domain/chart/time-labels";
import { volumePath } from "~/domain/chart/volume-bars";

interface StaticChartProps {
  readonly drawing: ChartDrawing;
  /** Bars below the line, as of `volumeBars`. */
  readonly volumes: readonly (number | null)[] | undefined;
  /** Time axis in the zone that the page names. */
  readonly timeTicks: readonly TimeTick[];
  readonly title: string;
  readonly summary: string;
  /** Lines in place of the drawing's own. */
  readonly children?: ReactNode;
}

/**
 * Chart as plain SVG. The line stretches with the box but its stroke does not, and labels are placed in per cent with text
 * in CSS pixels, so that one drawing is sharp at any width.
 */
export function StaticChart(props: StaticChartProps) {
  const { drawing, volumes = [], timeTicks, title, summary, children } = props;
  const summaryId = useId();
  const areaId = useId();
  const { path, dot, priceTicks, marks } = drawing;
  const boxes = labelledBoxes(timeTicks);
  return (
    <svg className="static-chart" role="img" aria-label={title} aria-describedby={summaryId}>
      <desc id={summaryId}>{summary}</desc>
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
        {priceTicks.map(({ y }) => (
          <line key={y} className="chart-grid" x1="0" x2="1000" y1={y} y2={y} />
        ))}
        {timeTicks.map(({ x }) => (
          <line key={x} className="chart-tick" x1={x} x2={x} y1="985" y2="1000" />
        ))}
        {marks === null ? null : (
          <>
            <linearGradient id={areaId} x2="0" y2="1">
              <stop className="chart-area" />
              <stop className="chart-area is-faint" offset="1" />
            </linearGradient>
            <path d={`${path}V1000H0Z`} fill={`url(#${areaId})`} />
            <path className="chart-volume" d={volumePath(volumes)} />
            <path className="chart-open" d={`M0,${marks.openY}H1000`} />
          </>
        )}
        <g className="chart-lines">{children ?? <path className="chart-line" d={path} />}</g>
        {/* Line of zero length with round ends: a dot whose size does not stretch. */}
        {dot === null ? null : <path className="chart-dot" d={`M${dot.x},${dot.y}h0`} />}
      </svg>
      {timeTicks.flatMap(({ x, label }, index) =>
        boxes[index]?.length
          ? [
              " ",
              <text
                key={x}
                className={["chart-label is-time", ...boxes[index].map((box) => `in-${box}`)].join(" ")}
                x={`${x / 10}%`}
                y="100%"
                dy="20"
                textAnchor="middle"
              >
                {label}
              </text>,
            ]
          : [],
      )}
    </svg>
  );
}

/** Width of about a character of a bold label, and what the tag has around its text. */
const CHARACTER_PX = 7.4;
const TAG_PADDING_PX = 14;

/** The last price as a tag, and high and low, over the line of either chart. */
export function ChartMarkLabels({ marks }: { readonly marks: ChartMarks }) {
  const { last, extremes } = marks;
  const width = last.label.length * CHARACTER_PX + TAG_PADDING_PX;
  return (
    <svg className="static-chart chart-marks" aria-hidden="true">
      {extremes.map((mark) => (
        <Extreme key={mark.y} {...mark} />
      ))}
      <circle className="chart-now" cx="100%" cy={`${last.y / 10}%`} r="4" />
      <svg x="100%" y={`${last.y / 10}%`} overflow="visible" aria-hidden="true">
        <g className="chart-tag">
          <rect x={-width} y={last.isAbove ? -30 : 10} width={width} height="20" rx="5" />{" "}
          <text x={-width / 2} y={last.isAbove ? -16 : 24} textAnchor="middle">
            {last.label}
          </text>
        </g>
      </svg>
    </svg>
  );
}

/** A ring on the line with its label, which keeps within the plot: at its sides it stands beside the ring's middle. */
function Extreme({ x, y, label, isAbove }: ChartMark) {
  return (
    <>
      <circle className="chart-extreme" cx={`${x / 10}%`} cy={`${y / 10}%`} r="3.5" />
      {/* A space, for browsers that show nothing but the text. */}{" "}
      <text
        className="chart-label is-mark"
        x={`${x / 10}%`}
        y={`${y / 10}%`}
        dy={isAbove ? -8 : 17}
        textAnchor={labelAnchor(x)}
      >
        {label}
      </text>
    </>
  );
}

interface PriceAxisProps {
  readonly ticks: ChartDrawing["priceTicks"];
}

/**
 * Price labels in a column beside the plot, where the line cannot cross them. Shared by the static and the interactive chart, so
 * that it stays when one replaces the other.
 */
export const PriceAxis = forwardRef<HTMLDivElement, PriceAxisProps>(function PriceAxis({ ticks }, ref) {
  return (
    <div ref={ref} className="price-axis">
      {/* Invisible copies, which are no text of the page, give the column the width of the widest label in any font. */}
      {ticks.map(({ y, label }) => (
        <span key={y} data-label={label} />
      ))}
      <svg aria-hidden="true">
        {ticks.flatMap(({ y, label }) => [
          <text key={y} className="chart-label" x="100%" y={`${y / 10}%`} dy="4" textAnchor="end">
            {label}
          </text>,
          " ",
        ])}
      </svg>
    </div>
  );
});
