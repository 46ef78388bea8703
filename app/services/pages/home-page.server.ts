import { type KnownCoin, listedCoin } from "~/domain/market/coin";
import { biggestMovers, changeOver, type MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { describeTiles } from "~/domain/market/glance";
import { marketData } from "~/services/market-data/configured.server";
import { createPatience } from "~/services/market-data/gate/patience.server";
import type { ServedAnswer } from "~/services/market-data/memory/answers.server";
import { FIRST_WAIT_MS, madeNow, outcomeOf, pageOf, waitForFirst } from "./page.server";

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
  const budget = createPatience(undefined, FIRST_WAIT_MS);
  const read: { list?: ServedAnswer<readonly KnownCoin[]> | null } = {};
  const rest = Promise.all([marketData.renewGlance(), outcomeOf(marketData.trendingCoins(null))]);
  const retryInMs = await waitForFirst(
    () => !read.list,
    async () => {
      const outcome = await outcomeOf(
        period === "24h"
          ? marketData.coins(currency, 1, budget)
          : marketData.coinTable(currency, 1, "market_cap_desc", budget),
      );
      read.list = outcome.answer;
      // At once where they are known, however stale.
      await rest;
      return [outcome];
    },
  );
  const coins = read.list?.value ?? marketData.knownCoins(currency, LARGEST);
  const trending = marketData.knownTrending().slice(0, SHOWN);
  void marketData.renewPrices(
    trending.map(({ id }) => id),
    currency,
  );
  const figure = changeOver(period);
  const age = read.list ?? madeNow(0);
  const summaryOf = (coin: KnownCoin) => {
    // Not shown.
    const { marketCap, ...summary } = listedCoin(coin, age.fetchedAt);
    return summary;
  };
  return pageOf([age], {
    currency,
    period,
    tiles: describeTiles(marketData.glance(), currency),
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
