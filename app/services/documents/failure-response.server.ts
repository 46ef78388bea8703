import { type FailureReason, MarketDataFailure } from "../market-data/failure.server";

const STATUS: Record<FailureReason, { readonly status: number; readonly statusText: string }> = {
  "not-found": { status: 404, statusText: "Not Found" },
  "rate-limited": { status: 503, statusText: "Service Unavailable" },
  overloaded: { status: 503, statusText: "Service Unavailable" },
  "timed-out": { status: 503, statusText: "Service Unavailable" },
  unreachable: { status: 502, statusText: "Bad Gateway" },
  "bad-response": { status: 502, statusText: "Bad Gateway" },
  "beyond-plan": { status: 502, statusText: "Bad Gateway" },
};

/** `Retry-After` in milliseconds if the time of the next call is unknown. */
const USUAL_RETRY_MS = 5000;

/**
 * Throws a loader's response to a failed service call, with the status for the failure. The body of a 503 is the seconds of its
 * `Retry-After`, in JSON, because the error boundary sees no headers. Anything but a MarketDataFailure is rethrown.
 */
export function throwFailureResponse(error: unknown): never {
  const { headers, ...status } = failureInit(error);
  const seconds = headers.get("Retry-After");
  if (seconds !== null) headers.set("Content-Type", "application/json; charset=utf-8");
  // A Response, not data(): Remix 2 loses the status text of the latter.
  throw new Response(seconds, { ...status, headers });
}

/**
 * Returns the status for a failed service call, and for a 503 `Retry-After`, the seconds until the service may be called
 * again.
 * @throws anything but a MarketDataFailure
 */
export function failureInit(error: unknown) {
  if (!(error instanceof MarketDataFailure)) throw error;
  const answer = STATUS[error.reason];
  const headers = new Headers();
  if (answer.status === 503) {
    headers.set("Retry-After", String(Math.ceil((error.retryAfterMs ?? USUAL_RETRY_MS) / 1000)));
  }
  return { ...answer, headers };
}
