import { useId, useMemo, useRef } from "react";
import type { ChangeDrawing } from "~/domain/compare/change-drawing";
import { type ComparedCoin, summariseChanges } from "~/domain/compare/compared-coins";
import { linePath } from "~/domain/compare/line-path";
import { localZone } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import { type Range, rangeInWords } from "~/domain/market/range";
import { unpackChanges } from "~/domain/wire/changes";
import { ChartFaultBoundary, useIsRefreshing } from "../price-chart/chart-state";
import { DrawnChart, PriceAxis } from "../price-chart/drawn-chart";
import { useInteractiveChart, useLocalTimeAxis } from "../price-chart/lazy-parts";
import { ChangeTable } from "./change-table";
import { comparedLines, DASHES } from "./compared-lines";
import { LineLabels } from "./line-labels";

interface CompareChartProps {
  readonly coins: readonly ComparedCoin[];
  /** Changes as `packChanges` writes them. */
  readonly packed: string;
  readonly drawing: ChangeDrawing;
  readonly currency: Currency;
  readonly range: Range;
  /** Says what the chart does not show; null: nothing. */
  readonly limit: string | null;
}

const SERIES = "Change in %";

/**
 * Changes of several coins in one chart, drawn like the history of one: in the HTML, by the interactive chart in the same box,
 * and as a table.
 */
export function CompareChart({ coins, packed, drawing, currency, range, limit }: CompareChartProps) {
  const InteractiveChart = useInteractiveChart();
  const isRefreshing = useIsRefreshing();
  const captionId = useId();
  const axis = useRef<HTMLDivElement>(null);
  const changes = useMemo(() => unpackChanges(packed), [packed]);
  const { moments } = changes;
  const compared = useMemo(() => comparedLines(coins, changes), [coins, changes]);
  const ends = useMemo(() => endsOf(moments), [moments]);
  const lines = useMemo(
    () =>
      compared.map(({ id, name, values, place }) => ({
        id,
        name,
        points: moments.flatMap((time, index) => pointAt(time, values[index] ?? null)),
        colour: `var(--chart-line-${place})`,
        dash: DASHES[place - 1] ?? "Solid",
      })),
    [compared, moments],
  );
  const localAxis = useLocalTimeAxis(ends, range);
  const isUtc = localAxis === null && InteractiveChart === null;
  const domain = drawing.priceDomain ?? [0, 1];
  const zero = (domain[1] / (domain[1] - domain[0])) * 1000;
  const summary = summariseChanges(coins);
  const drawn = (
    <DrawnChart drawing={drawing} timeTicks={localAxis ?? drawing.timeTicks} title={SERIES} summary={summary}>
      <line className="compare-zero" x1="0" x2="1000" y1={zero} y2={zero} />
      {compared.map(({ id, values, place }) => (
        <path key={id} className={`compare-line line-${place}`} d={linePath(moments, values, domain)} />
      ))}
    </DrawnChart>
  );
  const newest = moments.at(-1);
  return (
    <figure className="price-chart" aria-labelledby={captionId} aria-busy={isRefreshing}>
      <figcaption id={captionId} className="price-chart-caption">
        <span>
          <span className="price-chart-series">{SERIES}</span>, {rangeInWords(range)}
        </span>{" "}
        {newest === undefined ? null : <span>Times in {isUtc ? "UTC" : localZone(newest)}</span>}
      </figcaption>
      <div className="compare-box">
        <div className="price-chart-box">
          <PriceAxis ref={axis} ticks={drawing.priceTicks} />
          {InteractiveChart && moments.length > 1 ? (
            <ChartFaultBoundary fallback={drawn}>
              <InteractiveChart
                {...{ drawing, currency, range, lines, axis, drawn, summary }}
                points={ends}
                series={SERIES}
              />
            </ChartFaultBoundary>
          ) : (
            drawn
          )}
          {newest === undefined ? (
            <p className="price-chart-empty">No prices are known for this range.</p>
          ) : null}
        </div>
        <LineLabels lines={compared} places={drawing.labels} domain={domain} />
      </div>
      {limit === null ? null : <p className="price-chart-limit">{limit}</p>}
      <ChangeTable lines={compared} moments={moments} caption={`${SERIES}, ${rangeInWords(range)}`} />
    </figure>
  );
}

/** Makes the points that span the time axis; their values are not drawn. */
function endsOf(moments: readonly number[]) {
  return [moments[0], moments.at(-1)].flatMap((time) => pointAt(time ?? 0, time === undefined ? null : 0));
}

function pointAt(time: number, value: number | null): (readonly [time: number, value: number])[] {
  return value === null ? [] : [[time, value]];
}
