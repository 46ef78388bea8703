import { setTimeout as pause } from "node:timers/promises";
import { convertedCoin, listedCoin, listedRow, type MarketCoin } from "~/domain/market/coin";
import { changeOver, type MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { describeMarket, type MarketGlance } from "~/domain/market/glance";
import { biggestMovers, type ShownMovers } from "~/domain/market/movers";
import { attemptAfterMs, PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { marketData } from "~/services/market-data/configured.server";
import { isDelay } from "~/services/market-data/failure.server";
import { RANKED_PAGES } from "~/services/market-data/market-data.server";
import { moversDescription } from "./descriptions.server";
import {
  type DataAge,
  type Described,
  madeNow,
  outcomeOf,
  type Page,
  pageOf,
  retryInMs,
} from "./page.server";

/** Model of a list of movers. */
export type MoversPage = ShownMovers & DataAge & Described;

const MAX_COINS = 100;

/** Milliseconds that the first visitor waits for the calls, which have a lower priority than those of other visitors. */
const MAX_WAIT_MS = 1000;

/**
 * Gathers a list of movers from the coins with known ranks. It adds no call to those that searches make for the ranks, and waits
 * for them only while none is known.
 *
 * Ranks come with prices in dollars. In other currencies amounts are those of the coin's record, or converted by the ratio of the
 * market's totals, which are from a single moment; changes stay those in dollars.
 * @throws {MarketDataFailure} if the ranks could not be fetched
 */
export async function moversPage(currency: Currency, view: MoversView): Promise<Page<MoversPage>> {
  marketData.glance();
  const asked = Promise.all(RANKED_PAGES.map((page) => outcomeOf(marketData.rankedCoins(page))));
  const outcomes =
    marketData.knownRanks() === null
      ? await Promise.race([asked, pause(MAX_WAIT_MS, null, { ref: false })])
      : null;
  const ranks = marketData.knownRanks();
  const glance = marketData.glance();
  const rate = currency === "usd" ? 1 : rateOf(glance, currency);
  const figure = changeOver(view.period);
  const changed = (ranks?.coins ?? []).filter((coin) => coin[figure] !== null);
  const coins = biggestMovers(changed, view.list, figure)
    .slice(0, MAX_COINS)
    .map((coin) => inCurrency(coin, currency, rate));
  const failures = (outcomes ?? []).flatMap(({ failure }) => failure ?? []);
  const failed = failures.find((failure) => !isDelay(failure));
  if (ranks === null && failed !== undefined) throw failed;
  // The next visitor gets them.
  void marketData.renewPrices(
    coins.map(({ id }) => id),
    currency,
  );
  const age = ranks === null ? madeNow(0) : { fetchedAt: ranks.fetchedAt, freshForMs: PRICES_FRESH_MS };
  return pageOf([age], {
    movers: view,
    currency,
    // Cards of seven days show that change, which only rows always have.
    coins: coins.map(view.isTable || view.period === "7d" ? listedRow : listedCoin),
    covered: changed.length,
    glance: describeMarket(glance, currency),
    description: moversDescription(coins, view, changed.length, age.fetchedAt),
    retryInMs: ranks === null ? (retryInMs(failures) ?? attemptAfterMs(MAX_WAIT_MS)) : null,
  });
}

/** Returns what a dollar is worth; null if unknown. */
function rateOf(glance: MarketGlance | null, currency: Currency): number | null {
  const { [currency]: total, usd: dollars } = glance?.totals ?? {};
  return total?.marketCap && dollars?.marketCap ? total.marketCap / dollars.marketCap : null;
}

/** Returns a coin with amounts in a currency, and with its own changes. */
function inCurrency(coin: MarketCoin, currency: Currency, rate: number | null): MarketCoin {
  const { change1h, change24h, change7d } = coin;
  const known = marketData.known(coin.id, currency);
  return known === null ? convertedCoin(coin, rate) : { ...known, change1h, change24h, change7d };
}
