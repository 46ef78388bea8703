import { useId, useRef } from "react";
import type { ChartDrawing } from "~/domain/chart/drawing";
import { type PricePoint, summarisePriceHistory } from "~/domain/chart/price-history";
import { currencySymbol } from "~/domain/format/money";
import { localZone } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import { type Range, rangeInWords } from "~/domain/market/range";
import { ChartFaultBoundary, useIsRefreshing } from "./chart-state";
import { DrawnChart, PriceAxis } from "./drawn-chart";
import { useInteractiveChart, useLocalTimeAxis } from "./lazy-parts";
import { PriceTable } from "./price-table";

export interface PriceChartProps {
  readonly name: string;
  readonly points: readonly PricePoint[];
  readonly drawing: ChartDrawing;
  readonly currency: Currency;
  readonly range: Range;
  readonly isOneYearOnly: boolean;
}

/**
 * Price history of a coin as a drawing in the HTML, as an interactive chart that replaces it in the same box once its code
 * has loaded, and as a table.
 */
export function PriceChart(props: PriceChartProps) {
  const { name, points, drawing, currency, range, isOneYearOnly } = props;
  const InteractiveChart = useInteractiveChart();
  const isRefreshing = useIsRefreshing();
  const captionId = useId();
  const axis = useRef<HTMLDivElement>(null);
  const newest = points.at(-1)?.[0];
  // Names the range received: a service that refuses `max` gave one year.
  const shown = isOneYearOnly ? "1y" : range;
  const series = `Price in ${currencySymbol(currency)}`;
  // Turns local with all times of the page, even if the interactive chart never loads.
  const localAxis = useLocalTimeAxis(points, shown);
  const timeTicks = localAxis ?? drawing.timeTicks;
  const zone = localAxis === null && InteractiveChart === null ? "utc" : "local";
  const summary = summarisePriceHistory(name, points, currency, shown, zone);
  const drawn = <DrawnChart {...{ drawing, timeTicks, summary }} title={series} />;
  return (
    <figure className="price-chart" aria-labelledby={captionId} aria-busy={isRefreshing}>
      <figcaption id={captionId} className="price-chart-caption">
        <span>
          <span className="price-chart-series">{series}</span>, {rangeInWords(shown)}
        </span>{" "}
        {newest === undefined ? null : <span>Times in {zone === "utc" ? "UTC" : localZone(newest)}</span>}
      </figcaption>
      <div className="price-chart-box">
        <PriceAxis ref={axis} ticks={drawing.priceTicks} />
        {InteractiveChart && points.length > 1 ? (
          <ChartFaultBoundary fallback={drawn}>
            <InteractiveChart
              {...{ points, drawing, currency, range: shown, series, axis, drawn, summary }}
            />
          </ChartFaultBoundary>
        ) : (
          drawn
        )}
        {points.length === 0 ? (
          <p className="price-chart-empty">No prices are known for this range.</p>
        ) : null}
      </div>
      {isOneYearOnly ? (
        <p className="price-chart-limit">The market data service gives the history of one year only.</p>
      ) : null}
      <PriceTable
        points={points}
        currency={currency}
        caption={`${name}: ${series}, ${rangeInWords(shown)}`}
      />
    </figure>
  );
}
