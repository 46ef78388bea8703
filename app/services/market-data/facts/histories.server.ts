import { cutPriceHistory, cutToRange, type PricePoint } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import { longerRanges, RANGE_DETAILS, type Range } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import type { RequestBudget } from "../calls/request-budget.server";
import { MarketDataFailure } from "../failure.server";
import type { CoinRecords } from "../prices/coin-records.server";
import type { CoinRows } from "../prices/coin-rows.server";
import { historyEndpoint, MAX_POINTS } from "../provider/coin.server";
import type { Answers, ServedAnswer } from "./answers.server";
import { type Freshness, historyKind } from "./cache-policy.server";
import { packPoints, unpackPoints } from "./packed-points.server";

/** A coin's prices over a range, normalised; downsampled only if the service sends more than `MAX_POINTS`. */
export interface ServedHistory extends ServedAnswer<readonly PricePoint[]> {
  /** Whether the plan covers only one year, and more was requested. */
  readonly isOneYearOnly: boolean;
}

export interface HistoryRequest {
  readonly id: string;
  readonly currency: Currency;
  readonly range: Range;
  readonly budget?: RequestBudget | undefined;
  /** Whether prices alone will do; volumes and market caps come only with the service's histories. */
  readonly arePricesEnough?: boolean;
}

/**
 * Creates the reader of price histories: a fetched past with observed prices at its end. Without a limited plan each range is
 * requested, unless a fresh history over a longer one covers it. On a limited plan the week's line from lists serves ranges up to a
 * week, one 60-day history those up to 60 days, and the longest one all others.
 */
export function createHistories(
  answers: Answers,
  records: CoinRecords,
  coinRows: CoinRows,
  { planNow, policyOf }: Freshness,
) {
  /** Whether the service has refused more than a year of history: the site's plan does not include it. */
  let isPlanLimited = false;

  /** Whether there are calls for a history of this very range, as for a finer one of 24 hours while lists are renewed often. */
  function isFineEnough(range: Range): boolean {
    const plan = planNow();
    return plan === null || (RANGE_DETAILS[range].windowMs <= TIME.DAY && plan.factsMs <= TIME.HOUR);
  }

  function sourceOf(range: Range): Range {
    if (isFineEnough(range)) return range;
    if (historyKind(range) !== "dailyHistory") return "60d";
    return range === "max" ? "max" : "1y";
  }

  function known({ id, currency }: HistoryRequest, range: Range) {
    return answers.known(historyEndpoint(id, currency, range), policyOf(historyKind(range)).ttlMs);
  }

  async function read(request: HistoryRequest, range: Range) {
    const endpoint = historyEndpoint(request.id, request.currency, range);
    for (const longer of known(request, range) === null ? longerRanges(range) : []) {
      const answer = known(request, longer);
      const points = answer && cutPriceHistory(unpackPoints(answer.value), range, MAX_POINTS);
      if (points) answers.keep({ ...answer, value: packPoints(points) }, endpoint);
    }
    const answer = await answers.read(endpoint, request.budget);
    return { ...answer, value: unpackPoints(answer.value) };
  }

  /** Reads the line of the week; null if unknown in this currency, or if a history of sixty days is known instead. */
  async function ofWeek(request: HistoryRequest): Promise<ServedHistory | null> {
    const { id, currency, range, budget, arePricesEnough = true } = request;
    if (isFineEnough(range) || RANGE_DETAILS[range].windowMs > 7 * TIME.DAY || !arePricesEnough) return null;
    if (known(request, "60d") !== null && records.weekPrices(id, currency).length === 0) return null;
    const answer = await coinRows([id], currency, "week", budget);
    const value = records.weekPrices(id, currency);
    return value.length < 2 ? null : { ...answer, value, isOneYearOnly: false };
  }

  async function past(request: HistoryRequest): Promise<ServedHistory> {
    const source = sourceOf(request.range);
    const isOneYearOnly = source === "max" && isPlanLimited;
    try {
      return { ...(await read(request, isOneYearOnly ? "1y" : source)), isOneYearOnly };
    } catch (error) {
      const isRefusal = error instanceof MarketDataFailure && error.reason === "beyond-plan";
      if (!isRefusal || source !== "max" || isOneYearOnly) throw error;
      isPlanLimited = true;
      return await past(request);
    }
  }

  return async function priceHistory(request: HistoryRequest): Promise<ServedHistory> {
    const { id, currency, range } = request;
    const history = (await ofWeek(request)) ?? (await past(request));
    const points = records.continued(id, currency, history.value);
    return { ...history, value: Object.freeze(cutToRange(points, range)) };
  };
}
