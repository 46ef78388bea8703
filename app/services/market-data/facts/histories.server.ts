import { cutPriceHistory, cutToRange, type PricePoint } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import { longerRanges, type Range, rangeWindowMs } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import type { RequestBudget } from "../calls/request-budget.server";
import type { Shared } from "../calls/shared-calls.server";
import { MarketDataFailure } from "../failure.server";
import type { CoinRecords } from "../prices/coin-records.server";
import { historyEndpoint, MAX_POINTS } from "../provider/price-history.server";
import { createAnswers, type ServedAnswer } from "./answers.server";
import { historyKind, type Kind, policyOf } from "./cache-policy.server";

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

interface HistoriesOptions {
  readonly records: CoinRecords;
  /** Adds the week's line to a coin's record, and returns when it was fetched. */
  readonly readWeek: (request: HistoryRequest) => Promise<ServedAnswer<unknown>>;
}

/**
 * Creates the reader of price histories: a fetched past with observed prices at its end. Without a limited plan each range is
 * requested, unless a fresh history over a longer one covers it. On a limited plan the week's line from lists serves ranges up to a
 * week, one 60-day history those up to 60 days, and the longest one all others; the finer 24-hour history is requested only while
 * lists are fresh for an hour or less, because calls are left then.
 */
export function createHistories(shared: Shared, { records, readWeek }: HistoriesOptions) {
  const { planNow } = shared;
  const readerOf = (kind: Kind) => createAnswers<readonly PricePoint[]>(kind, shared, { isCharged: true });
  const readers = {
    fineHistory: readerOf("fineHistory"),
    hourlyHistory: readerOf("hourlyHistory"),
    dailyHistory: readerOf("dailyHistory"),
  };
  /** Whether the service has refused more than a year of history: the site's plan does not include it. */
  let isPlanLimited = false;

  function isFineEnough(range: Range): boolean {
    const plan = planNow();
    return plan === null || (rangeWindowMs(range) <= TIME.DAY && plan.factsMs <= TIME.HOUR);
  }

  /** The range to request in order to show another one. */
  function sourceOf(range: Range): Range {
    if (isFineEnough(range)) return range;
    if (historyKind(range) !== "dailyHistory") return "60d";
    return range === "max" ? "max" : "1y";
  }

  async function read({ id, currency, range, budget }: HistoryRequest) {
    const kind = historyKind(range);
    const reader = readers[kind];
    const endpoint = historyEndpoint(id, currency, range);
    const { ttlMs } = policyOf(kind, planNow());
    if (reader.known(endpoint, ttlMs) === null) {
      for (const longer of longerRanges(range)) {
        const answer = reader.known(historyEndpoint(id, currency, longer), ttlMs);
        const points = answer && cutPriceHistory(answer.value, range, MAX_POINTS);
        if (answer && points) await reader.keep({ ...answer, value: Object.freeze(points) }, endpoint);
      }
    }
    return await reader.read(endpoint, { budget });
  }

  /** Reads the line of the week; null if unknown in this currency. */
  async function ofWeek(request: HistoryRequest): Promise<ServedAnswer<readonly PricePoint[]> | null> {
    const { id, currency, range, arePricesEnough = true } = request;
    if (isFineEnough(range) || rangeWindowMs(range) > 7 * TIME.DAY || !arePricesEnough) return null;
    const maxAgeMs = policyOf("hourlyHistory", planNow()).ttlMs;
    const sixtyDays = readers.hourlyHistory.known(historyEndpoint(id, currency, "60d"), maxAgeMs);
    if (sixtyDays !== null && records.weekPrices(id, currency).length === 0) return null;
    const answer = await readWeek(request);
    const points = records.weekPrices(id, currency);
    return points.length < 2 ? null : { ...answer, value: points };
  }

  async function past(request: HistoryRequest): Promise<ServedHistory> {
    const week = await ofWeek(request);
    if (week !== null) return { ...week, isOneYearOnly: false };
    const source = sourceOf(request.range);
    const isOneYearOnly = source === "max" && isPlanLimited;
    try {
      return { ...(await read({ ...request, range: isOneYearOnly ? "1y" : source })), isOneYearOnly };
    } catch (error) {
      const isRefusal = error instanceof MarketDataFailure && error.reason === "beyond-plan";
      if (!isRefusal || source !== "max" || isOneYearOnly) throw error;
      isPlanLimited = true;
      return await past(request);
    }
  }

  return async function priceHistory(request: HistoryRequest): Promise<ServedHistory> {
    const { id, currency, range } = request;
    const history = await past(request);
    const points = records.continued(id, currency, history.value);
    return { ...history, value: Object.freeze(cutToRange(points, range)) };
  };
}
