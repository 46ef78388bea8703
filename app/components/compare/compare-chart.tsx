import { memo, useMemo } from "react";
import { comparedSpan } from "~/domain/chart/covered-span";
import { type ChangeDrawing, heightOf, linePath } from "~/domain/compare/change-drawing";
import { type ComparedCoin, type ShownChange, summariseChanges } from "~/domain/compare/compared-coins";
import { formatPercent } from "~/domain/format/number";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { ChartFigure } from "../chart/chart-figure";
import { HistoryTable } from "../chart/history-table";
import { useZone } from "../site/hydration";

interface CompareChartProps {
  readonly coins: readonly ComparedCoin[];
  /** Moments of the values of all lines, in milliseconds since the epoch. */
  readonly moments: readonly number[];
  readonly drawing: ChangeDrawing;
  readonly currency: Currency;
  readonly range: Range;
  /** Says what the chart does not show; null: nothing. */
  readonly limit: string | null;
}

/** Name of the series. */
export const CHANGE_SERIES = "Change in %";

/** Dashes of the lines by place, as Highcharts names them; the style sheet has the same ones. */
const DASHES = ["Solid", "Dash", "ShortDot", "DashDot", "LongDash"] as const;

const MAX_ROWS = 30;

/** Changes of several coins in one chart, drawn like the history of one. */
export function CompareChart({ coins, moments, drawing, currency, range, limit }: CompareChartProps) {
  const compared = useMemo(() => comparedLines(coins), [coins]);
  const ends = useMemo(() => endsOf(moments), [moments]);
  const lines = useMemo(
    () =>
      compared.map(({ id, name, shows: { values }, place }) => ({
        id,
        name,
        points: moments.flatMap((time, index) => pointAt(time, values[index] ?? null)),
        colour: `var(--chart-line-${place})`,
        dash: DASHES[place - 1] ?? "Solid",
      })),
    [compared, moments],
  );
  const zone = useZone();
  const domain = drawing.priceDomain ?? [0, 1];
  const zero = heightOf(0, domain, drawing.scale);
  return (
    <ChartFigure
      {...{ drawing, currency, range, lines, limit }}
      series={CHANGE_SERIES}
      points={ends}
      summarise={() => summariseChanges(coins)}
      staticLines={
        <>
          <line className="compare-zero" x1="0" x2="1000" y1={zero} y2={zero} />
          {compared.map(({ id, shows, place }) => (
            <path
              key={id}
              className={`compare-line line-${place}`}
              d={linePath(moments, shows.values, domain, drawing.scale)}
            />
          ))}
        </>
      }
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
  /** Place among the coins, from 1, which gives the colour and the dash. */
  readonly place: number;
}

/** Lists the lines of coins; a coin without one leaves its colour unused. */
function comparedLines(coins: readonly ComparedCoin[]): readonly ComparedLine[] {
  return coins.flatMap(({ id, name, shows }, index) =>
    typeof shows === "object" ? [{ id, name, shows, place: index + 1 }] : [],
  );
}

/** Makes the points that span the time axis; their values are not drawn. */
function endsOf(moments: readonly number[]) {
  return [moments[0], moments.at(-1)].flatMap((time) => pointAt(time ?? 0, time === undefined ? null : 0));
}

function pointAt(time: number, value: number | null): (readonly [time: number, value: number])[] {
  return value === null ? [] : [[time, value]];
}

interface ChangeTableProps {
  readonly lines: readonly ComparedLine[];
  /** In milliseconds since the epoch. */
  readonly moments: readonly number[];
  readonly caption: string;
}

/** The changes at thirty moments at the most. Not rendered again when the chart beside it is. */
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

/** Picks places of a list of so many, evenly, the first and the last among them. */
function spread(count: number): readonly number[] {
  const rows = Math.min(count, MAX_ROWS);
  return Array.from({ length: rows }, (_, row) => Math.round((row * (count - 1)) / Math.max(1, rows - 1)));
}

interface LineLabelsProps {
  readonly lines: readonly ComparedLine[];
  readonly drawing: ChangeDrawing;
}

/**
 * Names of the lines in a column at their ends, like the labels of prices at the other side: it belongs to neither chart. On a
 * wide screen they have their change beside them.
 */
function LineLabels({ lines, drawing }: LineLabelsProps) {
  const { labels: places, priceDomain, scale } = drawing;
  const labels = lines.map(({ shows, place, id }, index) => ({
    label: shows.label,
    percent: formatPercent(shows.percent),
    id,
    place,
    end: heightOf(shows.values.findLast((value) => value !== null) ?? 0, priceDomain ?? [0, 1], scale) / 10,
    y: (places[index] ?? 0) / 10,
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
