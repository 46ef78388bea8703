import { setTimeout as pause } from "node:timers/promises";
import { directionOf } from "~/domain/format/number";
import {
  type CoinCard,
  type CoinRow,
  cardOf,
  convertedCoin,
  type MarketCoin,
  MONEY_FIGURES,
  rowOf,
} from "~/domain/market/coin";
import type { MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import type { MarketGlance, MarketLine } from "~/domain/market/glance";
import { attemptAfterMs, PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { marketData } from "~/services/market-data/configured.server";
import { isDelay } from "~/services/market-data/failure.server";
import { RANKED_PAGES } from "~/services/market-data/market-data.server";
import { moversDescription } from "./descriptions.server";
import { describeMarket } from "./glance.server";
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
export interface MoversPage extends DataAge, Described {
  readonly movers: MoversView;
  readonly currency: Currency;
  /** The most changed first; cards show the change of the period. Null for a table. */
  readonly cards: readonly CoinCard[] | null;
  /** The same as rows of the table; null for cards. */
  readonly rows: readonly CoinRow[] | null;
  /** Number of coins that the list was chosen from; 0: no change is known yet. */
  readonly covered: number;
  /** The market in one line; null if unknown. */
  readonly glance: MarketLine | null;
}

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
  const figure = view.period === "24h" ? "change24h" : "change7d";
  const changed = (ranks?.coins ?? []).filter((coin) => coin[figure] !== null);
  const sign = view.list === "gainers" ? 1 : -1;
  const coins = changed
    .filter((coin) => directionOf(sign * (coin[figure] ?? 0)) === "up")
    .sort((one, other) => sign * ((other[figure] ?? 0) - (one[figure] ?? 0)))
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
  const page = pageOf([age], {
    movers: view,
    currency,
    cards: view.isTable ? null : coins.map((coin) => cardOf(coin, currency, figure)),
    rows: view.isTable ? coins.map(rowOf) : null,
    covered: changed.length,
    glance: describeMarket(glance, currency),
    description: moversDescription(coins, view, changed.length, age.fetchedAt),
  });
  if (ranks !== null) return page;
  return { ...page, model: { ...page.model, retryInMs: retryInMs(failures) ?? attemptAfterMs(MAX_WAIT_MS) } };
}

/** Returns what a dollar is worth; null if unknown. */
function rateOf(glance: MarketGlance | null, currency: Currency): number | null {
  const { [currency]: total, usd: dollars } = glance?.totals ?? {};
  return total?.marketCap && dollars?.marketCap ? total.marketCap / dollars.marketCap : null;
}

/** Returns a coin with amounts in a currency, and with its own changes. */
function inCurrency(coin: MarketCoin, currency: Currency, rate: number | null): MarketCoin {
  const known = marketData.known(coin.id, currency);
  if (known === null) return convertedCoin(coin, rate);
  const amounts = MONEY_FIGURES.map((figure) => [figure, known[figure]]);
  return { ...coin, ...Object.fromEntries(amounts), week: known.week };
}
