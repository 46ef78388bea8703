import type { ReactNode } from "react";
import { LINE_BOX, weekLinePath } from "~/domain/chart/week-line";
import { formatAmount, formatCompactAmount, formatPrice, zerosWrittenOut } from "~/domain/format/money";
import { type Direction, directionOf, NOT_AVAILABLE, unsignedPercent } from "~/domain/format/number";
import { formatLocal, formatUtc } from "~/domain/format/time";
import type { ListedCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { useHydrated } from "../site/hydration";
import { useSiteData } from "../site/site-data";

/** Time in UTC from the server, in the visitor's own zone once hydrated; `time` in milliseconds since the epoch. */
export function LocalTime({ time }: { readonly time: number }) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={new Date(time).toISOString()}>{isHydrated ? formatLocal(time) : formatUtc(time)}</time>
  );
}

interface AsOfProps {
  /** Of the page's data, in milliseconds since the epoch; null: there is none that is true of all of them. */
  readonly time: number | null;
  readonly words?: string;
}

/** How old the data of a page are, and whom the service asks to credit. Each page with data has one such line, near them. */
export function AsOf({ time, words = "As of" }: AsOfProps) {
  const credit = useCredit();
  if (time === null && credit === null) return null;
  return (
    <p className="as-of is-quiet">
      {time === null ? null : (
        <span key={words}>
          {words} <LocalTime time={time} />
        </span>
      )}
      <Credit isFirst={time === null} />
    </p>
  );
}

/** The credit, behind what is said of the data; nothing where the service asks for none. */
export function Credit({ isFirst = false }) {
  const credit = useCredit();
  if (credit === null) return null;
  return (
    <>
      {isFirst ? null : <span> · </span>}
      {/* In one line where it fits. */}
      <a className="is-inline-block" href={credit.href}>
        {credit.text}
      </a>
    </>
  );
}

/** The source of the prices that asks for a credit; null: there is none. */
export function useCredit() {
  return useSiteData()?.credit ?? null;
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

/** @param from when the price is from, in words, if it is clearly older than its page */
export function priceText(price: number | null, currency: Currency, from?: string) {
  return dated(writtenOut(formatPrice(price, currency)), from);
}

/** Marks a price that is clearly older than its page. @param from when it is from, in words */
export function dated(price: ReactNode, from: string | undefined) {
  if (from === undefined) return price;
  return (
    <>
      <span>{price}</span>{" "}
      <span className="price-from" title={`Price from ${from}`}>
        <span className="for-listeners">from </span>
        <span>{from}</span>
      </span>
    </>
  );
}

/** A text of which the full one is spoken and copied: by default, with prices whose zeros are not counted. */
export function writtenOut(text: string, full = zerosWrittenOut(text)) {
  if (full === text) return text;
  return (
    <>
      <span className="is-unselectable" aria-hidden="true" title={full}>
        {text}
      </span>
      <span className="for-listeners">{` ${full}`}</span>
    </>
  );
}

/** A text in short, if there is such a form; in full for screen readers and as a tooltip. */
export function inShort(full: string, short: string | undefined) {
  return short === undefined ? writtenOut(full) : writtenOut(short, full);
}

/** A large amount, abbreviated for a table cell, with letters if that is narrow; in full for screen readers and as a tooltip. */
export function amountInShort(amount: number | null, currency: Currency, isNarrow = false) {
  const full = formatAmount(amount, currency);
  const short = formatCompactAmount(amount, currency, isNarrow);
  if (short === null || short === full) return full;
  return (
    <>
      <span aria-hidden="true" title={full}>
        {short}
      </span>
      <span className="for-listeners">{` (${full})`}</span>
    </>
  );
}

const WORDS: Readonly<Record<Direction, string>> = { up: "up ", down: "down ", unchanged: "unchanged: " };

interface PriceChangeProps {
  /** −4.2 means 4.2 % down; null is shown as NA. */
  readonly percent: number | null;
}

/**
 * A change in per cent. Its direction is a word in the text, for screen readers and text browsers; the style sheet draws a
 * triangle and the sign instead.
 */
export function PriceChange({ percent }: PriceChangeProps) {
  if (percent === null) return <span className="change">{NOT_AVAILABLE}</span>;
  const direction = directionOf(percent);
  return (
    <span className={`change ${direction}`} translate="no">
      <span className="for-listeners">{WORDS[direction]}</span>
      <span>{unsignedPercent(percent)}</span>
    </span>
  );
}

/** The prices of seven days as a small line, in the colour of their change. Hidden from screen readers. */
export function WeekLine({ week, change7d }: Pick<ListedCoin, "week" | "change7d">) {
  return (
    <svg
      className={`week ${directionOf(change7d ?? 0)}`}
      viewBox={LINE_BOX}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={weekLinePath(week)} />
    </svg>
  );
}
