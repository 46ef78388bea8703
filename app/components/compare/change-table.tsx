import { memo } from "react";
import { formatPercent } from "~/domain/format/number";
import { LocalTime } from "../local-time";
import type { ComparedLine } from "./compare-chart";

const MAX_ROWS = 30;

interface ChangeTableProps {
  readonly lines: readonly ComparedLine[];
  /** In milliseconds since the epoch. */
  readonly moments: readonly number[];
  readonly caption: string;
}

/** The changes as a table behind a disclosure, at thirty moments at the most. Not drawn anew when the chart beside it is. */
export const ChangeTable = memo(function ChangeTable({ lines, moments, caption }: ChangeTableProps) {
  if (moments.length === 0) return null;
  const rows = spread(moments.length);
  return (
    <details className="price-table">
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard. */}
      <section className="price-table-scroll" aria-label={caption} tabIndex={0}>
        <table className="table is-narrow">
          <caption>
            {caption}
            {rows.length < moments.length ? `, ${rows.length} of ${moments.length} moments` : ""}
          </caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {lines.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((index) => (
              <tr key={index}>
                <td>
                  <LocalTime time={moments[index] ?? 0} />
                </td>
                {lines.map(({ id, shows: { values } }) => (
                  <td key={id}>{formatPercent(values[index] ?? null)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
});

/** Picks places of a list of so many, evenly, the first and the last among them. */
function spread(count: number): readonly number[] {
  const rows = Math.min(count, MAX_ROWS);
  return Array.from({ length: rows }, (_, row) => Math.round((row * (count - 1)) / Math.max(1, rows - 1)));
}
