import { type ReactNode, useMemo } from "react";
import { comparedSpan } from "~/domain/chart/covered-span";
import { BASE, changeOf, heightOf } from "~/domain/chart/plot-geometry";
import type { Gap, PricePoint } from "~/domain/chart/price-history";
import type { ChangeDrawing } from "~/domain/compare/change-drawing";
import { type ComparedCoin, type ShownChange, summariseChanges } from "~/domain/compare/compared-coins";
import { formatPercent } from "~/domain/format/number";
import { formatLocal } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import { RANGE_DETAILS, type Range } from "~/domain/market/range";
import { ChartFigure } from "../chart/chart-figure";
import { HistoryTable } from "../chart/history-table";
import type { ChartLine } from "../chart/interactive-chart-options";
import { afterPaint } from "../site/after-paint";
import { useZone } from "../site/hydration";

interface CompareChartProps {
  readonly coins: readonly ComparedCoin[];
  /** Moments of the values of all lines, in milliseconds since the epoch. */
  readonly moments: readonly number[];
  readonly drawing: ChangeDrawing;
  readonly currency: Currency;
  readonly range: Range;
  readonly limit: string | null;
  readonly children?: ReactNode;
}

export const CHANGE_SERIES = "Change in %";

const PLACES = [1, 2, 3, 4, 5] as const;

const MAX_ROWS = 30;

export function CompareChart(props: CompareChartProps) {
  const { coins, moments, drawing, currency, range, limit, children } = props;
  const lines = useMemo(() => comparedLines(coins, moments), [coins, moments]);
  return (
    <ChartFigure
      {...{ drawing, lines, currency, range, limit, children }}
      readout={(time) => <Readout lines={lines} range={range} time={time} />}
      series={CHANGE_SERIES}
      summarise={() => summariseChanges(coins)}
      lineLabels={<LineLabels lines={lines} drawing={drawing} />}
      table={<ChangeTable {...{ lines, moments, range }} />}
    />
  );
}

interface ChangeTableProps extends Pick<CompareChartProps, "moments" | "range"> {
  readonly lines: readonly ComparedLine[];
}

const ChangeTable = afterPaint(({ lines, moments, range }: ChangeTableProps) => (
  <HistoryTable
    caption={`${CHANGE_SERIES}, ${comparedSpan(range, moments[0], moments.at(-1), useZone())}`}
    total={{ count: moments.length, noun: "moments" }}
    columns={lines.map(({ id, name }) => ({ key: id, title: name }))}
    rows={spread(moments.length).map((moment) => [
      moments[moment] ?? 0,
      lines.map(({ shows: { values } }) => formatPercent(values[moment] ?? null)),
    ])}
  />
));

interface ComparedLine extends ChartLine {
  readonly shows: ShownChange;
}

/** Lists the lines of coins, in the prices of the drawing; a coin without one leaves its colour unused. */
function comparedLines(coins: readonly ComparedCoin[], moments: readonly number[]): readonly ComparedLine[] {
  return coins.flatMap(({ id, name, shows }, index) => {
    const place = PLACES[index];
    if (typeof shows !== "object" || place === undefined) return [];
    const { values } = shows;
    const points: PricePoint[] = [];
    const gaps: Gap[] = [];
    for (const [moment, time] of moments.entries()) {
      const [value, before] = [values[moment] ?? null, points.at(-1)];
      if (value === null) continue;
      const point = [time, BASE + value] as const;
      if (before && (values[moment - 1] ?? null) === null) gaps.push([before, point]);
      points.push(point);
    }
    return [{ id, name, shows, place, points, gaps }];
  });
}

/** Picks up to thirty indexes of a list, evenly, including the first and the last. */
function spread(count: number): readonly number[] {
  const rows = Math.min(count, MAX_ROWS);
  return Array.from({ length: rows }, (_, row) => Math.round((row * (count - 1)) / Math.max(1, rows - 1)));
}

interface ReadoutProps extends Pick<CompareChartProps, "range"> {
  readonly lines: readonly ComparedLine[];
  readonly time: number | null;
}

function Readout({ lines, range, time }: ReadoutProps) {
  return (
    <>
      <p>{time === null ? RANGE_DETAILS[range].words : <time>{formatLocal(time)}</time>}</p>
      <ul className="compared-values">
        {lines.map(({ id, place, points, shows: { label, change } }) => {
          const [, value] = points.find(([at]) => at === time) ?? [];
          return (
            <li key={id} className={`line-${place}`}>
              <bdi translate="no">{label}</bdi>{" "}
              <b translate="no">
                {formatPercent(time === null ? change : value === undefined ? null : changeOf(value))}
              </b>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface LineLabelsProps {
  readonly lines: readonly ComparedLine[];
  readonly drawing: ChangeDrawing;
}

/**
 * Names of the lines in a column at their ends, opposite the price labels; shared by both charts.
 */
function LineLabels({ lines, drawing }: LineLabelsProps) {
  return (
    <div className="line-labels" aria-hidden="true">
      {lines.map(({ id, shows: { label } }) => (
        <span key={id} data-label={label} />
      ))}
      <svg aria-hidden="true">
        {lines.map(({ id, place, points, shows: { label } }, index) => {
          const end = heightOf(points.at(-1)?.[1] ?? BASE, drawing) / 10;
          const y = `${(drawing.labels[index] ?? 0) / 10}%`;
          return (
            <g key={id} className={`line-${place}`}>
              <line x1="-8" x2="6" y1={`${end.toFixed(1)}%`} y2={y} />
              <text x="9" y={y} dy="4">
                {label}
              </text>{" "}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
