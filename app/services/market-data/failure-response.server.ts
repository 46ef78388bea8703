import { type FailureReason, MarketDataFailure } from "./failure.server";

const STATUS: Record<FailureReason, { readonly status: number; readonly statusText: string }> = {
  unknown: { status: 404, statusText: "Not Found" },
  limited: { status: 503, statusText: "Service Unavailable" },
  "timed-out": { status: 503, statusText: "Service Unavailable" },
  unreachable: { status: 502, statusText: "Bad Gateway" },
  "bad-answer": { status: 502, statusText: "Bad Gateway" },
};

/**
 * Makes of a failed service call what a loader throws: an empty answer with the status for the failure, and
 * `Retry-After` in seconds where the service named a time. Anything but a MarketDataFailure is thrown on as it is.
 */
export function throwFailureResponse(error: unknown): never {
  if (!(error instanceof MarketDataFailure)) throw error;
  const headers = new Headers();
  if (error.retryAfterMs !== undefined)
    headers.set("Retry-After", String(Math.ceil(error.retryAfterMs / 1000)));
  // A Response and not data(): Remix 2 loses the status text of the latter.
  throw new Response(null, { ...STATUS[error.reason], headers });
}
