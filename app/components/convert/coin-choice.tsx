import type { ConversionQuery } from "~/domain/convert/conversion-query";
import type { FoundCoin } from "~/domain/market/coin";
import { convertHref } from "~/domain/pages";
import { CoinsToChoose } from "../search/found-coins";

interface CoinChoiceProps {
  readonly query: ConversionQuery;
  readonly side: "from" | "to";
  /** What was written there. */
  readonly text: string;
  /** False: nothing is called so, and these come nearest. */
  readonly isFound: boolean;
  readonly coins: readonly FoundCoin[];
}

/** Asks which coin was meant: links that put it in its place. */
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
  if (text === "") return "Write a coin or a currency on each side.";
  if (isFound) return `Which coin is “${text}”?`;
  return `No coin is called “${text}”.${isAny ? " The nearest names:" : ""}`;
}
