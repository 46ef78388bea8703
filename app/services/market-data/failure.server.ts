/**
 * Why market data is not available.
 * - `not-found`: the service knows no such coin
 * - `rate-limited`: the service refuses calls for a while
 * - `overloaded`: too many readers wait for calls, and this one was rejected
 * - `timed-out`: no whole answer within the configured time
 * - `unreachable`: no connection, or it broke
 * - `bad-response`: an error response, or one that cannot be read
 * - `beyond-plan`: more history than the service's plan includes
 */
export type FailureReason =
  | "not-found"
  | "rate-limited"
  | "overloaded"
  | "timed-out"
  | "unreachable"
  | "bad-response"
  | "beyond-plan";

/** The longest pause in milliseconds that the service, or another replica, can ask for. */
export const MAX_RETRY_AFTER_MS = 600_000;

interface FailureFacts {
  /** The service's HTTP status, if there was one. */
  readonly status?: number | undefined;
  /** The service's own error code from the body, e.g. 10012: history beyond the plan. */
  readonly code?: number | undefined;
  /** Milliseconds until calls make sense again. */
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

/** Returns whether a limit has delayed the call: nothing has failed, and a later call may succeed. */
export function isDelay({ reason }: MarketDataFailure): boolean {
  return reason === "overloaded" || reason === "rate-limited";
}

/** Turns a 404 into `not-found`, as for coins and categories; for other addresses it is a failure. */
export function notFoundOf(failure: MarketDataFailure): MarketDataFailure {
  if (failure.status !== 404) return failure;
  return new MarketDataFailure("not-found", failure.message, { status: 404, cause: failure });
}
