import { type ReactNode, useMemo } from "react";
import { CANDLE_PRICES } from "~/domain/chart/candles";
import { METRIC_NAMES, metricInCurrency, summariseChart } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import type { CoinChart } from "~/domain/chart/drawing";
import { downsamplePriceHistory, type PriceFigures } from "~/domain/chart/price-history";
import { volumeAt } from "~/domain/chart/volume-bars";
import { formatAmount, formatShortAmount } from "~/domain/format/money";
import { isolated } from "~/domain/format/text";
import { formatLocal } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { PriceChange, priceText } from "../market/figures";
import { afterPaint } from "../site/after-paint";
import { useZone } from "../site/hydration";
import { ChartFigure } from "./chart-figure";
import { HistoryTable } from "./history-table";

const MAX_ROWS = 60;

interface PriceChartProps extends Omit<CoinChart, "figures"> {
  readonly figures: PriceFigures | null;
  readonly name: string;
  readonly currency: Currency;
  readonly range: Range;
  readonly limit: string | null;
  readonly children?: ReactNode;
}

export function PriceChart(props: PriceChartProps) {
  const { name, metric, drawing, candles, volumes, figures, currency, range, limit, children } = props;
  const { points, gaps } = drawing;
  const series = metricInCurrency(metric, currency);
  const lines = useMemo(
    () => [{ id: metric, name: series, points, gaps, place: 1 as const }],
    [metric, series, points, gaps],
  );
  return (
    <ChartFigure
      {...{ series, metric, drawing, lines, candles, volumes, currency, range, limit, children }}
      readout={(time) => <Readout {...props} time={time} />}
      summarise={(zone) => summariseChart(name, figures, { metric, currency, range, zone })}
      table={<PriceTable {...{ name, metric, drawing, candles, currency, range }} />}
    />
  );
}

type PriceTableProps = Pick<
  PriceChartProps,
  "name" | "metric" | "drawing" | "candles" | "currency" | "range"
>;

const PriceTable = afterPaint((props: PriceTableProps) => {
  const { name, metric, drawing, candles, currency, range } = props;
  const { points, span } = drawing;
  const covered = coveredSpan(range, span?.[0], span?.[1], useZone());
  return (
    <HistoryTable
      caption={`${isolated(name)}: ${metricInCurrency(metric, currency)}, ${covered}`}
      total={{ count: points.length, noun: "points" }}
      columns={(candles === null ? [METRIC_NAMES[metric]] : CANDLE_PRICES).map((title) => ({
        key: title,
        title: `${title} (${currency.toUpperCase()})`,
      }))}
      rows={(candles?.rows ?? downsamplePriceHistory(points, MAX_ROWS)).map(([time, ...amounts]) => [
        time,
        amounts.map((amount = 0) =>
          metric === "price" ? priceText(amount, currency) : formatAmount(amount, currency),
        ),
      ])}
    />
  );
});

/**
 * The newest value with the change over the range, its lowest and its highest value; or the value, the time and the volume of the
 * point that is pointed at, or the prices of its candle. The change over 24 hours stands beside the coin's price.
 */
function Readout(props: PriceChartProps & { readonly time: number | null }) {
  const { figures, metric, currency, range, drawing, candles, volumes, interval, time } = props;
  const zone = useZone();
  if (figures === null) return <p>{METRIC_NAMES[metric]}</p>;
  const { first, last, lowest, highest, change } = figures;
  const format = (amount: number) => (
    <b translate="no">
      {metric === "price" ? priceText(amount, currency) : formatShortAmount(amount, currency)}
    </b>
  );
  const at = drawing.points.findIndex(([each]) => each === time);
  const pointed = drawing.points[at]?.[1];
  const [from, open, high, low] = candles?.rows[at] ?? [time];
  const volume = time === null ? null : volumeAt(volumes, time, first[0], last[0]);
  const isChangeAbove = range === "24h" && metric === "price";
  return (
    <>
      {time !== null && pointed !== undefined ? (
        <p key="point">
          {format(pointed)} <time>{formatLocal(from ?? time)}</time>
        </p>
      ) : (
        <p key="latest">
          {format(last[1])} latest{" "}
          {isChangeAbove ? (
            <span>{interval}</span>
          ) : (
            <span>
              <span>
                {[coveredSpan(range, first[0], last[0], zone), ...(interval ? [interval] : [])].join(", ")}
              </span>{" "}
              <PriceChange percent={change} />
            </span>
          )}
        </p>
      )}
      {open !== undefined ? (
        <p key="candle">
          Open {format(open)} <span aria-hidden="true">·</span> High {format(high ?? open)}{" "}
          <span aria-hidden="true">·</span> Low {format(low ?? open)}
        </p>
      ) : volume === null ? (
        <p key="extremes">
          Low {format(lowest[1])} <span aria-hidden="true">·</span> High {format(highest[1])}
        </p>
      ) : (
        <p key="volume">
          Volume (24h) <b translate="no">{formatShortAmount(volume, currency)}</b>
        </p>
      )}
    </>
  );
}
