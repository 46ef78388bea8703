import { formatAmount, formatCompactAmount } from "~/domain/format/money";
import type { Currency } from "~/domain/market/currency";

/** A large amount, abbreviated for a table cell; in full for screen readers and on hover. */
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
