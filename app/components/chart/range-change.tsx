import { coveredSpan } from "~/domain/chart/covered-span";
import { type PricePoint, seriesFigures } from "~/domain/chart/price-history";
import { formatPrice } from "~/domain/format/money";
import type { Currency } from "~/domain/market/currency";
import { type Range, rangeInWords } from "~/domain/market/range";
import { PriceChange } from "../market/price-change";
import { useZone } from "../site/hydration";

interface RangeChangeProps {
  /** The series that is shown; none while it is awaited. */
  readonly points: readonly PricePoint[];
  readonly currency: Currency;
  /** The range that is shown. */
  readonly range: Range;
}

/** The change over the range that a chart shows, with the lowest and the highest price: `1 year ▲ +19.65 %, low …, high …`. */
export function RangeChange({ points, currency, range }: RangeChangeProps) {
  const zone = useZone();
  const figures = seriesFigures(points);
  if (figures === null) return <p className="range-change">{rangeInWords(range)}</p>;
  const { first, last, lowest, highest, change } = figures;
  return (
    <p className="range-change">
      <span>
        {coveredSpan(range, first[0], last[0], zone)} <PriceChange percent={change} />
      </span>{" "}
      <span>
        Low <b>{formatPrice(lowest[1], currency)}</b> <span aria-hidden="true">·</span> High{" "}
        <b>{formatPrice(highest[1], currency)}</b>
      </span>
    </p>
  );
}
