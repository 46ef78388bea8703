import { memo, type RefObject, useId } from "react";
import type { Candles } from "~/domain/chart/candles";
import type { ChartDrawing } from "~/domain/chart/drawing";
import { type Colour, Plot, type PlotLine, PriceLabels, TimeLabels } from "~/domain/chart/plot";
import { placeOf, SIZE } from "~/domain/chart/plot-geometry";
import type { PricePoint } from "~/domain/chart/price-history";
import type { TimeTick } from "~/domain/chart/time-axis";

const colour: Colour = (name) => `var(--${name})`;

interface StaticChartProps {
  readonly drawing: ChartDrawing;
  readonly timeTicks: readonly TimeTick[];
  readonly lines: readonly PlotLine[];
  readonly candles: Candles | null | undefined;
  readonly volumes: readonly (number | null)[] | undefined;
  readonly title: string;
  readonly summary: string;
  readonly element: RefObject<SVGSVGElement>;
  readonly marked?: readonly [PricePoint, PricePoint] | null | undefined;
}

/**
 * Chart as plain SVG. The line stretches with the box but its stroke does not, and labels are placed in per cent with text
 * in CSS pixels, so that one drawing is sharp at any width.
 */
export const StaticChart = memo(function StaticChart(props: StaticChartProps) {
  const { title, summary, element, marked, ...plot } = props;
  const summaryId = useId();
  return (
    <svg ref={element} className="static-chart" role="img" aria-label={title} aria-describedby={summaryId}>
      <desc id={summaryId}>{summary}</desc>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" overflow="visible" aria-hidden="true">
        <Plot {...plot} colour={colour} size={{ width: SIZE, height: SIZE }} />
        {marked ? <Marks points={marked} drawing={plot.drawing} /> : null}
      </svg>
      <TimeLabels ticks={plot.timeTicks} />
    </svg>
  );
});

interface MarksProps extends Pick<StaticChartProps, "drawing"> {
  readonly points: readonly [PricePoint, PricePoint];
}

/** Two points with a line through each, and the time between them shaded. */
function Marks({ points: [from, to], drawing }: MarksProps) {
  const [left, right] = [placeOf(from, drawing), placeOf(to, drawing)];
  return (
    <g className="chart-marks">
      <rect x={left.x} width={right.x - left.x} height={SIZE} />
      <path d={`M${left.x},0V${SIZE}M${right.x},0V${SIZE}`} />
      <path className="dots" d={`M${left.x},${left.y}h0M${right.x},${right.y}h0`} />
    </g>
  );
}

/**
 * Price labels in a gutter beside the plot, clear of the line. Shared by the static and the interactive chart, so they stay when
 * one replaces the other.
 */
export function PriceAxis({ drawing }: Pick<StaticChartProps, "drawing">) {
  const { priceTicks, last, floorY } = drawing;
  return (
    <div className="price-axis">
      {/* Invisible copies, which are no text of the page, give the column the width of the widest label in any font. */}
      {priceTicks.map(({ y, label }) => (
        <span key={y} data-label={label} />
      ))}
      {last === null ? null : <b data-label={last.label} />}
      {floorY === SIZE ? null : <span data-label="Volume" />}
      <svg aria-hidden="true">
        <PriceLabels drawing={drawing} colour={colour} />
      </svg>
    </div>
  );
}
