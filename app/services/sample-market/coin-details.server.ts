import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { type MarketFigures, marketFigures, totalSupply } from "./market-figures.server";
import type { SampleCoin } from "./sample-coins.server";

/**
 * The body of `/coins/{id}`: amounts as maps from currency to units of it, percentages as numbers (1.5 is 1.5 %). What
 * is not known is missing from a map, as at the real service: a coin without a price has empty maps.
 */
export function coinDetails(coin: SampleCoin, nowMs: number) {
  const figures = CURRENCIES.map((currency) => ({ currency, of: marketFigures(coin, currency, nowMs) }));
  const inDollars = figures.find(({ currency }) => currency === "usd")?.of ?? null;
  const traded = inDollars !== null;
  const lastUpdated = traded ? new Date(nowMs).toISOString() : null;

  function perCurrency<Value>(pick: (of: MarketFigures) => Value | undefined) {
    const map: Partial<Record<Currency, Value>> = {};
    for (const { currency, of } of figures) {
      const value = of === null ? undefined : pick(of);
      if (value !== undefined) map[currency] = value;
    }
    return map;
  }

  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    image: { thumb: null, small: null, large: null },
    market_cap_rank: coin.rank,
    last_updated: lastUpdated,
    market_data: {
      current_price: perCurrency((of) => of.price),
      ath: perCurrency((of) => of.ath),
      ath_date: perCurrency((of) => of.athDate),
      atl: perCurrency((of) => of.atl),
      atl_date: perCurrency((of) => of.atlDate),
      market_cap: perCurrency((of) => of.marketCap),
      high_24h: perCurrency((of) => of.lastDay?.high),
      low_24h: perCurrency((of) => of.lastDay?.low),
      price_change_24h: inDollars?.lastDay?.change ?? null,
      price_change_percentage_24h: inDollars?.lastDay?.changePercent ?? null,
      price_change_percentage_24h_in_currency: perCurrency((of) => of.lastDay?.changePercent),
      max_supply: traded ? coin.maxSupply : null,
      total_supply: traded ? totalSupply(coin) : null,
      circulating_supply: traded ? coin.circulatingSupply : null,
      market_cap_rank: coin.rank,
      last_updated: lastUpdated,
    },
  };
}
