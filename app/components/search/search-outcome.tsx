import { decimal } from "~/domain/format/number";
import type { Currency } from "~/domain/market/currency";

interface SearchOutcomeProps {
  readonly query: string;
  /** By whose custom digits are grouped. */
  readonly currency: Currency;
  readonly shows: "found" | "nearest" | "trending" | "largest";
  /** How many match. */
  readonly count: number;
  /** How many are listed. */
  readonly shown: number;
}

/** Says what the list below is. */
export function SearchOutcome(props: SearchOutcomeProps) {
  return <h2 className="search-outcome">{describe(props)}</h2>;
}

function describe({ query, currency, shows, count, shown }: SearchOutcomeProps): string {
  if (shows === "trending") return "Trending coins";
  if (shows === "largest") return "The largest coins";
  if (shows === "nearest") return `No coin is called “${query}”.${shown > 0 ? " The nearest names:" : ""}`;
  const coins = count === 1 ? "1 coin" : `${decimal(count, currency, 0, 0)} coins`;
  return `${coins} for “${query}”${count > shown ? `, the best ${shown} of them` : ""}`;
}
