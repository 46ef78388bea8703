import { useId } from "react";
import type { ChartDrawing } from "~/domain/chart/drawing";
import type { TimeTick } from "~/domain/chart/time-axis";
import { labelledBoxes } from "~/domain/chart/time-labels";

interface DrawnChartProps {
  readonly drawing: ChartDrawing;
  /** Its time axis, in the zone that the page speaks of. */
  readonly timeTicks: readonly TimeTick[];
  readonly title: string;
  readonly summary: string;
}

/**
 * The chart as plain SVG. The line stretches with the box while its stroke does not, and the labels are placed in per
 * cent with text in CSS pixels, so that one drawing is crisp at any width.
 */
export function DrawnChart({ drawing, timeTicks, title, summary }: DrawnChartProps) {
  const titleId = useId();
  const summaryId = useId();
  const { path, dot, priceTicks } = drawing;
  const boxes = labelledBoxes(timeTicks);
  return (
    <svg className="drawn-chart" role="img" aria-labelledby={titleId} aria-describedby={summaryId}>
      <title id={titleId}>{title}</title>
      <desc id={summaryId}>{summary}</desc>
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
        {priceTicks.map(({ y }) => (
          <line key={y} className="chart-grid" x1="0" x2="1000" y1={y} y2={y} />
        ))}
        {timeTicks.map(({ x }) => (
          <line key={x} className="chart-tick" x1={x} x2={x} y1="985" y2="1000" />
        ))}
        <path className="chart-line" d={path} />
        {/* A line of no length with round ends is a dot whose size does not stretch. */}
        {dot === null ? null : <path className="chart-dot" d={`M${dot.x},${dot.y}h0`} />}
      </svg>
      {timeTicks.map(({ x, label }, index) =>
        boxes[index]?.length ? (
          <text
            key={x}
            className={["chart-label is-time", ...boxes[index].map((box) => `in-${box}`)].join(" ")}
            x={`${x / 10}%`}
            y="100%"
            dy="20"
            textAnchor="middle"
          >
            {label}
          </text>
        ) : null,
      )}
    </svg>
  );
}
