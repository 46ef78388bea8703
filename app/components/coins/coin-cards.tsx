import type { Currency } from "~/domain/market/currency";
import { unpackCoins } from "~/domain/wire/coin-list";
import { CoinCard } from "./coin-card";

interface CoinCardsProps {
  /** The coins as `packCoins` writes them. */
  readonly packed: string;
  readonly currency: Currency;
}

export function CoinCards({ packed, currency }: CoinCardsProps) {
  return (
    <ul className="card-grid">
      {unpackCoins(packed).map((coin, index) => (
        <CoinCard key={coin.id} coin={coin} currency={currency} isBelowFold={index >= 20} />
      ))}
    </ul>
  );
}
