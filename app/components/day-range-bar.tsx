import { formatPrice } from "~/domain/format/money";
import type { Currency } from "~/domain/market/currency";

interface DayRangeBarProps {
  readonly low: number | null;
  readonly high: number | null;
  readonly price: number | null;
  readonly currency: Currency;
}

/** The lowest and highest price of 24 hours with a bar between, half filled, and a mark where the price is now. */
export function DayRangeBar({ low, high, price, currency }: DayRangeBarProps) {
  const position = positionInRange(low, high, price);
  return (
    <div className="day-range">
      <h2 className="day-range-title">24h range</h2>
      <svg className="day-range-bar" aria-hidden="true" width="100%" height="14">
        <rect className="day-range-track" y="3" width="100%" height="8" rx="4" />
        <rect className="day-range-fill" y="3" width="50%" height="8" rx="4" />
        {position === null ? null : <circle className="day-range-mark" cx={`${position}%`} cy="7" r="6" />}
      </svg>
      <p className="day-range-ends">
        <span>
          Low <b>{formatPrice(low, currency)}</b>
        </span>
        <span>
          High <b>{formatPrice(high, currency)}</b>
        </span>
      </p>
      {position === null ? null : (
        <p className="day-range-words">The price is {position} % of the way from the low to the high.</p>
      )}
    </div>
  );
}

/** Where the price lies between low and high, in whole per cent from 0 to 100; null where that makes no sense. */
function positionInRange(low: number | null, high: number | null, price: number | null): number | null {
  if (low === null || high === null || price === null || high <= low) return null;
  // Halved first: the difference of the largest numbers is no number.
  const part = (price / 2 - low / 2) / (high / 2 - low / 2);
  return Math.round(Math.min(1, Math.max(0, part)) * 100);
}
