import type { ShownDayRange, ShownFigure } from "~/domain/market/shown-coin";
import { fitting, priceText, writtenOut } from "../market/figures";

export function Figures({ figures }: { readonly figures: readonly ShownFigure[] }) {
  return (
    <dl className="figures mt-3">
      {figures.map(({ term, value, note }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={fitting("figure-value", value)}>
            <span translate="no">{writtenOut(value)}</span>
            {note ? <small>{` ${note}`}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lowest and highest price of 24 hours below a two-tone bar, split in the middle, with a tick at the price and a word for its place. */
export function DayRangeBar({ low, high, position, currency }: ShownDayRange) {
  return (
    <div className="is-quiet mt-2">
      <h3>
        24h range{position === null ? null : <small>{`, the price is ${placeInRange(position)}`}</small>}
      </h3>
      <svg className="coin-bar is-block mt-2" aria-hidden="true" height="16" overflow="visible">
        <rect fill="var(--track)" y="4" width="100%" height="8" rx="4" />
        <rect fill="var(--accent)" fillOpacity="0.32" y="4" width="50%" height="8" rx="4" />
        {position === null ? null : (
          <rect fill="var(--ink)" x={`${position}%`} width="4" height="16" rx="2" transform="translate(-2)" />
        )}
      </svg>
      <p className="is-flex is-flex-wrap-wrap is-justify-content-space-between mt-1">
        <span>
          Low <b translate="no">{priceText(low, currency)}</b>
        </span>{" "}
        <span>
          High <b translate="no">{priceText(high, currency)}</b>
        </span>
      </p>
    </div>
  );
}

/** @param position in per cent of the way from the low to the high */
function placeInRange(position: number): string {
  if (position < 20) return "near the low";
  if (position < 40) return "in the lower half";
  if (position <= 60) return "in the middle";
  return position <= 80 ? "in the upper half" : "near the high";
}
