/**
 * Why market data could not be had.
 * - `unknown`: the service knows no such coin
 * - `limited`: the service refuses calls for a while
 * - `timed-out`: no whole answer within the configured time
 * - `unreachable`: no connection, or it broke
 * - `bad-answer`: an answer that is an error or makes no sense
 */
export type FailureReason = "unknown" | "limited" | "timed-out" | "unreachable" | "bad-answer";

interface FailureFacts {
  /** What the service's HTTP status was, if there was one. */
  readonly status?: number | undefined;
  /** The service's own error code from the body, e.g. 10012: history beyond the plan. */
  readonly code?: number | undefined;
  /** Milliseconds until calls make sense again, as the service said. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The one error that the market data service throws on purpose. Its message is for the log, never for a visitor. */
export class MarketDataFailure extends Error {
  override name = "MarketDataFailure";
  readonly reason: FailureReason;
  readonly status: number | undefined;
  readonly code: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(reason: FailureReason, message: string, facts: FailureFacts = {}) {
    super(message, { cause: facts.cause });
    this.reason = reason;
    this.status = facts.status;
    this.code = facts.code;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The service's code for history beyond what the plan includes. */
const BEYOND_PLAN = 10012;

/** Whether the service refused more history than it gives to this site at all. */
export function isBeyondPlan(error: unknown): error is MarketDataFailure {
  return error instanceof MarketDataFailure && error.status === 401 && error.code === BEYOND_PLAN;
}
