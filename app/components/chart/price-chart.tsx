import { memo } from "react";
import { coveredSpan } from "~/domain/chart/covered-span";
import type { ChartDrawing } from "~/domain/chart/drawing";
import { downsamplePriceHistory, type PricePoint, summarisePriceHistory } from "~/domain/chart/price-history";
import { currencySymbol, formatPrice } from "~/domain/format/money";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { useZone } from "../site/hydration";
import { ChartFigure } from "./chart-figure";
import { HistoryTable } from "./history-table";

const MAX_ROWS = 60;

interface PriceChartProps {
  readonly name: string;
  readonly points: readonly PricePoint[];
  readonly drawing: ChartDrawing;
  /** As of `volumeBars`. */
  readonly volumes: readonly (number | null)[];
  readonly currency: Currency;
  readonly range: Range;
  readonly isOneYearOnly: boolean;
}

/** Price history of a coin. */
export function PriceChart(props: PriceChartProps) {
  const { name, points, drawing, volumes, currency, range, isOneYearOnly } = props;
  const shown = shownRange(range, isOneYearOnly);
  const series = priceSeries(currency);
  const zone = useZone();
  return (
    <ChartFigure
      {...{ series, points, drawing, volumes, currency }}
      range={shown}
      summarise={(zone) => summarisePriceHistory(name, points, currency, shown, zone)}
      limit={isOneYearOnly ? "The market data service provides one year of history only." : null}
      table={
        <PriceTable
          points={points}
          currency={currency}
          caption={`${name}: ${series}, ${coveredSpan(shown, points[0]?.[0], points.at(-1)?.[0], zone)}`}
        />
      }
    />
  );
}

/** Returns the range received: a service that refuses `max` gave one year. */
export function shownRange(range: Range, isOneYearOnly = false): Range {
  return isOneYearOnly ? "1y" : range;
}

/** Names the series of a price chart. */
export function priceSeries(currency: Currency): string {
  return `Price in ${currencySymbol(currency)}`;
}

interface PriceTableProps {
  readonly points: readonly PricePoint[];
  readonly currency: Currency;
  readonly caption: string;
}

/** The series downsampled to 60 rows. Not rendered again when the chart beside it is. */
const PriceTable = memo(function PriceTable({ points, currency, caption }: PriceTableProps) {
  const rows = downsamplePriceHistory(points, MAX_ROWS);
  return (
    <HistoryTable
      caption={caption}
      total={{ count: points.length, noun: "points" }}
      columns={[{ key: "price", title: `Price (${currency.toUpperCase()})` }]}
      rows={rows.map(([time, price]) => [time, [formatPrice(price, currency)]])}
    />
  );
});
