import type { ShownDayRange, ShownFigure } from "~/domain/market/shown-coin";
import { fitting } from "../market/figure-text";

/** Figures of a coin as a list of terms and values, with an optional second line. */
export function Figures({ figures }: { readonly figures: readonly ShownFigure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ term, value, note }) => (
        <div key={term} className="figure">
          <dt>{term}</dt>
          <dd className={fitting("figure-value", value)}>
            {value}
            {note ? <small> {note}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lowest and highest price of 24 hours below a two-tone bar, split in the middle, with a mark at the current price. */
export function DayRangeBar({ low, high, position }: ShownDayRange) {
  return (
    <div className="day-range">
      <h3>24h range</h3>
      <svg className="day-range-bar" aria-hidden="true" width="100%" height="16">
        <rect className="day-range-track" y="4" width="100%" height="8" rx="4" />
        <rect className="day-range-fill" y="4" width="50%" height="8" rx="4" />
        {position === null ? null : <circle className="day-range-mark" cx={`${position}%`} cy="8" r="6" />}
      </svg>
      <p className="day-range-ends">
        <span>
          Low <b>{low}</b>
        </span>{" "}
        <span>
          High <b>{high}</b>
        </span>
      </p>
      {position === null ? null : (
        <p className="is-sr-only">The price is {position} % of the way from the low to the high.</p>
      )}
    </div>
  );
}
