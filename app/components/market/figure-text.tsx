import { formatAmount, formatCompactAmount } from "~/domain/format/money";
import { formatLocal, formatUtc } from "~/domain/format/time";
import type { Currency } from "~/domain/market/currency";
import { useHydrated } from "../site/hydration";

/** Time in UTC from the server, in the visitor's own zone once hydrated; `time` in milliseconds since the epoch. */
export function LocalTime({ time }: { readonly time: number }) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={new Date(time).toISOString()}>{isHydrated ? formatLocal(time) : formatUtc(time)}</time>
  );
}

/** Lengths in characters from which a number is set in a smaller font, so that it does not wrap on a phone. */
const LONG = 14;
const LONGEST = 19;
/** Length of prices in the hundreds of lakh crore. */
const ENDLESS = 22;

/** Adds class names for the font size that fits a number of that length. */
export function fitting(className: string, text: string): string {
  if (text.length >= ENDLESS) return `${className} is-longest is-endless`;
  if (text.length >= LONGEST) return `${className} is-longest`;
  return text.length >= LONG ? `${className} is-long` : className;
}

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
