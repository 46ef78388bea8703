/** What each failure means to the operator. */
const MEANINGS = {
  "not-found": "the service knows nothing of that name",
  "rate-limited": "the service takes no more calls for now, and pages have what is known",
  overloaded: "too many wait for calls",
  "timed-out": "no whole answer came in time",
  unreachable: "no connection to the service",
  "bad-response": "the service answered with an error, or with what cannot be read",
  "beyond-plan": "the plan has no history of that length",
} as const;

export type FailureReason = keyof typeof MEANINGS;

/** The longest pause in milliseconds that the service, or another replica, can ask for. */
export const MAX_RETRY_AFTER_MS = 600_000;

interface FailureFacts {
  readonly status?: number | undefined;
  /** The service's own error code from the body, e.g. 10012: history beyond the plan. */
  readonly code?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** The one error that the market data service throws on purpose. Its message is for the log, never for a visitor. */
export class MarketDataFailure extends Error implements FailureFacts {
  override name = "MarketDataFailure";
  readonly status: number | undefined;
  readonly code: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly reason: FailureReason,
    message: string,
    { status, code, retryAfterMs, ...options }: FailureFacts & ErrorOptions = {},
  ) {
    super(message, options);
    [this.status, this.code, this.retryAfterMs] = [status, code, retryAfterMs];
  }

  /** Whether a limit has delayed the call: nothing has failed, and a later call may succeed. */
  get isDelay(): boolean {
    return this.reason === "overloaded" || this.reason === "rate-limited";
  }

  /** Returns the same failure for a later reader. @param retryAfterMs what is left of the time without calls */
  remembered(retryAfterMs: number): MarketDataFailure {
    const facts = { ...this, retryAfterMs, cause: this };
    return new MarketDataFailure(this.reason, `${this.message} (remembered)`, facts);
  }
}

/** Says to the operator what a failure means, with the status and what to set, and without the address, which visitors choose. */
export function meaningOf({ reason, status, message }: MarketDataFailure): string {
  const [, hint] = /, error \d+: (.+)$/.exec(message) ?? [];
  return `${MEANINGS[reason]}${status === undefined ? "" : ` (HTTP ${status})`}${hint === undefined ? "" : `: ${hint}`}.`;
}

/** Returns the failure of a body, such as `/exchanges: the body is not a list`. */
export function unreadable(path: string, why: string, cause?: unknown): MarketDataFailure {
  return new MarketDataFailure("bad-response", `${path}: the body ${why}`, { status: 200, cause });
}

/** Turns a 404 into `not-found`, as for coins and categories; for other addresses it is a failure. */
export function notFoundOf(failure: MarketDataFailure): MarketDataFailure {
  if (failure.status !== 404) return failure;
  return new MarketDataFailure("not-found", failure.message, { status: 404, cause: failure });
}

/**
 * Returns the failure of a reader without a slot in time. It says nothing about the service and starts no cool-down.
 * @param waitMs milliseconds until the next slot, if known; a reader comes back after a second at least
 */
export function overloaded(why: string, waitMs = 5000): MarketDataFailure {
  const retryAfterMs = Math.min(Math.max(waitMs, 1000), MAX_RETRY_AFTER_MS);
  return new MarketDataFailure("overloaded", why, { retryAfterMs });
}

/** Resolves to the answer or the failure; the other one is null. @throws anything but a MarketDataFailure */
export async function outcomeOf<Answer>(promised: Promise<Answer>) {
  try {
    return { answer: await promised, failure: null };
  } catch (failure) {
    if (!(failure instanceof MarketDataFailure)) throw failure;
    return { answer: null, failure };
  }
}
