import { cutPriceHistory, cutToRange, type PricePoint } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import {
  DAYS_READINGS,
  type DaysReading,
  longerRanges,
  RANGE_DETAILS,
  type Range,
  upstreamDays,
} from "~/domain/market/range";
import { TIME } from "~/domain/time";
import type { Gate } from "../gate/gate.server";
import type { Patience } from "../gate/patience.server";
import { historyKind } from "../policy/cache-policy.server";
import { MarketDataFailure, outcomeOf } from "../policy/failure.server";
import { historyEndpoint, MAX_POINTS } from "../source/coin.server";
import { type PackedHistory, packPoints, unpackPoints } from "../source/packed-points.server";
import type { Answers, ServedAnswer } from "./answers.server";
import type { CoinRecords } from "./coin-records.server";
import type { CoinRows } from "./coin-rows.server";

/** A coin's prices over a range, normalised; downsampled only if the service sends more than `MAX_POINTS`. */
export interface ServedHistory extends ServedAnswer<readonly PricePoint[]> {
  /** Whether the plan covers only one year, and more was requested. */
  readonly isOneYearOnly: boolean;
}

export interface HistoryRequest {
  readonly id: string;
  readonly currency: Currency;
  readonly range: Range;
  readonly patience?: Patience | undefined;
  /** Whether prices alone will do; volumes and market caps come only with the service's histories. */
  readonly arePricesEnough?: boolean;
}

/** The name in the store of how the service reads `days`, and for how long it is remembered. */
const [READING_NAME, READING_MS] = ["history-days", 30 * TIME.DAY] as const;

/**
 * Creates the reader of price histories: a fetched past with observed prices at its end. Without a limited plan each range is
 * requested, unless a fresh history over a longer one covers it. On a limited plan the week's line from lists serves ranges up to a
 * week, one 60-day history those up to 60 days, and the longest one all others.
 */
export function createHistories(
  { store, freshness }: Gate,
  answers: Answers,
  records: CoinRecords,
  coinRows: CoinRows,
) {
  const { freshTimes, policyOf, leftMs, clock } = freshness;
  let reading: DaysReading = "labels";
  let recalled: Promise<void> | null = null;

  /** Whether the service has refused more than a year of history: the site's plan does not include it. */
  let isPlanLimited = false;

  /** Whether there are calls for a history of this very range, as for a finer one of 24 hours while lists are renewed often. */
  function isFineEnough(range: Range): boolean {
    const times = freshTimes();
    return times === null || (RANGE_DETAILS[range].windowMs <= TIME.DAY && times.factsMs <= TIME.HOUR);
  }

  function sourceOf(range: Range): Range {
    if (isFineEnough(range)) return range;
    if (historyKind(range) !== "dailyHistory") return "60d";
    return range === "max" ? "max" : "1y";
  }

  const endpointOf = ({ id, currency }: HistoryRequest, range: Range, as = reading) =>
    historyEndpoint(id, currency, range, as);

  function known(request: HistoryRequest, range: Range) {
    return answers.known(endpointOf(request, range), policyOf(historyKind(range)).ttlMs);
  }

  function fetched(request: HistoryRequest, range: Range, as: DaysReading) {
    const endpoint = endpointOf(request, range, as);
    for (const longer of known(request, range) === null ? longerRanges(range) : []) {
      const answer = known(request, longer);
      const points = answer && cutPriceHistory(unpackPoints(answer.value), range, MAX_POINTS);
      if (points) answers.remember({ ...answer, value: packPoints(points) }, endpoint);
    }
    return answers.read(endpoint, request.patience, ({ usualMs }) => policyOf(historyKind(range, usualMs)));
  }

  /** Reads a history; where the service turns out to read `days` otherwise, at once again in that way, which is remembered. */
  async function read(request: HistoryRequest, range: Range) {
    if (known(request, range) === null) {
      recalled ??= recallReading();
      await recalled;
    }
    const asked = reading;
    const first = await outcomeOf(fetched(request, range, asked));
    const other = otherReading(asked, range, first.answer ?? first.failure, records.has(request.id));
    const second = other === null ? first : await outcomeOf(fetched(request, range, other));
    if (other !== null && other !== reading && second.answer !== null) {
      reading = other;
      console.info(`market data: the service reads days as ${other}`);
      await store.write(READING_NAME, { body: other, fetchedAt: clock.now() }, READING_MS);
    }
    const answer = second.answer ?? first.answer;
    if (answer === null) throw second.failure;
    return { ...answer, value: unpackPoints(answer.value) };
  }

  /** Takes over what another replica, or the process before, has found out; once, as this process notices it by itself, too. */
  async function recallReading(): Promise<void> {
    const { answer } = await store.read(READING_NAME);
    reading = DAYS_READINGS.find((each) => each === answer?.body) ?? reading;
  }

  /** Reads the line of the week; null if unknown in this currency, or if a history of sixty days is known instead. */
  async function ofWeek(request: HistoryRequest): Promise<ServedHistory | null> {
    const { id, currency, range, patience, arePricesEnough = true } = request;
    if (isFineEnough(range) || RANGE_DETAILS[range].windowMs > 7 * TIME.DAY || !arePricesEnough) return null;
    if (known(request, "60d") !== null && records.weekPrices(id, currency).length === 0) return null;
    const answer = await coinRows([id], currency, patience);
    const value = records.weekPrices(id, currency);
    return value.length < 2 ? null : { ...answer, value, isOneYearOnly: false };
  }

  async function past(request: HistoryRequest): Promise<ServedHistory> {
    const source = sourceOf(request.range);
    const isOneYearOnly = source === "max" && isPlanLimited;
    const { answer, failure } = await outcomeOf(read(request, isOneYearOnly ? "1y" : source));
    if (answer !== null) return { ...answer, isOneYearOnly };
    if (failure.reason !== "beyond-plan" || source !== "max" || isOneYearOnly) throw failure;
    isPlanLimited = true;
    return await past(request);
  }

  async function priceHistory(request: HistoryRequest): Promise<ServedHistory> {
    const history = (await ofWeek(request)) ?? (await past(request));
    return { ...history, value: continued(request, history.value) };
  }

  function continued({ id, currency, range }: HistoryRequest, points: readonly PricePoint[]) {
    return Object.freeze(cutToRange(records.continued(id, currency, points), range));
  }

  return {
    priceHistory,
    /** Returns a history up to the current price as far as it is known, without a call; null: it is not. */
    upToNow(request: HistoryRequest): readonly PricePoint[] | null {
      const { id, currency, range } = request;
      for (const each of [range, ...longerRanges(range)]) {
        const answer = known(request, each);
        if (answer !== null) return continued(request, unpackPoints(answer.value));
      }
      const week = range === "7d" ? records.weekPrices(id, currency) : [];
      return week.length < 2 ? null : continued(request, week);
    },
    /** Reads a history as the service sends it, whatever the plan; points may reach back further than its range. */
    sent: (request: HistoryRequest) => read(request, request.range),
    /** The same without a call; null if it is not known, or too old. */
    known(request: HistoryRequest) {
      const policy = policyOf(historyKind(request.range));
      const answer = answers.known(endpointOf(request, request.range), policy.maxAgeMs);
      return answer && { ...answer, value: unpackPoints(answer.value), freshForMs: leftMs(answer, policy) };
    },
  };
}

/** Returns how the service seems to read `days` if an outcome shows that it is not as was asked; null otherwise. */
function otherReading(
  asked: DaysReading,
  range: Range,
  outcome: MarketDataFailure | ServedAnswer<PackedHistory>,
  isKnownCoin: boolean,
): DaysReading | null {
  const days = upstreamDays(range, asked);
  if (outcome instanceof MarketDataFailure) {
    const { status } = outcome;
    const isRefused = status === 400 || status === 422 || (status === 404 && isKnownCoin);
    const others = ["numbers", "labels"] as const;
    return (isRefused && others.find((each) => upstreamDays(range, each) !== days)) || null;
  }
  const points = days === "24h" ? unpackPoints(outcome.value) : [];
  const [oldest = 0, newest = 0] = [points[0]?.[0], points.at(-1)?.[0]];
  return newest - oldest > 2 * TIME.DAY ? "24h-as-24-days" : null;
}
