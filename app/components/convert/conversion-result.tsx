import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { ConversionQuery } from "~/domain/convert/conversion-query";
import type { DescribedConversion, Remark } from "~/domain/convert/describe-conversion";
import type { FoundCoin } from "~/domain/market/coin";
import { convertHref } from "~/domain/pages";
import { LocalTime } from "../market/figure-text";
import { CoinsToChoose } from "../search/found-coins";

interface ConversionResultProps extends Pick<DescribedConversion, "result" | "rates" | "sidesRemark"> {
  /** Time of the prices in milliseconds since the epoch. */
  readonly pricesFrom: number | null;
}

/** The result of a conversion, and the prices behind it. */
export function ConversionResult({ result, rates, sidesRemark, pricesFrom }: ConversionResultProps) {
  return (
    <section className="coin-figures convert-result" aria-label="Result">
      {result === null ? null : (
        <p className="title">
          <small>
            {result.given} {result.sign}
          </small>{" "}
          {result.text}
        </p>
      )}
      {sidesRemark === null ? null : (
        <p className="convert-note">
          <RemarkText remark={sidesRemark} />
        </p>
      )}
      {rates.length === 0 ? null : (
        <ul className="convert-rates" aria-label="Prices">
          {rates.map((rate) => (
            <li key={rate}>{rate}</li>
          ))}
        </ul>
      )}
      {pricesFrom === null ? null : (
        <p className="last-updated">
          Prices from <LocalTime time={pricesFrom} />
        </p>
      )}
    </section>
  );
}

/** A remark with other conversions to choose from. */
export function RemarkText({ remark: { text, isProblem, suggestions } }: { readonly remark: Remark }) {
  return (
    <>
      {isProblem ? <strong>{text}</strong> : text}
      {suggestions.map(({ text, query }) => (
        <Fragment key={convertHref(query)}>
          {" "}
          <Link to={convertHref(query)} preventScrollReset>
            {text}
          </Link>
        </Fragment>
      ))}
    </>
  );
}

interface CoinChoiceProps {
  readonly query: ConversionQuery;
  readonly side: "from" | "to";
  /** What was written there. */
  readonly text: string;
  /** False: no coin has that name, and these have the nearest ones. */
  readonly isFound: boolean;
  readonly coins: readonly FoundCoin[];
}

/** Asks which coin was meant, by links that fill it in. */
export function CoinChoice({ query, side, text, isFound, coins }: CoinChoiceProps) {
  return (
    <section aria-label="Which coin?">
      <h2 className="search-outcome">{choiceHeading(text, isFound, coins.length > 0)}</h2>
      {coins.length === 0 ? null : (
        <CoinsToChoose coins={coins} hrefWith={(id) => convertHref({ ...query, [side]: id })} />
      )}
    </section>
  );
}

/** @param isAny whether there are any to choose from */
export function choiceHeading(text: string, isFound: boolean, isAny: boolean): string {
  if (text === "") return "Enter a coin or a currency on each side.";
  if (isFound) return `Which coin is “${text}”?`;
  return `No coin is called “${text}”.${isAny ? " The nearest names:" : ""}`;
}
