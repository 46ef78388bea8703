import { useMemo } from "react";
import type { PricePoint } from "~/domain/chart/price-history";
import { formatPrice } from "~/domain/format/money";
import { formatLocal } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import type { ShownPast } from "~/domain/past/shown-past";
import { ChartFigure } from "../chart/chart-figure";
import { writtenOut } from "../market/figures";

interface WorthChartProps {
  readonly shown: NonNullable<ShownPast["shown"]>;
  readonly currency: Currency;
}

/** What all purchases were worth over time, against what had been paid in. */
export function WorthChart({ shown, currency }: WorthChartProps) {
  const { points, paidIn, gaps, drawing, sentence } = shown;
  const lines = useMemo(() => {
    const paid = points.map(([time], index): PricePoint => [time, paidIn[index] ?? 0]);
    return [
      { id: "worth", name: "Worth", points, gaps, place: 1 as const },
      { id: "paid", name: "Paid in", points: paid, gaps, place: 2 as const },
    ];
  }, [points, paidIn, gaps]);
  return (
    <ChartFigure
      {...{ drawing, lines, currency }}
      series="Worth and paid in"
      metric="price"
      range="max"
      limit={null}
      candles={null}
      volumes={undefined}
      summarise={() => sentence}
      readout={(time) => (
        <>
          <p>{time === null ? "Up to now" : <time>{formatLocal(time)}</time>}</p>
          <ul className="compared-values">
            {lines.map(({ id, name, place, points: own }) => (
              <li key={id} className={`line-${place}`}>
                <span>{name}</span>{" "}
                <b translate="no">
                  {writtenOut(
                    formatPrice((own.find(([at]) => at === time) ?? own.at(-1))?.[1] ?? null, currency),
                  )}
                </b>
              </li>
            ))}
          </ul>
        </>
      )}
      table={null}
    />
  );
}
