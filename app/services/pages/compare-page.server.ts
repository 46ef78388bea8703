import { chartLimit, type Scale } from "~/domain/chart/chart-view";
import { type ChangeDrawing, drawChangeAxes } from "~/domain/compare/change-drawing";
import { compareChanges } from "~/domain/compare/change-series";
import {
  type ComparedCoin,
  comparedFigures,
  type KeyFigure,
  lineLabels,
  MAX_COMPARED,
} from "~/domain/compare/compared-coins";
import type { FoundCoin, MarketCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import {
  createRequestBudget,
  overloaded,
  type RequestBudget,
} from "~/services/market-data/calls/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import type { ServedHistory } from "~/services/market-data/facts/histories.server";
import { isDelay, MarketDataFailure } from "~/services/market-data/failure.server";
import { coinSearch } from "~/services/search/configured.server";
import { type DataAge, madeNow, outcomeOf, PART_WAIT_MS, type Page, pageOf, retryInMs } from "./page.server";

/** A parsed request for a comparison. */
interface ComparisonRequest {
  /** One more than can be compared, if more were named. */
  readonly ids: readonly string[];
  readonly currency: Currency;
  readonly range: Range;
  readonly scale: Scale;
  /** The search query for a coin to add; empty: none. */
  readonly query: string;
}

/** Model of the comparison of coins. */
interface ComparePage extends DataAge, Omit<ComparisonRequest, "ids"> {
  /** The compared coins, in the order named. */
  readonly coins: readonly ComparedCoin[];
  /** Whether more coins were named than can be compared. */
  readonly isCut: boolean;
  /** Null with fewer than two coins. */
  readonly comparison: Comparison | null;
  /** Coins for the query; null if the search failed. */
  readonly found: readonly FoundCoin[] | null;
  /** No coin matches the query: those found have similar names. */
  readonly isNearest: boolean;
}

interface Comparison {
  /** Common moments of the lines, in milliseconds since the epoch. */
  readonly moments: readonly number[];
  readonly drawing: ChangeDrawing;
  readonly figures: readonly KeyFigure[];
  /** The range of the lines: one year if the service gives no more. */
  readonly shownRange: Range;
  /** Explains what the chart leaves out; null: nothing. */
  readonly limit: string | null;
  /** Key figures are missing because they could not be fetched. */
  readonly isWithoutRows: boolean;
}

/** Coins to choose from when one is added. */
const MAX_FOUND = 8;

/**
 * Gathers the comparison of coins: their rows by one call, then their histories in parallel. If a coin cannot be fetched, or has to
 * wait for its call, the page says so in its place, as long as there is something to show.
 * @throws {MarketDataFailure} if nothing can be shown: `not-found` if no coin is known, or else the first other failure
 */
export async function comparePage(
  request: ComparisonRequest,
  signal: AbortSignal,
): Promise<Page<ComparePage>> {
  const { currency, range, scale, query } = request;
  const budget = createRequestBudget(signal);
  const ids = request.ids.slice(0, MAX_COMPARED);
  const { foundForMs, ...search } = await findCoins(query, budget);
  const fields = { currency, range, scale, query, isCut: request.ids.length > ids.length, ...search };
  if (ids.length === 0) return pageOf([madeNow(foundForMs)], { ...fields, coins: [], comparison: null });
  const short = createRequestBudget(signal, PART_WAIT_MS);
  const { coins, answers, failures } = await readCoins(ids, currency, range, budget, short);
  const [answer, ...others] = answers;
  if (answer === undefined) throw worstOf(failures);
  const page = pageOf([answer, ...others], {
    ...fields,
    ...compare(coins, currency, range, scale),
    retryInMs: retryInMs(failures.filter(isDelay)),
  });
  const isWhole = failures.every(({ reason }) => reason === "not-found");
  return { ...page, freshForMs: isWhole ? Math.min(page.freshForMs, foundForMs) : 0 };
}

/** The fetched data of a compared coin. */
interface ReadCoin {
  readonly id: string;
  readonly row: MarketCoin | null;
  readonly history: ServedHistory | null;
  /** Why its history is missing; null also for a single coin, which needs none. */
  readonly failure: MarketDataFailure | null;
}

/**
 * Fetches the data of coins. Resolves to answers only if at least one coin can be shown.
 * @param budget while nothing is known
 * @param short once there is something to show
 */
async function readCoins(
  ids: readonly string[],
  currency: Currency,
  range: Range,
  budget: RequestBudget,
  short: RequestBudget,
) {
  const areKnown = ids.every((id) => marketData.known(id, currency) !== null);
  const rows = await outcomeOf(marketData.coinRows(ids, currency, areKnown ? short : budget, "changes"));
  const rest = rows.answer === null ? budget : short;
  const coins = await Promise.all(
    ids.map(async (id): Promise<ReadCoin> => {
      const row = rows.answer?.value.find((each) => each.id === id) ?? null;
      if (rows.answer?.notFound.includes(id)) return { id, row, history: null, failure: unknownCoin(id) };
      if (ids.length === 1) return { id, row, history: null, failure: rows.failure };
      // An unseen id may be invented: it gets no call besides the one for its row.
      if (row === null && !marketData.records.has(id))
        return { id, row, history: null, failure: rows.failure ?? rows.answer.failure ?? overloaded(id) };
      const { answer, failure } = await outcomeOf(
        marketData.priceHistory({ id, currency, range, budget: rest }),
      );
      return { id, row, history: answer, failure };
    }),
  );
  const histories = coins.flatMap(({ history }) => history ?? []);
  const isShowable = coins.some(({ row, failure }) => failure === null || (row !== null && isDelay(failure)));
  const answers = isShowable ? [...(rows.answer === null ? [] : [rows.answer]), ...histories] : [];
  const failures = [rows.failure ?? rows.answer.failure, ...coins.map(({ failure }) => failure)].filter(
    (each) => each !== null,
  );
  return { coins, answers, failures };
}

function compare(coins: readonly ReadCoin[], currency: Currency, range: Range, scale: Scale) {
  const shownRange = coins.some(({ history }) => history?.isOneYearOnly) ? "1y" : range;
  const compared = compareChanges(
    coins.map(({ history }) => history?.value ?? []),
    shownRange,
  );
  const named = coins.map(({ id, row }) => row ?? { id, name: id, symbol: "", image: null });
  const labels = lineLabels(named);
  const isAlone = coins.length < 2;
  const shownCoins = named.map(({ id, name, symbol, image }, index): ComparedCoin => {
    const { values, change = null, since = null } = compared.coins[index] ?? {};
    const shows = values
      ? { values, change, since, label: labels[index] ?? name }
      : whyNone(coins[index]?.failure ?? null);
    return { id, name, symbol, image, shows: isAlone ? "alone" : shows };
  });
  if (isAlone) return { coins: shownCoins, comparison: null };
  const drawing = drawChangeAxes(compared, scale);
  const limit = chartLimit({ scale }, { scale: drawing.scale }, shownRange !== range);
  const comparison: Comparison = {
    moments: compared.moments,
    drawing,
    limit: shownRange === "max" ? [SINCE_THE_YOUNGEST, limit].join(" ").trim() : limit,
    figures: comparedFigures(
      coins.map(({ row }, index) => ({ row, change: compared.coins[index] ?? null })),
      currency,
      shownRange,
    ),
    shownRange,
    isWithoutRows: coins.some(({ row, failure }) => row === null && failure?.reason !== "not-found"),
  };
  return { coins: shownCoins, comparison };
}

const SINCE_THE_YOUNGEST = "The lines begin where the youngest of these histories does.";

function whyNone(failure: MarketDataFailure | null) {
  if (failure === null) return "no-prices";
  if (isDelay(failure)) return "awaited";
  return failure.reason === "not-found" ? "not-found" : "failed";
}

/** Finds coins to choose from. If the search fails, the page says so and shows the rest. */
async function findCoins(query: string, budget: RequestBudget) {
  if (query === "") return { found: [], isNearest: false, foundForMs: TIME.MINUTE };
  const { answer } = await outcomeOf(coinSearch.find(query, MAX_FOUND, budget));
  if (answer === null) return { found: null, isNearest: false, foundForMs: 0 };
  const isNearest = answer.count === 0;
  return { found: isNearest ? answer.nearest : answer.coins, isNearest, foundForMs: answer.freshForMs };
}

function worstOf(failures: readonly MarketDataFailure[]): MarketDataFailure {
  const worst = failures.find(({ reason }) => reason !== "not-found") ?? failures[0];
  return worst ?? unknownCoin("");
}

function unknownCoin(id: string): MarketDataFailure {
  return new MarketDataFailure("not-found", `no coin ${id} is known`);
}
