import { Link } from "@remix-run/react";
import type { ComparedCoin, ShownChange } from "~/domain/compare/compared-coins";
import type { Currency } from "~/domain/market/currency";
import { type Range, rangeInWords } from "~/domain/market/range";
import { coinHref, compareHref } from "~/domain/pages";
import { LocalTime } from "../market/figure-text";
import { MarketIcon } from "../market/market-icon";

interface ComparedListProps {
  readonly coins: readonly ComparedCoin[];
  readonly currency: Currency;
  readonly range: Range;
  /** The range that the lines show. */
  readonly shownRange: Range;
}

/** Why a coin has no line. */
const REASONS = {
  alone: "",
  "no-prices": "No prices are known for this range.",
  "not-found": "No such coin is known.",
  awaited: "Its prices follow.",
  failed: "Its prices could not be fetched just now.",
} as const;

/** The compared coins, each with its line's colour and dash, a sentence, and a link that removes it. */
export function ComparedList({ coins, currency, range, shownRange }: ComparedListProps) {
  const without = (id: string) => coins.map((coin) => coin.id).filter((each) => each !== id);
  return (
    <ul className="compared-coins" tabIndex={-1} aria-label="Compared coins">
      {coins.map(({ id, name, symbol, image, shows }, index) => (
        <li key={id}>
          <svg className={`line-${index + 1}`} width="32" height="8" aria-hidden="true">
            {typeof shows === "object" ? <path className="compare-line" d="M0 4h32" /> : null}
          </svg>
          <span className="compared-name">
            <MarketIcon image={image} texts={[symbol, name]} size={24} />{" "}
            {shows === "not-found" ? (
              <b>{name}</b>
            ) : (
              <Link to={coinHref(id, currency, range)} prefetch="intent">
                {name}
              </Link>
            )}{" "}
            <small>{symbol}</small>
          </span>
          <p>{typeof shows === "object" ? <Sentence {...shows} range={shownRange} /> : REASONS[shows]}</p>
          <Link
            className="button is-small"
            to={compareHref(without(id), currency, range)}
            preventScrollReset
            aria-label={`Remove ${name}`}
          >
            Remove
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Sentence({
  percent,
  from,
  to,
  lowest,
  highest,
  since,
  range,
}: ShownChange & { readonly range: Range }) {
  return (
    <>
      <b>{percent}</b> {since === null ? `in ${rangeInWords(range)}` : "since "}
      {since === null ? null : <LocalTime time={since} />}, from {from} to {to}; lowest {lowest}, highest{" "}
      {highest}.
    </>
  );
}
