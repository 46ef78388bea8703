import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { pageAddress } from "~/domain/addresses/canonical-address";
import { formatWait } from "~/domain/format/time";
import { RANGE_DETAILS, type Range } from "~/domain/market/range";

interface WaitingChartProps {
  readonly series: string;
  readonly range: Range;
  /** Milliseconds until the page asks for the series again, if known. */
  readonly retryInMs: number | null;
  /** Whether it is the placeholder of a comparison, whose box has another shape. */
  readonly isComparison?: boolean;
  readonly children?: ReactNode;
}

/**
 * Placeholder for a chart whose series has not arrived, in the same size: a box of the same shape, with the lines of its head above
 * and a link in place of its table, so that nothing moves when the chart arrives.
 */
export function WaitingChart({ series, range, retryInMs, isComparison, children }: WaitingChartProps) {
  return (
    <>
      <figure className="price-chart" aria-label={`${series}, ${RANGE_DETAILS[range].words}`}>
        <figcaption className="chart-head">
          <p>{RANGE_DETAILS[range].words}</p>
        </figcaption>
        <div className={isComparison ? "compare-box" : undefined}>
          <div className="price-chart-box">
            <div className="price-chart-empty is-overlay is-quiet has-text-centered">
              <span className="loader" />
              <p>
                <NextAttempt retryInMs={retryInMs} />
              </p>
            </div>
          </div>
        </div>
        {isComparison ? null : <p className="chart-hint" />}
      </figure>
      {children}
      <p className="chart-end">
        <TryAgain />
      </p>
    </>
  );
}

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
      <span>Waiting for the market data service.</span>{" "}
      {retryInMs === null ? null : <span>{`Next attempt in ${formatWait(retryInMs)}.`}</span>}
    </>
  );
}

/** A document request, which works in any browser, even before hydration. */
export function TryAgain() {
  return <a href={pageAddress(useLocation())}>Try again</a>;
}
