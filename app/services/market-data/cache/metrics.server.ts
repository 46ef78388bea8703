import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Clock } from "../../clock.server";
import type { FailureReason } from "../failure.server";
import type { MonthBudget } from "./month-budget.server";
import type { RateLimiter } from "./rate-limiter.server";

/** How a reader was served: at once and fresh, at once and stale, or after waiting. */
export type ServedState = "hit" | "stale" | "miss";

export type MarketMetrics = ReturnType<typeof createMarketMetrics>;

const AGE_BUCKETS_SECONDS = [1, 10, 60, 120, 300, 600, 1800, 3600, 21_600, 86_400];
const CALL_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the figures of calls to the service and of answers given to pages, in seconds as is the custom of Prometheus. */
export function createMarketMetrics(registry: Registry, rateLimiter: RateLimiter, month: MonthBudget) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, labelNames: readonly Label[], help: string) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const calls = counter(
    "market_data_calls_total",
    ["endpoint", "outcome"],
    "Calls to the market data service by endpoint and outcome.",
  );
  const callSeconds = new Histogram({
    name: "market_data_call_seconds",
    help: "How long calls to the market data service took.",
    labelNames: ["endpoint"],
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  });
  const answers = counter(
    "market_data_answers_total",
    ["kind", "state"],
    "Answers given to pages: hit (fresh), stale, miss (waited for), failed, rejected (too many wait).",
  );
  const takenOver = counter(
    "market_data_taken_over_total",
    ["kind"],
    "Answers taken over from another replica, so that no call was needed.",
  );
  const unreadable = counter(
    "market_data_unreadable_total",
    ["kind"],
    "Answers in the shared cache that could not be read, so that a call was made.",
  );
  const age = new Histogram({
    name: "market_data_age_seconds",
    help: "How old the data were that pages were given.",
    labelNames: ["kind"],
    buckets: AGE_BUCKETS_SECONDS,
    registers,
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge(
    "market_data_queue_length",
    "Calls to the market data service that wait for a slot.",
    rateLimiter.waiting,
  );
  gauge(
    "market_data_calls_per_minute",
    "Calls a minute that the service allows, as far as is known; 0: no limit.",
    rateLimiter.callsPerMinute,
  );
  const { callsPerMonth, used, stretch } = month;
  if (callsPerMonth > 0) {
    gauge("market_data_month_calls_used", "Calls of this calendar month, all replicas together.", used);
    gauge("market_data_month_calls_left", "Calls of the month's budget that are left.", () =>
      Math.max(0, callsPerMonth - used()),
    );
    gauge("market_data_month_stretch", "How many times as long as usual data stay fresh.", stretch);
  }
  return {
    /** A call ended after so many milliseconds. */
    called(endpoint: string, outcome: "ok" | FailureReason, ms: number): void {
      calls.inc({ endpoint, outcome });
      callSeconds.observe({ endpoint }, ms / 1000);
    },
    /** A reader got data of this age, in milliseconds. */
    served(kind: string, state: ServedState, ageMs: number): void {
      answers.inc({ kind, state });
      age.observe({ kind }, ageMs / 1000);
    },
    /** A reader got no data; `rejected` because too many wait. */
    notServed(kind: string, state: "failed" | "rejected"): void {
      answers.inc({ kind, state });
    },
    takenOver: (kind: string) => takenOver.inc({ kind }),
    unreadable: (kind: string) => unreadable.inc({ kind }),
  };
}

/** Milliseconds between two lines: a flood of visitors must not become a flood of lines. */
const LOG_INTERVAL_MS = 10_000;

/** Creates a log of rejected readers: the first at once, then one line every 10 s that counts the others. */
export function createRejectionLog({ monotonic }: Clock): (why: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (why) => {
    count += 1;
    if (monotonic() - loggedAt < LOG_INTERVAL_MS) return;
    console.warn(`market data: overloaded: readers rejected: ${count}; the last: ${why}`);
    loggedAt = monotonic();
    count = 0;
  };
}
