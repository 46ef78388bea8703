import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { noteFailure } from "../../metrics.server";
import type { FreshTimes } from "../policy/cache-policy.server";
import { type MarketDataFailure, meaningOf } from "../policy/failure.server";
import type { CallQueue } from "./call-queue.server";
import type { MonthlyLimit } from "./monthly-limit.server";
import type { Patience } from "./patience.server";

const AGE_BUCKETS_SECONDS = [1, 10, 60, 120, 300, 600, 1800, 3600, 21_600, 86_400];
/** Milliseconds between two log lines: a flood of visitors must not flood the log. */
const LOG_INTERVAL_MS = 10_000;

const CALL_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the metrics of calls to the service and of answers given to pages, in seconds, as is customary in Prometheus. */
export function createMarketMetrics(registry: Registry, queue: CallQueue, month: MonthlyLimit, clock: Clock) {
  const of = (metric: string, help: string, ...labelNames: string[]) => ({
    name: `market_data_${metric}`,
    help,
    labelNames,
    registers: [registry],
  });
  const counter = (...metric: Parameters<typeof of>) => new Counter(of(...metric));
  function gauge(metric: string, help: string, value: () => number) {
    const collected: Gauge = new Gauge({ ...of(metric, help), collect: () => collected.set(value()) });
  }
  const outcomes = "Calls to the market data service by kind of data and outcome.";
  const calls = counter("calls_total", outcomes, "kind", "outcome");
  const callSeconds = new Histogram({
    ...of("call_seconds", "How long calls to the market data service took.", "kind"),
    buckets: CALL_BUCKETS_SECONDS,
  });
  const states = "hit (fresh), stale, miss (waited for), failed, rejected (too many wait)";
  const answers = counter("answers_total", `Answers given to pages: ${states}.`, "kind", "state");
  const fromReplica = "Answers taken over from another replica, so that no call was needed.";
  const takenOver = counter("taken_over_total", fromReplica, "kind");
  const notReadable = "Answers in the shared cache that could not be read, so that a call was made.";
  const unreadable = counter("unreadable_total", notReadable, "kind");
  const age = new Histogram({
    ...of("age_seconds", "How old the data were that pages were given.", "kind"),
    buckets: AGE_BUCKETS_SECONDS,
  });
  const fetched: Gauge = new Gauge(
    of("fetched_timestamp_seconds", "When data were last fetched, in seconds since the epoch.", "kind"),
  );
  let minute: readonly number[] = [];
  const ofMinute = () => (minute = minute.filter((at) => at > clock.monotonic() - TIME.MINUTE));
  gauge(
    "calls_last_minute",
    "Calls of this process that ended within the last minute.",
    () => ofMinute().length,
  );
  const { callsPerMonth, used, freshTimes } = month;
  gauge("queue_length", "Calls to the market data service that wait for a slot.", queue.length);
  const allowed = "Calls a minute that the service allows, as far as is known; 0: no limit.";
  gauge("calls_per_minute", allowed, queue.callsPerMinute);
  if (callsPerMonth > 0) {
    const left = () => Math.max(0, callsPerMonth - used());
    gauge("month_calls_used", "Calls of this calendar month, all replicas together.", used);
    gauge("month_calls_left", "Calls of the month that are left.", left);
    const seconds = (what: keyof FreshTimes) => () => (freshTimes()?.[what] ?? 0) / TIME.SECOND;
    gauge("prices_fresh_seconds", "How long prices stay fresh.", seconds("pricesMs"));
    gauge("facts_fresh_seconds", "How long lists stay fresh.", seconds("factsMs"));
  }
  let loggedAt = Number.NEGATIVE_INFINITY;
  let rejected = 0;

  /** Logs the first at once, then one line that counts the others. */
  function logRejection(why: string): void {
    rejected += 1;
    if (clock.monotonic() - loggedAt < LOG_INTERVAL_MS) return;
    console.warn(`market data: overloaded: readers rejected: ${rejected}; the last: ${why}`);
    [loggedAt, rejected] = [clock.monotonic(), 0];
  }

  return {
    /** A call ended after so many milliseconds. @param failure null: with data */
    called(kind: string, failure: MarketDataFailure | null, ms: number): void {
      calls.inc({ kind, outcome: failure?.reason ?? "ok" });
      minute = [...ofMinute(), clock.monotonic()];
      if (failure === null) fetched.set({ kind }, clock.now() / TIME.SECOND);
      else noteFailure(`${kind}: ${meaningOf(failure)}`);
      callSeconds.observe({ kind }, ms / TIME.SECOND);
    },
    /** A reader got data of this age in milliseconds: at once and fresh, at once and stale, or after waiting. */
    served(kind: string, state: "hit" | "stale" | "miss", ageMs: number): void {
      answers.inc({ kind, state });
      age.observe({ kind }, Math.max(0, ageMs) / TIME.SECOND);
    },
    /** A reader got no data: `rejected` if there was no call for it in time. @returns the failure */
    failed(kind: string, failure: MarketDataFailure, patience: Patience | null): MarketDataFailure {
      const isOverload = failure.reason === "overloaded";
      answers.inc({ kind, state: isOverload ? "rejected" : "failed" });
      if (isOverload && !patience?.signal?.aborted && patience?.maxWaitMs !== 0)
        logRejection(failure.message);
      return failure;
    },
    takenOver: (kind: string) => takenOver.inc({ kind }),
    unreadable: (kind: string) => unreadable.inc({ kind }),
  };
}
