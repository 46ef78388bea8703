import { memo, useMemo } from "react";
import { comparedSpan } from "~/domain/chart/covered-span";
import { BASE, heightOf } from "~/domain/chart/plot-geometry";
import type { ChangeDrawing } from "~/domain/compare/change-drawing";
import { type ComparedCoin, type ShownChange, summariseChanges } from "~/domain/compare/compared-coins";
import { formatPercent } from "~/domain/format/number";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { ChartFigure } from "../chart/chart-figure";
import { HistoryTable } from "../chart/history-table";
import type { ChartLine } from "../chart/interactive-chart-options";
import { useZone } from "../site/hydration";

interface CompareChartProps {
  readonly coins: readonly ComparedCoin[];
  /** Moments of the values of all lines, in milliseconds since the epoch. */
  readonly moments: readonly number[];
  readonly drawing: ChangeDrawing;
  readonly currency: Currency;
  readonly range: Range;
  /** Explains what the chart leaves out; null: nothing. */
  readonly limit: string | null;
}

/** Name of the series. */
export const CHANGE_SERIES = "Change in %";

const PLACES = [1, 2, 3, 4, 5] as const;

const MAX_ROWS = 30;

/** Changes of several coins in one chart, drawn like the history of one. */
export function CompareChart({ coins, moments, drawing, currency, range, limit }: CompareChartProps) {
  const compared = useMemo(() => comparedLines(coins), [coins]);
  const lines = useMemo(
    () =>
      compared.map(({ id, name, shows: { values }, place }) => ({
        id,
        name,
        points: moments.flatMap((time, index) => pointAt(time, values[index] ?? null)),
        place,
      })),
    [compared, moments],
  );
  const zone = useZone();
  return (
    <ChartFigure
      {...{ drawing, lines, currency, range, limit }}
      series={CHANGE_SERIES}
      summarise={() => summariseChanges(coins)}
      lineLabels={<LineLabels lines={compared} drawing={drawing} />}
      table={
        <ChangeTable
          lines={compared}
          moments={moments}
          caption={`${CHANGE_SERIES}, ${comparedSpan(range, moments[0], moments.at(-1), zone)}`}
        />
      }
    />
  );
}

/** A coin that has a line. */
interface ComparedLine {
  readonly id: string;
  readonly name: string;
  readonly shows: ShownChange;
  /** Position among the coins, from 1; decides colour and dash. */
  readonly place: ChartLine["place"];
}

/** Lists the lines of coins; a coin without one leaves its colour unused. */
function comparedLines(coins: readonly ComparedCoin[]): readonly ComparedLine[] {
  return coins.flatMap(({ id, name, shows }, index) => {
    const place = PLACES[index];
    return typeof shows === "object" && place !== undefined ? [{ id, name, shows, place }] : [];
  });
}

/** A point of a line, in the prices of the drawing. */
function pointAt(time: number, change: number | null): (readonly [time: number, price: number])[] {
  return change === null ? [] : [[time, BASE + change]];
}

interface ChangeTableProps {
  readonly lines: readonly ComparedLine[];
  /** In milliseconds since the epoch. */
  readonly moments: readonly number[];
  readonly caption: string;
}

/** The changes at up to thirty moments. Memoised: not rendered again with the chart beside it. */
const ChangeTable = memo(function ChangeTable({ lines, moments, caption }: ChangeTableProps) {
  const rows = moments.length === 0 ? [] : spread(moments.length);
  return (
    <HistoryTable
      caption={caption}
      total={{ count: moments.length, noun: "moments" }}
      columns={lines.map(({ id, name }) => ({ key: id, title: name }))}
      rows={rows.map((row) => [
        moments[row] ?? 0,
        lines.map(({ shows: { values } }) => formatPercent(values[row] ?? null)),
      ])}
    />
  );
});

/** Picks that many indexes of a list, evenly, including the first and the last. */
function spread(count: number): readonly number[] {
  const rows = Math.min(count, MAX_ROWS);
  return Array.from({ length: rows }, (_, row) => Math.round((row * (count - 1)) / Math.max(1, rows - 1)));
}

interface LineLabelsProps {
  readonly lines: readonly ComparedLine[];
  readonly drawing: ChangeDrawing;
}

/**
 * Names of the lines in a column at their ends, opposite the price labels; shared by both charts. On a wide screen the changes
 * stand beside them.
 */
function LineLabels({ lines, drawing }: LineLabelsProps) {
  const labels = lines.map(({ shows, place, id }, index) => ({
    label: shows.label,
    percent: formatPercent(shows.percent),
    id,
    place,
    end: heightOf(BASE + (shows.values.findLast((value) => value !== null) ?? 0), drawing) / 10,
    y: (drawing.labels[index] ?? 0) / 10,
  }));
  return (
    <div className="line-labels" aria-hidden="true">
      {labels.map(({ id, label, percent }) => (
        <span key={id} data-label={label} data-change={percent} />
      ))}
      <svg aria-hidden="true">
        {labels.map(({ id, label, percent, place, end, y }) => (
          <g key={id} className={`line-${place}`}>
            <line x1="-8" x2="6" y1={`${end.toFixed(1)}%`} y2={`${y}%`} />
            <text x="9" y={`${y}%`} dy="4">
              {label}
              <tspan> {percent}</tspan>
            </text>{" "}
          </g>
        ))}
      </svg>
    </div>
  );
}
