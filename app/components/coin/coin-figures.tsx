import { Form } from "@remix-run/react";
import { formatAmount, formatCompactAmount, formatPrice } from "~/domain/format/money";
import { directionOf, formatSupply, unsignedPercent } from "~/domain/format/number";
import { formatDate } from "~/domain/format/time";
import type { Coin, CoinQuote } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { PAGES } from "~/domain/pages";
import { fitting } from "../market/figure-text";
import { HiddenInputs } from "../site/controls";

interface CoinFiguresProps {
  readonly coin: Pick<Coin, "maxSupply" | "circulatingSupply">;
  readonly quote: CoinQuote;
  readonly currency: Currency;
}

/** Key figures of a coin as a list of terms and values, with a second line for what belongs to them. */
export function CoinFigures({ coin, quote, currency }: CoinFiguresProps) {
  const { maxSupply, circulatingSupply } = coin;
  const { marketCap, volume } = quote;
  const part = maxSupply ? ((circulatingSupply ?? 0) / maxSupply) * 100 : 0;
  return (
    <dl className="figures">
      <Figure term="Max Supply" value={formatSupply(maxSupply, currency)} />
      <Figure
        term="Circulating Supply"
        value={formatSupply(circulatingSupply, currency)}
        note={part > 0 && part <= 100 ? `${part.toFixed(1)}\u00a0% of maximum` : null}
      />
      <Figure term="Market Cap" {...amountFigure(marketCap, currency)} />
      <Figure term="Volume (24h)" {...amountFigure(volume, currency)} />
      {(["Low", "High"] as const).map((end) => (
        <Figure
          key={end}
          term={`All Time ${end}`}
          value={formatPrice(quote[`allTime${end}`], currency)}
          note={sinceExtreme(quote[`allTime${end}`], quote[`allTime${end}At`], quote.price)}
        />
      ))}
    </dl>
  );
}

/** Writes an amount in short, where that is possible, above the exact one. */
function amountFigure(amount: number | null, currency: Currency) {
  const compact = formatCompactAmount(amount, currency);
  const exact = formatAmount(amount, currency);
  return compact === null ? { value: exact } : { value: compact, note: exact };
}

/** Says when an extreme was, and how far the price is from it now: `6 Oct 2025, now 36.92 % lower`. Null where neither is known. */
function sinceExtreme(extreme: number | null, at: number | null, price: number | null): string | null {
  const percent = extreme === null || price === null ? Number.NaN : (price / extreme - 1) * 100;
  const direction = Number.isFinite(percent) ? directionOf(percent) : "unchanged";
  const date = at === null ? "" : formatDate(at, "utc");
  if (direction === "unchanged") return date || null;
  const distance = `now ${unsignedPercent(percent)} ${direction === "up" ? "higher" : "lower"}`;
  return date === "" ? distance : `${date}, ${distance}`;
}

interface FigureProps {
  readonly term: string;
  readonly value: string;
  readonly note?: string | null | undefined;
}

/** A term and its value. */
export function Figure({ term, value, note = null }: FigureProps) {
  return (
    <div className="figure">
      <dt>{term}</dt>
      <dd className={fitting("figure-value", value)}>
        {value}
        {note === null ? null : <small> {note}</small>}
      </dd>
    </div>
  );
}

/** Lowest and highest price of 24 hours below a bar in two tones, its lower and its upper half, with a mark at the current price. */
export function DayRangeBar({ quote, currency }: Pick<CoinFiguresProps, "quote" | "currency">) {
  const { low24h, high24h, price } = quote;
  const position = positionInRange(low24h, high24h, price);
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
          Low <b>{formatPrice(low24h, currency)}</b>
        </span>{" "}
        <span>
          High <b>{formatPrice(high24h, currency)}</b>
        </span>
      </p>
      {position === null ? null : (
        <p className="is-sr-only">The price is {position} % of the way from the low to the high.</p>
      )}
    </div>
  );
}

/** Position of the price between low and high in whole per cent, from 0 to 100; null without a range. */
function positionInRange(low: number | null, high: number | null, price: number | null): number | null {
  if (low === null || high === null || price === null || high <= low) return null;
  // Halves first, because the difference of the largest numbers would be Infinity.
  const part = (price / 2 - low / 2) / (high / 2 - low / 2);
  return Math.round(Math.min(1, Math.max(0, part)) * 100);
}

interface CoinConverterProps {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
}

/** Form that converts an amount of the coin into the currency of its page. */
export function CoinConverter({ id, name, currency }: CoinConverterProps) {
  return (
    <Form className="coin-converter" action={PAGES.convert.path} autoComplete="off">
      <label htmlFor="amount">Amount of {name}</label>
      <input id="amount" className="search-field" name="amount" defaultValue="1" inputMode="decimal" />
      <HiddenInputs values={{ from: id, to: currency }} />
      <button className="button" type="submit">
        Convert to {currency}
      </button>
    </Form>
  );
}
