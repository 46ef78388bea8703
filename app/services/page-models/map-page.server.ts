import { isTraded, type KnownCoin, listedRow } from "~/domain/market/coin";
import { biggestMovers, type MapPeriod } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { layoutOf } from "~/domain/market/map-layout";
import type { MapField } from "~/domain/market/market-map";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";
import { mapDescription } from "./descriptions.server";

/** Length of the lists of the strongest and the weakest. */
const MOVER_COUNT = 5;

/** Gathers the map of the hundred largest coins from the call of the coin table, which both share. */
export async function mapPage(currency: Currency, period: MapPeriod, signal: AbortSignal) {
  const needs = { list: { currency, page: 1, order: "market_cap_desc" } } as const;
  const { values, age } = await marketData.gather(needs, marketData.visit(signal));
  const fields = fieldsOf(values.list, period);
  const layouts = { narrow: layoutOf(fields, "narrow"), wide: layoutOf(fields, "wide") };
  const [strongest, weakest] = (["gainers", "losers"] as const).map((list) =>
    biggestMovers(values.list, list, `change${period}`)
      .slice(0, MOVER_COUNT)
      // Without its line of the week, for which a short list has no room.
      .map((coin) => ({ ...listedRow(coin, age.fetchedAt), week: [] })),
  );
  return agedModel(age, {
    currency,
    period,
    fields: fields.slice(0, Math.max(layouts.narrow.boxes.length, layouts.wide.boxes.length)),
    layouts,
    strongest: strongest ?? [],
    weakest: weakest ?? [],
    description: mapDescription(fields, period, age.fetchedAt),
  });
}

/** Returns the coins that are traded and whose market cap is known, the largest first. */
function fieldsOf(coins: readonly KnownCoin[], period: MapPeriod): readonly MapField[] {
  return coins
    .filter(isTraded)
    .map((coin) => {
      const { id, symbol, name, price, marketCap } = coin;
      return { id, symbol, name, price, marketCap: marketCap ?? 0, change: coin[`change${period}`] };
    })
    .filter(({ marketCap }) => marketCap > 0)
    .sort((one, other) => other.marketCap - one.marketCap);
}
