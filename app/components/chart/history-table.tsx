import type { ReactNode } from "react";
import { LocalTime } from "../market/figures";

interface HistoryTableProps {
  readonly caption: string;
  /** Number of rows before downsampling, with its unit: `2016 points`. */
  readonly total: { readonly count: number; readonly noun: string };
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly rows: readonly (readonly [time: number, texts: readonly ReactNode[]])[];
}

export function HistoryTable({ caption, total, columns, rows }: HistoryTableProps) {
  if (rows.length === 0) return null;
  return (
    <details className="price-table">
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard. */}
      <section className="price-table-scroll" aria-label={caption} tabIndex={0}>
        <table className="table is-narrow">
          <caption className="py-2">
            {caption + (rows.length < total.count ? `, ${rows.length} of ${total.count} ${total.noun}` : "")}
          </caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {columns.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody translate="no">
            {rows.map(([time, texts]) => (
              <tr key={time}>
                <td>
                  <LocalTime time={time} />
                </td>
                {columns.map(({ key }, index) => (
                  <td key={key}>{texts[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
