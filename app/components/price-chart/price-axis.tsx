import { forwardRef } from "react";
import type { ChartDrawing } from "~/domain/chart/drawing";

interface PriceAxisProps {
  readonly ticks: ChartDrawing["priceTicks"];
}

/**
 * The labels of prices in a column of their own beside the plot, where the line cannot run through them. Drawing and
 * interactive chart share it, so it stays when one takes the other's place.
 */
export const PriceAxis = forwardRef<HTMLDivElement, PriceAxisProps>(function PriceAxis({ ticks }, ref) {
  return (
    <div ref={ref} className="price-axis">
      {/* Unseen, these make the column as wide as the widest of them, in any font. */}
      {ticks.map(({ y, label }) => (
        <span key={y}>{label}</span>
      ))}
      <svg aria-hidden="true">
        {ticks.map(({ y, label }) => (
          <text key={y} className="chart-label" x="100%" y={`${y / 10}%`} dy="4" textAnchor="end">
            {label}
          </text>
        ))}
      </svg>
    </div>
  );
});
