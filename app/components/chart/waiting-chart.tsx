import { useLocation } from "@remix-run/react";
import { useId } from "react";
import { formatWait } from "~/domain/format/time";
import { type Range, rangeInWords } from "~/domain/market/range";
import { pageAddress } from "~/domain/page-address";

interface WaitingChartProps {
  /** Name of the series: `Price in ₹`. */
  readonly series: string;
  readonly range: Range;
  /** Milliseconds after which the page asks for the series again, where that is known. */
  readonly retryInMs: number | null;
}

/**
 * Takes the place of a chart whose series is not there yet, in the same size: a box of the same shape below a line for the caption
 * and above one for the table, so that nothing moves when the chart comes.
 */
export function WaitingChart({ series, range, retryInMs }: WaitingChartProps) {
  const captionId = useId();
  const address = pageAddress(useLocation());
  return (
    <figure className="price-chart" aria-labelledby={captionId}>
      <figcaption id={captionId} className="price-chart-caption">
        <span>
          <span className="price-chart-series">{series}</span>, {rangeInWords(range)}
        </span>{" "}
        {/* Where a chart names the zone of its times. */}
        <span>{"\u00a0"}</span>
      </figcaption>
      <div className="price-chart-box">
        <div className="price-chart-empty">
          <span className="loader" />
          <p>
            Waiting for the market data service.
            <br />
            {retryInMs === null ? null : `Next attempt in ${formatWait(retryInMs)}.`}
          </p>
        </div>
      </div>
      <p className="price-table">
        {/* A document request: it works in any browser, before hydration too. */}
        <a href={address}>Try again</a>
      </p>
    </figure>
  );
}
