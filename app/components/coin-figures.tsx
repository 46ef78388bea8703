import { formatAmount, formatCompactAmount, formatPrice } from "~/domain/format/money";
import { formatSupply } from "~/domain/format/number";
import type { Coin, CoinQuote } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { fitting } from "./fitting-number";

interface CoinFiguresProps {
  readonly coin: Pick<Coin, "maxSupply" | "circulatingSupply">;
  readonly quote: CoinQuote;
  readonly currency: Currency;
}

/** The key figures of a coin as a list of terms and values. */
export function CoinFigures({ coin, quote, currency }: CoinFiguresProps) {
  const compact = formatCompactAmount(quote.marketCap, currency);
  return (
    <dl className="figures">
      <Figure term="Max Supply" value={formatSupply(coin.maxSupply, currency)} />
      <Figure term="Circulating Supply" value={formatSupply(coin.circulatingSupply, currency)} />
      <Figure term="Market Cap" value={formatAmount(quote.marketCap, currency)} note={compact} />
      <Figure term="All Time Low" value={formatPrice(quote.allTimeLow, currency)} />
      <Figure term="All Time High" value={formatPrice(quote.allTimeHigh, currency)} />
    </dl>
  );
}

interface FigureProps {
  readonly term: string;
  readonly value: string;
  readonly note?: string | null;
}

function Figure({ term, value, note = null }: FigureProps) {
  return (
    <div className="figure">
      <dt>{term}</dt>
      <dd className={fitting("figure-value", value)}>
        {value}
        {note === null ? null : <small className="figure-note"> ({note})</small>}
      </dd>
    </div>
  );
}
