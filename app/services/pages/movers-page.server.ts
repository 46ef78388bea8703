import { convertedCoin, type KnownCoin, listedCoin, listedRow } from "~/domain/market/coin";
import {
  biggestMovers,
  changeOver,
  type MoversView,
  offeredCategories,
} from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { dollarRate } from "~/domain/market/glance";
import { marketData } from "~/services/market-data/configured.server";
import { moversDescription } from "./descriptions.server";
import { pageOf } from "./page.server";

export type MoversPage = Awaited<ReturnType<typeof moversPage>>["model"];

const MAX_COINS = 100;

/**
 * Gathers a list of movers from the coins with known ranks. It adds no call to those that searches make for the ranks, and waits
 * for them only while none is known.
 *
 * Ranks come with prices in dollars. In other currencies amounts are those of the coin's record, or converted by the ratio of the
 * market's totals, which are from a single moment; changes stay those in dollars.
 * @throws {MarketDataFailure} if the ranks could not be fetched
 */
export async function moversPage(currency: Currency, view: MoversView) {
  const needs = { ranks: {}, glance: "background", categories: "background" } as const;
  const { values, age, retryInMs } = await marketData.gather(needs, marketData.visit());
  const { ranks: ranked } = values;
  const rate = dollarRate(values.glance, currency);
  const figure = changeOver(view.period);
  const coins = biggestMovers(ranked, view.list, figure)
    .slice(0, MAX_COINS)
    .map((coin) => inCurrency(coin, currency, rate));
  // The next visitor gets them.
  marketData.renewPrices(
    coins.map(({ id }) => id),
    currency,
  );
  return pageOf(age, {
    movers: view,
    currency,
    coins: coins.map((coin) => (view.isTable ? listedRow : listedCoin)(coin, age.fetchedAt)),
    covered: ranked.length,
    categories: offeredCategories(values.categories, null),
    description: moversDescription(coins, view, ranked.length, age.fetchedAt),
    retryInMs,
  });
}

/** Returns a coin with amounts in a currency, and with its own changes and line of the week, which are those in dollars. */
function inCurrency(coin: KnownCoin, currency: Currency, rate: number | null): KnownCoin {
  const { change1h, change24h, change7d, week } = coin;
  const known = marketData.known(coin.id, currency);
  return known === null ? convertedCoin(coin, rate) : { ...known, change1h, change24h, change7d, week };
}
