import { memo } from "react";
import { downsamplePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import { formatPrice } from "~/domain/format/money";
import type { Currency } from "~/domain/market/currency";
import { LocalTime } from "../local-time";

const MAX_ROWS = 60;

interface PriceTableProps {
  readonly points: readonly PricePoint[];
  readonly currency: Currency;
  readonly caption: string;
}

/** The series as a table behind a disclosure, downsampled to 60 rows. Not drawn anew when the chart beside it is. */
export const PriceTable = memo(function PriceTable({ points, currency, caption }: PriceTableProps) {
  if (points.length === 0) return null;
  const rows = downsamplePriceHistory(points, MAX_ROWS);
  return (
    <details className="price-table">
      <summary>Show as a table</summary>
      <div className="price-table-scroll">
        <table className="table is-narrow">
          <caption>
            {caption}
            {rows.length < points.length ? `, ${rows.length} of ${points.length} points` : ""}
          </caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Price ({currency.toUpperCase()})</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([time, price]) => (
              <tr key={time}>
                <td>
                  <LocalTime time={time} />
                </td>
                <td>{formatPrice(price, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
});
