import { type KnownCoin, listedCoin } from "~/domain/market/coin";
import { biggestMovers, changeOver, type MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { describeTiles } from "~/domain/market/glance";
import { marketData } from "~/services/market-data/configured.server";
import { pageOf } from "./page.server";

/** Coins of each list. */
const SHOWN = 5;
/** Gainers are chosen from so many of the largest coins: smaller ones can rise by any amount. */
const LARGEST = 100;

/**
 * Gathers the home page from the first page of the list of coins; for changes within seven days, from that of the table. Nobody
 * waits for longer than a second, or for newer figures than are known of the whole market and of trending coins.
 * @throws {MarketDataFailure} if the largest coins are unknown, and could not be fetched
 */
export async function homePage(currency: Currency, period: MoversView["period"]) {
  const order = period === "24h" ? null : "market_cap_desc";
  const { values, failures, age, retryInMs } = await marketData.gather(
    { list: { currency, page: 1, order, wait: "may" }, glance: "may", trending: "may" },
    marketData.visit(),
  );
  const coins = values.list ?? marketData.largest(currency, LARGEST);
  const failed = failures.find(({ reason }) => reason !== "overloaded");
  if (values.list === null && failed) throw failed;
  const trending = (values.trending ?? []).slice(0, SHOWN);
  marketData.renewPrices(
    trending.map(({ id }) => id),
    currency,
  );
  const figure = changeOver(period);
  const summaryOf = (coin: KnownCoin) => {
    // Not shown.
    const { marketCap, ...summary } = listedCoin(coin, age.fetchedAt);
    return summary;
  };
  return pageOf(age, {
    currency,
    period,
    tiles: describeTiles(values.glance, currency),
    largest: coins.slice(0, SHOWN).map(summaryOf),
    gainers: biggestMovers(coins.slice(0, LARGEST), "gainers", figure).slice(0, SHOWN).map(summaryOf),
    trending: trending.map((coin) => {
      const known = marketData.known(coin.id, currency);
      return known === null
        ? { ...coin, price: null, change24h: null, change7d: null, week: [] }
        : summaryOf(known);
    }),
    retryInMs,
  });
}
