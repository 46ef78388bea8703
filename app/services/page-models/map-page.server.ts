import { hierarchy, treemap } from "d3-hierarchy";
import { isTraded, type KnownCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { MapField, MapPeriod } from "~/domain/market/market-map";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";
import { mapDescription } from "./descriptions.server";

/** Between the width of the map on a wide screen (twice its height) and on a phone (half of it), for both stretch it. */
const RATIO = 1.1;

/** A node of the hierarchy: the root, or a coin. */
interface Sized {
  readonly coin?: KnownCoin;
  readonly size: number;
  readonly children?: readonly Sized[];
}

/** Gathers the map of the hundred largest coins from the call of the coin table, which both share. */
export async function mapPage(currency: Currency, period: MapPeriod, signal: AbortSignal) {
  const needs = { list: { currency, page: 1, order: "market_cap_desc" } } as const;
  const { values, age } = await marketData.gather(needs, marketData.visit(signal));
  const fields = fieldsOf(values.list, period);
  return agedModel(age, {
    currency,
    period,
    fields,
    description: mapDescription(fields, period, age.fetchedAt),
  });
}

/** Lays out the coins that are traded and whose market cap is known, the largest first. */
function fieldsOf(coins: readonly KnownCoin[], period: MapPeriod): readonly MapField[] {
  const sized: readonly Sized[] = coins
    .filter(isTraded)
    .map((coin) => ({ coin, size: coin.marketCap ?? 0 }))
    .filter(({ size }) => size > 0);
  const root = hierarchy<Sized>({ size: 0, children: sized })
    .sum(({ size }) => size)
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const percent = (length: number, whole: number) => Math.round((1e4 * length) / whole) / 100;
  return treemap<Sized>()
    .size([RATIO, 1])(root)
    .leaves()
    .flatMap(({ data: { coin, size }, x0, y0, x1, y1 }) => {
      if (coin === undefined) return [];
      const { id, symbol, name } = coin;
      const [x, y] = [percent(x0, RATIO), percent(y0, 1)];
      const box = [x, y, percent(x1 - x0, RATIO), percent(y1 - y0, 1)] as const;
      return { id, symbol, name, marketCap: size, change: coin[`change${period}`], box };
    });
}
