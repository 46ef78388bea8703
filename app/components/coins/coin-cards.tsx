import type { Currency } from "~/domain/market/currency";
import { CoinCard } from "./coin-card";
import { shownCoins } from "./document-rows";

interface CoinCardsProps {
  /** The coins as `packCoins` writes them. */
  readonly packed: string;
  readonly currency: Currency;
}

export function CoinCards({ packed, currency }: CoinCardsProps) {
  return (
    <ul className="card-grid">
      {shownCoins(packed).map((coin, index) => (
        <CoinCard key={coin.id} coin={coin} currency={currency} isBelowFold={index >= 20} />
      ))}
    </ul>
  );
}
