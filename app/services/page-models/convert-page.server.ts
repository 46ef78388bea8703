import { drawPriceChart } from "~/domain/chart/drawing";
import { downsamplePriceHistory, seriesFigures } from "~/domain/chart/price-history";
import {
  BRIDGE_ID,
  coinName,
  commonAmounts,
  convert,
  type PairPast,
  type QuotedCoin,
  type ShownConversion,
  type ShownSide,
  type Side,
  sideName,
} from "~/domain/convert/conversion";
import { type ConversionQuery, idLikeName } from "~/domain/convert/conversion-query";
import { isolated } from "~/domain/format/text";
import { type FoundCoin, isCoinId } from "~/domain/market/coin";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from "~/domain/market/currency";
import type { DataAge } from "~/domain/refresh-schedule";
import { parseQuery } from "~/domain/search/query";
import { isCalled } from "~/domain/search/search-key";
import { TIME } from "~/domain/time";
import { type Age, marketData, type Visit } from "~/services/market-data/configured.server";
import { coinSearch } from "~/services/search/configured.server";
import { type AgedModel, agedModel, oldestOf } from "./aged-model.server";

interface ResolvedSide {
  /** Null if the text names no known coin. */
  readonly side: Side | null;
  /** Age of the coin's prices, and how long they are fresh; null for a currency. */
  readonly age: Age | null;
  /** Other candidates, with the words that introduce them or say that there are none. */
  readonly others: readonly FoundCoin[];
  readonly remark: string | null;
}

const MAX_CHOICES = 8;

const NOTHING = {
  result: null,
  rates: [],
  amountRemark: null,
  missingPrice: null,
  pricesFrom: null,
  common: [],
  past: null,
};

/** Enough for a small chart. */
const MAX_DRAWN_POINTS = 200;

/**
 * Gathers the page of a conversion. Prices come from the coins' records; stale coins are fetched one after the other, as on
 * their own pages, so amounts cost no calls. Texts that are not ids are looked up in the search.
 * @param asked as returned by `parseConversion`; the model has its coins' ids in place of other spellings
 * @throws {MarketDataFailure} except for an unknown coin
 */
export async function convertPage(
  asked: ConversionQuery,
  signal: AbortSignal,
): Promise<AgedModel<ShownConversion & DataAge>> {
  const visit = marketData.visit(signal);
  const named = CURRENCIES.filter((code) => code === asked.from || code === asked.to);
  const needed = named.length > 0 ? named : [asked.currency ?? DEFAULT_CURRENCY];
  const resolveIn = async (currencies: readonly Currency[]) => ({
    from: await resolveSide(asked.from, currencies, visit),
    to: await resolveSide(asked.to, currencies, visit),
  });
  const isUnpriced = ({ side }: ResolvedSide) =>
    side?.kind === "coin" && needed.some((currency) => side.coin.quotes[currency].price === null);
  const first = await resolveIn(needed);
  // Two coins without a price in the requested currency may have one in another.
  const { from, to } = Object.values(first).some(isUnpriced) ? await resolveIn(CURRENCIES) : first;
  const bridge = named.length === 2 ? await resolveSide(BRIDGE_ID, named, visit) : null;
  const [fromCoin, toCoin, bridgeCoin] = [coinOf(from), coinOf(to), bridge && coinOf(bridge)];
  const query = { ...asked, from: fromCoin?.id ?? asked.from, to: toCoin?.id ?? asked.to };
  const shown = { query, from: shownSide("from", from, query), to: shownSide("to", to, query) };
  const ages = [from, to, bridge].flatMap((each) => each?.age ?? []);
  const age = oldestOf(ages, TIME.HOUR);
  if (from.side === null || to.side === null) return agedModel(age, { ...shown, ...NOTHING });
  const times = [fromCoin, toCoin, bridgeCoin].flatMap((coin) => coin?.pricedAt ?? []);
  return agedModel(age, {
    ...shown,
    ...convert(query, from.side, to.side, bridgeCoin),
    pricesFrom: times.length === 0 ? null : Math.min(...times),
    common: [
      commonAmounts(query, from.side, to.side, bridgeCoin),
      commonAmounts({ ...query, from: query.to, to: query.from }, to.side, from.side, bridgeCoin),
    ].flatMap((each) => each ?? []),
    past: pastOf(from.side, to.side),
  });
}

/** Draws what is known of a coin's past in a currency, without a call for more of it. */
function pastOf(from: Side, to: Side): PairPast | null {
  const [coin, money] = from.kind === "coin" ? [from.coin, to] : [to.kind === "coin" ? to.coin : null, from];
  if (coin === null || money.kind === "coin") return null;
  const { currency } = money;
  for (const range of ["30d", "7d"] as const) {
    const points = marketData.knownHistory({ id: coin.id, currency, range });
    const figures = seriesFigures(points ?? []);
    if (points === null || figures === null || points.length < 2) continue;
    // Without volumes, whose bars would have no room.
    const prices = downsamplePriceHistory(
      points.map(([time, price]) => [time, price] as const),
      MAX_DRAWN_POINTS,
    );
    const title = `${coin.symbol.toUpperCase() || isolated(coin.name)} in ${currency.toUpperCase()}`;
    return { title, range, drawing: drawPriceChart(prices, currency), change: figures.change };
  }
  return null;
}

function coinOf({ side }: ResolvedSide): QuotedCoin | null {
  return side?.kind === "coin" ? side.coin : null;
}

/** @param query has the ids of the coins that were found */
function shownSide(
  name: "from" | "to",
  { side, others, remark }: ResolvedSide,
  query: ConversionQuery,
): ShownSide {
  const known = side && sideName(side);
  const names = [known, ...others.map(coinName)];
  const isShared = (text: string) => names.indexOf(text) !== names.lastIndexOf(text);
  const suggestions = others.map((coin) => ({
    text: isShared(coinName(coin)) ? `${coinName(coin)}, ${coin.id}` : coinName(coin),
    query: { ...query, [name]: coin.id },
  }));
  return {
    text: side?.kind === "coin" ? side.coin.name : (side?.currency.toUpperCase() ?? query[name]),
    name: known,
    remark: remark === null ? null : { text: remark, isProblem: known === null, suggestions },
  };
}

/**
 * Resolves a text: to a currency; to a coin by its id, or by a name that equals an id; to the largest coin with that symbol
 * or name; or to candidates.
 */
async function resolveSide(
  text: string,
  currencies: readonly Currency[],
  visit: Visit,
): Promise<ResolvedSide> {
  const currency = CURRENCIES.find((code) => code === text);
  if (currency !== undefined)
    return { side: { kind: "currency", currency }, age: null, others: [], remark: null };
  const ids = [text, text.toLowerCase(), idLikeName(text)].filter(isCoinId);
  const known = () => ids.find((id) => marketData.isNamed(id));
  const searched = known() === undefined ? await findCoins(text, visit) : undefined;
  // The search may have fetched the list with its id.
  const exact = known() === undefined ? searched?.coins.find((coin) => isCalled(coin, text)) : undefined;
  // Without a list of coins, only the service can tell.
  const unlisted = searched === null ? (text === text.toLowerCase() ? ids[0] : ids.at(-1)) : undefined;
  const id = known() ?? exact?.id ?? unlisted;
  if (id !== undefined) {
    const { values, age } = await marketData.gather({ quotes: { id, currencies } }, visit);
    // Otherwise it is listed, but was removed since.
    if (values.quotes !== null) {
      const side = { kind: "coin", coin: values.quotes } as const;
      const others = exact === undefined ? [] : (searched?.coins ?? []).filter((coin) => coin !== exact);
      const remark = others.length > 0 ? `“${text}” is read as ${sideName(side)}, and not as` : null;
      return { side, age, others, remark };
    }
  }
  const found = searched === undefined ? await findCoins(text, visit) : searched;
  const unknown = {
    side: null,
    age: oldestOf(found === null ? [] : [{ ...found, isOutOfDate: false }], TIME.MINUTE),
  };
  const coins = found?.coins.filter((coin) => coin.id !== id) ?? [];
  if (coins.length > 0) return { ...unknown, others: coins, remark: `Which coin is “${text}”?` };
  const others = found?.nearest ?? [];
  const none = text === "" ? "Enter a coin or a currency." : `No coin is called “${text}”.`;
  return { ...unknown, others, remark: others.length > 0 ? `${none} The nearest names:` : none };
}

/** Resolves to null without a list of coins, and for a text without anything to search for. */
async function findCoins(text: string, visit: Visit) {
  const query = parseQuery(text);
  return query === "" ? null : await coinSearch.tryFind(query, MAX_CHOICES, visit);
}
