import { setTimeout as pause } from "node:timers/promises";
import { directionOf } from "~/domain/format/number";
import { type CoinCard, type CoinRow, rowOf } from "~/domain/market/coin";
import type { MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import type { MarketGlance, MarketLine } from "~/domain/market/glance";
import { attemptAfterMs, PRICES_FRESH_MS } from "~/domain/refresh-plan";
import { marketData } from "~/services/market-data/configured.server";
import { RANKED_PAGES } from "~/services/market-data/market-data.server";
import { cardsOf } from "./coins-page.server";
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
  /** The most changed first; what cards show as the change of 24 hours is that of the period. Null for a table. */
  readonly cards: readonly CoinCard[] | null;
  /** The same as rows of the table; null for cards. */
  readonly rows: readonly CoinRow[] | null;
  /** How many coins the list was chosen from; 0: no change is known yet. */
  readonly covered: number;
  /** The market in one line; null where it is not known. */
  readonly glance: MarketLine | null;
}

const MAX_COINS = 100;

/** Milliseconds that the first visitor waits for the calls, which are made after those of other visitors. */
const MAX_WAIT_MS = 1000;

/**
 * Gathers a list of movers, out of the coins whose ranks are known. It adds no call to those that searches make for the ranks, and
 * waits for them only while none is known.
 *
 * Ranks come with prices in dollars. In other currencies, prices are converted at the rate between the totals of the market, which
 * are of one moment; changes stay those in dollars.
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
    .map((coin) => inCurrency(rowOf(coin), rate));
  const age = ranks === null ? madeNow(0) : { fetchedAt: ranks.fetchedAt, freshForMs: PRICES_FRESH_MS };
  const page = pageOf([age], {
    movers: view,
    currency,
    cards: view.isTable
      ? null
      : cardsOf(
          coins.map((coin) => ({ ...coin, change24h: coin[figure] })),
          currency,
        ),
    rows: view.isTable ? coins : null,
    covered: changed.length,
    glance: describeMarket(glance, currency),
    description: moversDescription(coins, view, changed.length, age.fetchedAt),
  });
  if (ranks !== null) return page;
  const failures = (outcomes ?? []).map(({ failure }) => failure);
  return { ...page, model: { ...page.model, retryInMs: retryInMs(failures) ?? attemptAfterMs(MAX_WAIT_MS) } };
}

/** Returns what a dollar is worth; null where that is not known. */
function rateOf(glance: MarketGlance | null, currency: Currency): number | null {
  const { [currency]: total, usd: dollars } = glance?.totals ?? {};
  return total?.marketCap && dollars?.marketCap ? total.marketCap / dollars.marketCap : null;
}

function inCurrency(row: CoinRow, rate: number | null): CoinRow {
  const convert = (amount: number | null) => (amount === null || rate === null ? null : amount * rate);
  return {
    ...row,
    price: convert(row.price),
    marketCap: convert(row.marketCap),
    volume: convert(row.volume),
  };
}
