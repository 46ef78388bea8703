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
import { agedModel } from "./aged-model.server";
import { moversDescription } from "./descriptions.server";
import { topHundred, topHundredNeed } from "./top-hundred.server";

export type MoversPage = Awaited<ReturnType<typeof moversPage>>["model"];

const MAX_COINS = 100;

/**
 * Gathers a list of movers: of the top 100 from their list, as Home does, so that both have the same coins and figures; of the top
 * 1,000 from the coins with known ranks.
 * @throws {MarketDataFailure} if neither is known, and could not be fetched
 */
export async function moversPage(currency: Currency, view: MoversView) {
  const { ranked, shown, categories, age, retryInMs } = await (view.top === 100 ? ofHundred : ofThousand)(
    currency,
    view,
  );
  const coins = biggestMovers(ranked, view.list, changeOver(view.period)).slice(0, MAX_COINS).map(shown);
  // The next visitor gets them.
  marketData.renewPrices(
    coins.map(({ id }) => id),
    currency,
  );
  return agedModel(age, {
    movers: view,
    currency,
    coins: coins.map((coin) => (view.isTable ? listedRow : listedCoin)(coin, age.fetchedAt)),
    covered: ranked.length,
    categories: offeredCategories(categories, null),
    description: moversDescription(coins, view, ranked.length, age.fetchedAt),
    retryInMs,
  });
}

async function ofHundred(currency: Currency, { period, isTable }: MoversView) {
  const list = { ...topHundredNeed(currency, isTable || period === "7d"), hasWeeks: true };
  const gathered = await marketData.gather({ list, categories: "background" }, marketData.visit());
  const { coins: ranked, failed, ...rest } = topHundred(gathered, currency);
  if (failed !== null) throw failed;
  return { ...rest, ranked, categories: gathered.values.categories, shown: (coin: KnownCoin) => coin };
}

/**
 * The coins with known ranks. They add no call to those that searches make for the ranks, and are waited for only while none is
 * known.
 *
 * Ranks come with prices in dollars; what is known since then stands in for them. In other currencies amounts are those of the
 * coin's record, or converted by the ratio of the market's totals, which are from a single moment; changes stay those in dollars.
 */
async function ofThousand(currency: Currency, { period }: MoversView) {
  const needs = { ranks: {}, glance: "background", categories: "background" } as const;
  const { values, age, retryInMs } = await marketData.gather(needs, marketData.visit());
  const newer = new Map(marketData.largest("usd", 1000).map((coin) => [coin.id, coin]));
  const ranked = values.ranks.map((coin) => {
    const known = newer.get(coin.id) ?? coin;
    return known[changeOver(period)] === null ? coin : known;
  });
  const rate = dollarRate(values.glance, currency);
  const shown = (coin: KnownCoin) => inCurrency(coin, currency, rate);
  return { ranked, shown, categories: values.categories, age, retryInMs };
}

/** Returns a coin with amounts in a currency, and with its own changes and line of the week, which are those in dollars. */
function inCurrency(coin: KnownCoin, currency: Currency, rate: number | null): KnownCoin {
  const { change1h, change24h, change7d, week } = coin;
  const known = marketData.known(coin.id, currency);
  return known === null ? convertedCoin(coin, rate) : { ...known, change1h, change24h, change7d, week };
}
