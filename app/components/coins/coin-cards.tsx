import type { ReactNode } from "react";
import type { Currency } from "~/domain/market/currency";
import type { ListedCoin } from "~/domain/wire/coin-list";
import { CoinCard } from "./coin-card";
import { shownCoins } from "./document-rows";

interface CoinCardsProps {
  /** The coins as `packCoins` writes them. */
  readonly packed: string;
  readonly currency: Currency;
  /** Makes what stands below a card in place of the star on it. */
  readonly more?: ((coin: ListedCoin) => ReactNode) | undefined;
}

export function CoinCards({ packed, currency, more }: CoinCardsProps) {
  return (
    <ul className={more ? "card-grid is-own" : "card-grid"}>
      {shownCoins(packed).map((coin, index) => (
        <CoinCard
          key={coin.id}
          coin={coin}
          currency={currency}
          isBelowFold={index >= 20}
          more={more?.(coin)}
        />
      ))}
    </ul>
  );
}
