import { formatAmount, formatCompactAmount } from "~/domain/format/money";
import type { Currency } from "~/domain/market/currency";

/** A large amount in short for a cell of a table; in full for screen readers, and where it is pointed at. */
export function amountInShort(amount: number | null, currency: Currency) {
  const full = formatAmount(amount, currency);
  const short = formatCompactAmount(amount, currency);
  if (short === null) return full;
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <span className="in-full">{` (${full})`}</span>
    </>
  );
}
