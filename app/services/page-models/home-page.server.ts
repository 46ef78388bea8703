import { coinSummary, type KnownCoin } from "~/domain/market/coin";
import { biggestMovers, changeOver, type MoversView, POPULAR_COINS } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { describeDay } from "~/domain/market/market-day";
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
  const summaryOf = (coin: KnownCoin) => ({ ...coinSummary(coin, age.fetchedAt), change7d: coin.change7d });
  const known = (id: string) => coins.find((coin) => coin.id === id) ?? marketData.known(id, currency);
  return agedModel(age, {
    currency,
    period,
    popular: POPULAR_COINS.map(({ id, name }) => {
      const coin = known(id);
      const { price = null, change24h = null, priceFrom } = coin ? coinSummary(coin, age.fetchedAt) : {};
      return { id, name, price, change24h, priceFrom };
    }),
    day: describeDay(values.glance, coins, currency),
    largest: coins.slice(0, SHOWN).map(summaryOf),
    gainers: biggestMovers(coins, "gainers", figure).slice(0, SHOWN).map(summaryOf),
    trending: trending.map((coin) => {
      const priced = known(coin.id);
      return priced === null ? { ...coin, price: null, change24h: null } : summaryOf(priced);
    }),
    retryInMs: failed === null ? retryInMs : attemptAfterMs(failed.retryAfterMs),
    hasFailed: failed !== null,
  });
}
