import { CURRENCIES, type Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import { changePercent, historyTimes, tradedSinceMs } from "./price-history.server";
import type { SampleCoin } from "./sample-coins.server";
import { factorAt, factorRecords, type PriceCurve, priceAtFactor, priceCurveOf } from "./sample-price.server";
import { rankOf } from "./sample-ranking.server";

/**
 * Makes the body of `/coins/{id}`: amounts as maps from currency to units of it, percentages as numbers (1.5 is 1.5 %).
 * Figures that are not known are missing from a map, as at the real service: a coin without a price has empty maps.
 */
export function coinDetails(coin: SampleCoin, nowMs: number) {
  const curve = priceCurveOf(coin);
  const day = curve === null ? null : lastDay(coin, curve, nowMs);
  const records = curve === null ? null : factorRecords(curve, tradedSinceMs(coin, nowMs), nowMs);

  function perCurrency(figure: (curve: PriceCurve, currency: Currency) => number | undefined) {
    const map: Partial<Record<Currency, number>> = {};
    for (const currency of CURRENCIES) {
      const value = curve === null ? undefined : figure(curve, currency);
      if (value !== undefined) map[currency] = value;
    }
    return map;
  }

  const priceAt = (factor: number | undefined) =>
    perCurrency((of, currency) => (factor === undefined ? undefined : priceAtFactor(of, factor, currency)));
  const current_price = priceAt(curve === null ? undefined : factorAt(curve, nowMs));
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    market_cap_rank: rankOf(coin, nowMs),
    last_updated: curve === null ? null : new Date(nowMs).toISOString(),
    market_data: {
      current_price,
      ath: priceAt(records?.highest),
      atl: priceAt(records?.lowest),
      market_cap: perCurrency((_, currency) => (current_price[currency] ?? 0) * coin.circulatingSupply),
      high_24h: priceAt(day?.highest),
      low_24h: priceAt(day?.lowest),
      price_change_percentage_24h_in_currency: perCurrency((of, currency) =>
        day === null
          ? undefined
          : changePercent(priceAtFactor(of, day.first, currency), priceAtFactor(of, day.last, currency)),
      ),
      max_supply: curve === null ? null : coin.maxSupply,
      circulating_supply: curve === null ? null : coin.circulatingSupply,
    },
  };
}

/**
 * Finds the factors of the last day, from the very points that the 24-hour chart shows, so that the two never disagree.
 * Null for a coin that has not been traded for a whole day.
 */
function lastDay(coin: SampleCoin, curve: PriceCurve, nowMs: number) {
  if (tradedSinceMs(coin, nowMs) > nowMs - TIME.DAY) return null;
  const factors = historyTimes(coin, 1, nowMs).map((atMs) => factorAt(curve, atMs));
  return {
    first: factors[0] ?? 1,
    last: factors.at(-1) ?? 1,
    highest: Math.max(...factors),
    lowest: Math.min(...factors),
  };
}
