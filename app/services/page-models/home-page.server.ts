import { type KnownCoin, listedCoin } from "~/domain/market/coin";
import { biggestMovers, changeOver, type MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { describeTiles } from "~/domain/market/glance";
import { attemptAfterMs } from "~/domain/refresh-schedule";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";
import { topHundred, topHundredNeed } from "./top-hundred.server";

/** Coins of each list. */
const SHOWN = 5;

/**
 * Gathers the home page from the first page of the list of coins; for changes within seven days, from that of the table. Nobody
 * waits for longer than a second and a half, or for newer figures than are known of the whole market and of trending coins.
 * If the service fails, the page stands without coins.
 */
export async function homePage(currency: Currency, period: MoversView["period"]) {
  const gathered = await marketData.gather(
    { list: topHundredNeed(currency, period === "7d"), glance: "may", trending: "may" },
    marketData.visit(),
  );
  const { values } = gathered;
  const { coins, age, retryInMs, failed } = topHundred(gathered, currency);
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
  return agedModel(age, {
    currency,
    period,
    tiles: describeTiles(values.glance, currency),
    largest: coins.slice(0, SHOWN).map(summaryOf),
    gainers: biggestMovers(coins, "gainers", figure).slice(0, SHOWN).map(summaryOf),
    trending: trending.map((coin) => {
      const known = marketData.known(coin.id, currency);
      return known === null
        ? { ...coin, price: null, change24h: null, change7d: null, week: [] }
        : summaryOf(known);
    }),
    retryInMs: failed === null ? retryInMs : attemptAfterMs(failed.retryAfterMs),
    hasFailed: failed !== null,
  });
}
