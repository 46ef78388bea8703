import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { FailureReason } from "../failure.server";

/** Outcome of a read: fresh, stale, after waiting, or not at all; `turned-away` because too many wait. */
type ServedState = "hit" | "stale" | "miss" | "failed" | "turned-away";

/** Figures of the calls to the market data service and of the answers given. */
export interface MarketMetrics {
  /** A call came back, after so many milliseconds. */
  called(endpoint: string, outcome: "ok" | FailureReason, ms: number): void;
  /** A reader was served (or not) with data of this age, in milliseconds. */
  served(kind: string, state: ServedState, ageMs: number): void;
  /** An answer of another replica was taken over. */
  takenOver(kind: string): void;
}

const AGE_BUCKETS_SECONDS = [1, 10, 60, 120, 300, 600, 1800, 3600, 21_600, 86_400];
const CALL_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts in Prometheus terms, in seconds as is the custom there. */
export function createMarketMetrics(registry: Registry, waiting: () => number): MarketMetrics {
  const registers = [registry];
  const calls = new Counter({
    name: "market_data_calls_total",
    help: "Calls to the market data service by endpoint and outcome.",
    labelNames: ["endpoint", "outcome"],
    registers,
  });
  const callSeconds = new Histogram({
    name: "market_data_call_seconds",
    help: "How long calls to the market data service took.",
    labelNames: ["endpoint"],
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  });
  const answers = new Counter({
    name: "market_data_answers_total",
    help: "Answers given to pages: hit (fresh), stale, miss (waited for), failed, turned-away.",
    labelNames: ["kind", "state"],
    registers,
  });
  const takenOver = new Counter({
    name: "market_data_taken_over_total",
    help: "Fresh answers taken over from another replica, so that no call was needed.",
    labelNames: ["kind"],
    registers,
  });
  const age = new Histogram({
    name: "market_data_age_seconds",
    help: "How old the data were that pages were given.",
    labelNames: ["kind"],
    buckets: AGE_BUCKETS_SECONDS,
    registers,
  });
  new Gauge({
    name: "market_data_queue_length",
    help: "Calls to the market data service that wait for a slot.",
    registers,
    collect() {
      this.set(waiting());
    },
  });
  return {
    called(endpoint, outcome, ms) {
      calls.inc({ endpoint, outcome });
      callSeconds.observe({ endpoint }, ms / 1000);
    },
    takenOver: (kind) => takenOver.inc({ kind }),
    served(kind, state, ageMs) {
      answers.inc({ kind, state });
      if (state !== "failed" && state !== "turned-away") age.observe({ kind }, ageMs / 1000);
    },
  };
}
