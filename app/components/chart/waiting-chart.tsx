import { useLocation } from "@remix-run/react";
import { useId } from "react";
import { formatWait } from "~/domain/format/time";
import { type Range, rangeInWords } from "~/domain/market/range";
import { pageAddress } from "~/domain/page-address";

interface WaitingChartProps {
  /** Name of the series: `Price in ₹`. */
  readonly series: string;
  readonly range: Range;
  /** Milliseconds until the page asks for the series again, if known. */
  readonly retryInMs: number | null;
  /** Whether it is the placeholder of a comparison, whose box has another shape. */
  readonly isComparison?: boolean;
}

/**
 * Placeholder for a chart whose series has not arrived, in the same size: a box of the same shape, with a line above for the
 * caption and one below for the table, so that nothing moves when the chart arrives.
 */
export function WaitingChart({ series, range, retryInMs, isComparison = false }: WaitingChartProps) {
  const captionId = useId();
  return (
    <figure className="price-chart" aria-labelledby={captionId}>
      <div className={isComparison ? "compare-box" : undefined}>
        <div className="price-chart-box">
          <div className="price-chart-empty">
            <span className="loader" />
            <p>
              <NextAttempt retryInMs={retryInMs} />
            </p>
          </div>
        </div>
      </div>
      <p className="price-table">
        <TryAgain />
      </p>
      <figcaption id={captionId} className="price-chart-caption">
        <span>
          {series}, {rangeInWords(range)}
        </span>{" "}
        {/* Where a chart names the zone of its times. */}
        <span>{"\u00a0"}</span>
        {/* And what its bars are. */}
        {isComparison ? null : <span>{"\u00a0"}</span>}
      </figcaption>
    </figure>
  );
}

/** Explains why a part of the page is missing, and when it is requested again. */
export function WaitingNote({ retryInMs }: Pick<WaitingChartProps, "retryInMs">) {
  return (
    <p>
      <NextAttempt retryInMs={retryInMs} /> <TryAgain />
    </p>
  );
}

function NextAttempt({ retryInMs }: Pick<WaitingChartProps, "retryInMs">) {
  return (
    <>
      Waiting for the market data service.{" "}
      {retryInMs === null ? null : <span>Next attempt in {formatWait(retryInMs)}.</span>}
    </>
  );
}

/** A document request, which works in any browser, even before hydration. */
function TryAgain() {
  return <a href={pageAddress(useLocation())}>Try again</a>;
}
