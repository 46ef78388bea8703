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
  /** Whether it stands for the chart of a comparison, whose box has another shape. */
  readonly isComparison?: boolean;
}

/**
 * Takes the place of a chart whose series is not there yet, in the same size: a box of the same shape below a line for the caption
 * and above one for the table, so that nothing moves when the chart comes.
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

/** Says why a part of the page is not there, and when it is asked for again. */
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

/** A document request, which works in any browser, before hydration too. */
function TryAgain() {
  return <a href={pageAddress(useLocation())}>Try again</a>;
}
