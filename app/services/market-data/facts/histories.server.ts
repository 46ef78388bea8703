import { cutPriceHistory, cutToRange, type PricePoint } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import { longerRanges, type Range, rangeWindowMs } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import type { Plan } from "../calls/month-budget.server";
import type { RequestBudget } from "../calls/request-budget.server";
import { MarketDataFailure } from "../failure.server";
import type { CoinRecords } from "../prices/coin-records.server";
import { historyEndpoint, MAX_POINTS } from "../provider/coin.server";
import { createAnswers, type ServedAnswer, type Shared } from "./answers.server";
import { historyKind, type Kind } from "./cache-policy.server";

/** A coin's prices over a range, normalised; downsampled only where the service sends more than `MAX_POINTS`. */
export interface ServedHistory extends ServedAnswer<readonly PricePoint[]> {
  /** Whether the service gives no more than one year to this site, and more was asked for. */
  readonly isOneYearOnly: boolean;
}

export interface HistoryRequest {
  readonly id: string;
  readonly currency: Currency;
  readonly range: Range;
  readonly budget?: RequestBudget | undefined;
  /** Whether prices alone will do; volumes and market caps come with histories of the service only. */
  readonly arePricesEnough?: boolean;
}

interface HistoriesOptions {
  /** Null: calls of a month are not limited. */
  readonly planNow: () => Plan | null;
  readonly isSample: boolean;
  readonly records: CoinRecords;
  /** Has the record of a coin completed by the line of its week, and says when that was fetched. */
  readonly readWeek: (request: HistoryRequest) => Promise<ServedAnswer<unknown>>;
}

/**
 * Creates the reader of price histories: a past that was fetched, and an end that was observed. Without a limited plan each range is
 * asked for, unless a fresh history over a longer one has it. On a limited plan the week's line of lists serves the ranges up to
 * a week, one history of 60 days those up to 60 days, and the longest one all others; the finer one of 24 hours is asked for where
 * lists are fresh for an hour or less, because calls are left then.
 */
export function createHistories(shared: Shared, options: HistoriesOptions) {
  const { policyNow } = shared;
  const { records, planNow, isSample, readWeek } = options;
  const readerOf = (kind: Kind) => createAnswers<readonly PricePoint[]>(kind, shared, { isCharged: true });
  const readers = {
    fineHistory: readerOf("fineHistory"),
    hourlyHistory: readerOf("hourlyHistory"),
    dailyHistory: readerOf("dailyHistory"),
  };
  /** Whether the service has refused more history than a year: the plan of this site does not include it. */
  let isPlanLimited = false;

  function isFineEnough(range: Range): boolean {
    const plan = planNow();
    return plan === null || (rangeWindowMs(range) <= TIME.DAY && plan.factsMs <= TIME.HOUR);
  }

  /** The range that is asked for to show another one. */
  function sourceOf(range: Range): Range {
    if (isFineEnough(range)) return range;
    if (historyKind(range) !== "dailyHistory") return "60d";
    return range === "max" ? "max" : "1y";
  }

  async function read({
    id,
    currency,
    range,
    budget,
  }: HistoryRequest): Promise<ServedAnswer<readonly PricePoint[]>> {
    const kind = historyKind(range);
    const reader = readers[kind];
    const endpoint = historyEndpoint(id, currency, range);
    const { ttlMs } = policyNow(kind);
    // Calls to the sample market cost nothing.
    if (!isSample && reader.known(endpoint, ttlMs) === null) {
      for (const longer of longerRanges(range)) {
        const answer = reader.known(historyEndpoint(id, currency, longer), ttlMs);
        const points = answer && cutPriceHistory(answer.value, range, MAX_POINTS);
        if (answer && points) await reader.keep(endpoint, { ...answer, value: Object.freeze(points) });
      }
    }
    const failureOf = (failure: MarketDataFailure) => {
      const meant = endpoint.failureOf(failure);
      isPlanLimited ||= range === "max" && meant.reason === "beyond-plan";
      return meant;
    };
    return await reader.read({ ...endpoint, failureOf }, { budget });
  }

  /** Reads the line of the week; null where it is not known in this currency. */
  async function ofWeek(request: HistoryRequest): Promise<ServedAnswer<readonly PricePoint[]> | null> {
    const { id, currency, range, arePricesEnough = true } = request;
    if (isFineEnough(range) || rangeWindowMs(range) > 7 * TIME.DAY || !arePricesEnough) return null;
    const sixtyDays = readers.hourlyHistory.known(
      historyEndpoint(id, currency, "60d"),
      policyNow("hourlyHistory").ttlMs,
    );
    if (sixtyDays !== null && records.weekPrices(id, currency).length === 0) return null;
    const answer = await readWeek(request);
    const points = records.weekPrices(id, currency);
    return points.length < 2 ? null : { ...answer, value: points };
  }

  async function past(request: HistoryRequest): Promise<ServedHistory> {
    const week = await ofWeek(request);
    if (week !== null) return { ...week, isOneYearOnly: false };
    const source = sourceOf(request.range);
    if (source !== "max" || !isPlanLimited) {
      try {
        return { ...(await read({ ...request, range: source })), isOneYearOnly: false };
      } catch (error) {
        const isRefusal = error instanceof MarketDataFailure && error.reason === "beyond-plan";
        if (source !== "max" || !isRefusal) throw error;
      }
    }
    return { ...(await read({ ...request, range: "1y" })), isOneYearOnly: true };
  }

  return async function priceHistory(request: HistoryRequest): Promise<ServedHistory> {
    const { id, currency, range } = request;
    const history = await past(request);
    const points = records.continued(id, currency, history.value);
    return { ...history, value: Object.freeze(cutToRange(points, range)) };
  };
}
