import { formatMetric, type Metric } from "~/domain/chart/chart-view";
import { coveredSpan } from "~/domain/chart/covered-span";
import type { SeriesFigures } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import { type Range, rangeInWords } from "~/domain/market/range";
import { PriceChange } from "../market/price-change";
import { useZone } from "../site/hydration";

interface RangeChangeProps {
  /** Of the shown series; null while it is loading, or if it is empty. */
  readonly figures: SeriesFigures | null;
  readonly metric: Metric;
  readonly currency: Currency;
  /** The range that is shown. */
  readonly range: Range;
}

/** The change over the range that a chart shows, with the lowest and the highest value: `1 year ▲ +19.65 %, low …, high …`. */
export function RangeChange({ figures, metric, currency, range }: RangeChangeProps) {
  const zone = useZone();
  if (figures === null) return <p className="range-change">{rangeInWords(range)}</p>;
  const { first, last, lowest, highest, change } = figures;
  return (
    <p className="range-change">
      <span>
        {coveredSpan(range, first[0], last[0], zone)} <PriceChange percent={change} />
      </span>{" "}
      <span>
        Low <b>{formatMetric(lowest[1], metric, currency)}</b> <span aria-hidden="true">·</span> High{" "}
        <b>{formatMetric(highest[1], metric, currency)}</b>
      </span>
    </p>
  );
}
