import { Link, useNavigate } from "@remix-run/react";
import { type ReactElement, type ReactNode, useCallback, useMemo } from "react";
import { CANDLE_PRICES } from "~/domain/chart/candles";
import { METRIC_NAMES, metricInCurrency, summariseChart } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import type { CoinChart } from "~/domain/chart/drawing";
import { changeBetween, comparedPoints, type Marks, markedPoints, marksOf } from "~/domain/chart/marks";
import { downsamplePriceHistory, type PriceFigures, type PricePoint } from "~/domain/chart/price-history";
import { volumeAt } from "~/domain/chart/volume-bars";
import { formatAmount, formatShortAmount } from "~/domain/format/money";
import { SIGNS } from "~/domain/format/number";
import { isolated } from "~/domain/format/text";
import { formatDate, formatLocal, formatMoment } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import { RANGE_DETAILS, type Range } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import { PriceChange, priceText } from "../market/figures";
import { afterPaint } from "../site/after-paint";
import { useFocusThatStays } from "../site/controls";
import { useZone } from "../site/hydration";
import { Icon } from "../site/icons";
import { ChartFigure } from "./chart-figure";
import { HistoryTable } from "./history-table";

const MAX_ROWS = 60;

interface PriceChartProps extends Omit<CoinChart, "figures"> {
  readonly figures: PriceFigures | null;
  readonly name: string;
  readonly currency: Currency;
  readonly range: Range;
  readonly limit: string | null;
  readonly marks: Marks | null;
  /** Address of the page with other marks. */
  readonly hrefOf: (marks: Marks | null) => string;
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
  const { marks, hrefOf } = props;
  const navigate = useNavigate();
  const marked = useMemo(() => markedPoints(points, marks, range), [points, marks, range]);
  const mark = useCallback(
    (...times: readonly number[]) =>
      navigate(hrefOf(marksOf(...times)), { replace: true, preventScrollReset: true }),
    [navigate, hrefOf],
  );
  // What clears the marks goes with them.
  useFocusThatStays(String(marked), ".range-buttons .segmented");
  return (
    <ChartFigure
      {...{ series, metric, drawing, lines, candles, volumes, currency, range, limit, children }}
      marking={{ points, marked, isOpen: marks?.[1] === null, mark }}
      readout={(time) => <Readout {...props} marked={marked} time={time} />}
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

interface ReadoutProps extends PriceChartProps {
  readonly marked: readonly [PricePoint, PricePoint] | null;
  readonly time: number | null;
}

/**
 * The newest value with the change over the range, its lowest and its highest value; or the value, the time and the volume of the
 * point that is pointed at, or the prices of its candle; or the change between two marked points. The change over 24 hours stands
 * beside the coin's price.
 */
function Readout(props: ReadoutProps) {
  const { figures, metric, currency, range, drawing, candles, volumes, interval, time, marked, marks } =
    props;
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
  const compared = marked && comparedPoints(marked, marks?.[1] === null, drawing.points[at]);
  if (compared) {
    // A candle has the time of its beginning.
    const beginning = (point: PricePoint) => candles?.rows[drawing.points.indexOf(point)]?.[0] ?? point[0];
    const times = [beginning(compared[0]), beginning(compared[1])] as const;
    return <MarkedChange {...props} points={compared} times={times} newest={last[0]} format={format} />;
  }
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
            <span className="ml-auto">{interval}</span>
          ) : (
            <span className="ml-auto">
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

interface MarkedChangeProps extends Pick<PriceChartProps, "range" | "hrefOf"> {
  readonly points: readonly [PricePoint, PricePoint];
  readonly times: readonly [from: number, to: number];
  /** Time of the newest point. */
  readonly newest: number;
  readonly format: (amount: number) => ReactElement;
}

function MarkedChange({ points: [from, to], times, newest, range, format, hrefOf }: MarkedChangeProps) {
  const { percent, amount } = changeBetween(from, to);
  return (
    <div className="marked">
      <p>
        <span>
          <span className="for-listeners">From </span>
          {format(from[1])}
        </span>{" "}
        <MarkedTime time={times[0]} {...{ newest, range }} /> <PriceChange percent={percent} />{" "}
        <Link
          className="is-flex"
          to={hrefOf(null)}
          aria-label="Clear the marks"
          title="Clear"
          replace
          preventScrollReset
        >
          <Icon name="close" />
        </Link>
      </p>
      <p>
        <span>
          <span className="for-listeners">To </span>
          {format(to[1])}
        </span>{" "}
        <MarkedTime time={times[1]} {...{ newest, range }} />{" "}
        <span translate="no">
          <b>{amount < 0 ? SIGNS.down : amount > 0 ? SIGNS.up : ""}</b>
          {format(Math.abs(amount))}
        </span>
      </p>
    </div>
  );
}

/** The moment of a point, or its day (UTC) where points are a day apart. */
function MarkedTime({ time, newest, range }: Pick<MarkedChangeProps, "newest" | "range"> & { time: number }) {
  const zone = useZone();
  const isDaily = RANGE_DETAILS[range].stepMs >= TIME.DAY;
  return (
    <time dateTime={new Date(time).toISOString()}>
      {isDaily ? formatDate(time, "utc") : formatMoment(time, newest, zone)}
    </time>
  );
}
