import type { PricePoint } from "~/domain/chart/price-history";
import { type KnownCoin, type ListedCoin, listedCoin, listedRow, priceFrom } from "~/domain/market/coin";
import { type Currency, currenciesStartingWith } from "~/domain/market/currency";
import { currencyRate } from "~/domain/market/glance";
import type { Range } from "~/domain/market/range";
import { DEFAULT_PAST_VIEW, type PastView } from "~/domain/watchlist/past-view";
import { MAX_PAST_COINS, portfolioPast } from "~/domain/watchlist/portfolio-past";
import { sinceVisit } from "~/domain/watchlist/since-visit";
import { fieldTexts } from "~/domain/watchlist/typed-coins";
import { valuePortfolio, type WatchlistStart } from "~/domain/watchlist/valuation";
import { hasAmounts, type WatchedCoin } from "~/domain/watchlist/watchlist";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel, oldestOf } from "./aged-model.server";

interface WatchlistRequest {
  readonly list: readonly WatchedCoin[];
  readonly isOwn: boolean;
  readonly currency: Currency;
  /** Of the list over time; by default, that is left out. */
  readonly view?: PastView;
  /** When the visitor left their own list, in milliseconds since the epoch. */
  readonly since?: number | null;
  readonly isEditing?: boolean;
}

/** Maximum and minimum number of coins that an empty list offers: fewer are no choice. */
const MAX_POPULAR = 8;
const MIN_POPULAR = 3;
/** Smaller coins may be known only because they are on somebody's list. */
const MAX_POPULAR_RANK = 20;

/**
 * Gathers the page of a list of coins, in the order of the list; or the form that changes it, which has each coin, whatever the service
 * answers.
 * @throws {MarketDataFailure} if none of the coins could be fetched, and it is not the form
 */
export async function watchlistPage(request: WatchlistRequest, signal: AbortSignal) {
  const { list, currency, isEditing = false, view = DEFAULT_PAST_VIEW, since = null } = request;
  const ids = list.map(({ id }) => id);
  // For what was paid in other currencies.
  const needsRates = list.some(({ cost }) => cost && cost.currency !== currency);
  const needs = {
    rows: { ids, currency, figures: "week" },
    glance: needsRates ? "may" : "known",
  } as const;
  const answer = await marketData.gather(needs, marketData.visit(signal)).catch((failure: unknown) => {
    if (isEditing) return null;
    throw failure;
  });
  const rows = answer?.values.rows.coins ?? ids.flatMap((id) => marketData.known(id, currency) ?? []);
  const age = answer?.age ?? oldestOf([], 0);
  const { fetchedAt } = age;
  const coins = rows.map((row) => withNotice(listedRow(row, fetchedAt)));
  const gone = answer?.values.rows.notFound ?? [];
  const shown = new Set([...gone, ...rows.map(({ id }) => id)]);
  const popular = ids.length > 0 ? [] : popularCoins(currency);
  const rateOf = (other: Currency) => currencyRate(answer?.values.glance ?? null, other, currency);
  return agedModel(age, {
    ...request,
    view,
    since:
      since === null || isEditing
        ? null
        : sinceVisit(since, list, rows, currency, SYSTEM_CLOCK.now(), (id, range) =>
            marketData.knownHistory({ id, currency, range }),
          ),
    // Coins that exist and could be fetched; of the form, all.
    coins: isEditing
      ? ids.map((id) => coins.find((coin) => coin.id === id) ?? unpriced(id, currency))
      : coins,
    // Null for a list without amounts.
    portfolio: hasAmounts(list) ? valuePortfolio(heldCoins(list, rows, fetchedAt), currency, rateOf) : null,
    past: request.view && hasAmounts(list) ? await pastOfList(list, currency, view, rows, signal) : null,
    popular: popular.map((coin) => listedCoin(coin, fetchedAt)),
    // Ids of coins that do not exist, and of those that could not be fetched.
    gone,
    missing: ids.filter((id) => !shown.has(id)),
    fields: isEditing ? list.map((coin) => ({ id: coin.id, ...fieldTexts(coin, currency) })) : null,
  });
}

function unpriced(id: string, currency: Currency): ListedCoin {
  const unknown = { rank: null, price: null, change24h: null, change7d: null, marketCap: null, week: [] };
  return { ...namedCoin(id, currency), ...unknown };
}

/** The list over time, by the ten coins of the highest value: of the shown range, and the changes of others as far as they are known. */
async function pastOfList(
  list: readonly WatchedCoin[],
  currency: Currency,
  view: PastView,
  rows: readonly KnownCoin[],
  signal: AbortSignal,
) {
  const held = list
    .flatMap(({ id, amount }) => {
      const row = rows.find((each) => each.id === id);
      return amount === null
        ? []
        : [{ id, amount, name: row?.name ?? id, value: Number(amount) * (row?.price ?? 0) }];
    })
    .sort((one, other) => other.value - one.value);
  const top = held.slice(0, MAX_PAST_COINS);
  const others = held.slice(MAX_PAST_COINS).map(({ name }) => name);
  const ids = [...top.map(({ id }) => id), ...(view.than === "none" ? [] : [view.than])];
  const needs = { pasts: { ids, currency, range: view.range } } as const;
  const { pasts } = (await marketData.gather(needs, marketData.visit(signal))).values;
  const over = (range: Range) =>
    range === view.range ? pasts : ids.map((id) => marketData.knownHistory({ id, currency, range }) ?? []);
  const pastOver = (range: PastView["range"]) => {
    const prices = over(range).map((points, place) =>
      endingAtRow(
        points,
        rows.find(({ id }) => id === ids[place]),
      ),
    );
    const coins = top.map((coin, place) => ({ ...coin, prices: prices[place] ?? [] }));
    return portfolioPast(coins, others, prices[top.length] ?? [], { ...view, range }, currency);
  };
  const all = { "7d": pastOver("7d"), "30d": pastOver("30d"), "1y": pastOver("1y") };
  const changeOver = (range: PastView["range"]) => all[range]?.gain.percent ?? null;
  return {
    shown: all[view.range],
    changes: { "7d": changeOver("7d"), "30d": changeOver("30d"), "1y": changeOver("1y") },
  };
}

/** Ends known prices with that of the page: a history may be newer, and two totals that differ would confuse visitors. */
function endingAtRow(points: readonly PricePoint[], row: KnownCoin | undefined): readonly PricePoint[] {
  const { price = null, pricedAt = 0 } = row ?? {};
  if (points.length === 0 || price === null) return points;
  return [...points.filter(([time]) => time < pricedAt), [pricedAt, price]];
}

/** Marks a coin that the service warns of, if that is known: no call is made for it. */
function withNotice(coin: ListedCoin): ListedCoin {
  return marketData.notices(coin.id).length === 0 ? coin : { ...coin, hasNotice: true };
}

/** Coins of the visitor's own watchlist that the home page shows: two rows of three on a wide screen. */
const SHOWN_AT_HOME = 6;

/**
 * Gathers the start of the visitor's own watchlist for the home page.
 * @throws {MarketDataFailure} if none of the coins could be fetched
 */
export async function watchlistStart(
  list: readonly WatchedCoin[],
  currency: Currency,
  since: number | null,
  signal: AbortSignal,
): Promise<WatchlistStart> {
  const { model } = await watchlistPage({ list, isOwn: true, currency, since }, signal);
  const { total = null, totalLabel = "", change = null } = model.portfolio ?? {};
  return { coins: model.coins.slice(0, SHOWN_AT_HOME), total, totalLabel, change, since: model.since };
}

/** The names of a coin, if they are known from another page; an unknown coin is named by its id. */
export function namedCoin(id: string, currency: Currency) {
  const known = currenciesStartingWith(currency).flatMap((each) => marketData.known(id, each) ?? []);
  const { symbol = "", name = id, image = null } = known[0] ?? {};
  return { id, symbol, name, image };
}

/** Resolves to whether there is surely no coin with an id: none that a page has shown, and none on the list of all coins. */
export async function unknownCoins(signal: AbortSignal): Promise<(id: string) => boolean> {
  const { coinNames } = (await marketData.gather({ coinNames: "may" }, marketData.visit(signal))).values;
  return (id) => coinNames !== null && !coinNames.has(id) && !marketData.isNamed(id);
}

/** The coins of a list that have amounts, with their known data. */
function heldCoins(list: readonly WatchedCoin[], rows: readonly KnownCoin[], fetchedAt: number) {
  return list.flatMap(({ id, amount, cost }) => {
    if (amount === null) return [];
    const row = rows.find((each) => each.id === id);
    const { name = id, price = null, change24h = null } = row ?? {};
    return { id, amount, cost, name, price, priceFrom: row && priceFrom(row, fetchedAt), change24h };
  });
}

function popularCoins(currency: Currency) {
  const coins = marketData.largest(currency, MAX_POPULAR_RANK).slice(0, MAX_POPULAR);
  return coins.length < MIN_POPULAR ? [] : coins;
}
