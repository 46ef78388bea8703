import type { Currency } from "~/domain/market/currency";
import { marketFigures, totalSupply } from "./market-figures.server";
import type { SampleCoin } from "./sample-coins.server";

/**
 * One row of `/coins/markets`: amounts in units of the currency, percentages as numbers (1.5 is 1.5 %). The image is
 * always null, because the site draws its own icons. A coin without a price has nothing but its name and its rank.
 */
export function marketRow(coin: SampleCoin, currency: Currency, nowMs: number) {
  const figures = marketFigures(coin, currency, nowMs);
  const traded = figures !== null;
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    image: null,
    current_price: figures?.price ?? null,
    market_cap: figures?.marketCap ?? null,
    market_cap_rank: coin.rank,
    fully_diluted_valuation: figures?.fullyDilutedValuation ?? null,
    total_volume: figures?.volume ?? null,
    high_24h: figures?.lastDay?.high ?? null,
    low_24h: figures?.lastDay?.low ?? null,
    price_change_24h: figures?.lastDay?.change ?? null,
    price_change_percentage_24h: figures?.lastDay?.changePercent ?? null,
    circulating_supply: traded ? coin.circulatingSupply : null,
    total_supply: traded ? totalSupply(coin) : null,
    max_supply: traded ? coin.maxSupply : null,
    ath: figures?.ath ?? null,
    ath_change_percentage: figures?.athChangePercent ?? null,
    ath_date: figures?.athDate ?? null,
    atl: figures?.atl ?? null,
    atl_change_percentage: figures?.atlChangePercent ?? null,
    atl_date: figures?.atlDate ?? null,
    roi: null,
    last_updated: traded ? new Date(nowMs).toISOString() : null,
  };
}
