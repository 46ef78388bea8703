import { expect, it } from "vitest";
import { type FailureReason, MarketDataFailure } from "~/services/market-data/failure.server";
import { throwFailureResponse } from "~/services/market-data/failure-response.server";

/** The response that a loader throws for this error. */
function thrownFor(error: unknown): unknown {
  try {
    throwFailureResponse(error);
  } catch (thrown) {
    return thrown;
  }
}

function responseFor(reason: FailureReason, retryAfterMs?: number): Response {
  const facts = retryAfterMs === undefined ? {} : { retryAfterMs };
  const thrown = thrownFor(new MarketDataFailure(reason, "for the log only", facts));
  if (thrown instanceof Response) return thrown;
  throw new Error("no Response was thrown");
}

it.each([
  { reason: "not-found", status: 404, statusText: "Not Found", body: "" },
  { reason: "rate-limited", status: 503, statusText: "Service Unavailable", body: "5" },
  { reason: "timed-out", status: 503, statusText: "Service Unavailable", body: "5" },
  { reason: "unreachable", status: 502, statusText: "Bad Gateway", body: "" },
  { reason: "bad-response", status: 502, statusText: "Bad Gateway", body: "" },
] as const)("answers $status to a failure that is $reason", async ({ reason, status, statusText, body }) => {
  const response = responseFor(reason);
  expect(response.status).toBe(status);
  expect(response.statusText).toBe(statusText);
  expect(await response.text()).toBe(body);
  expect(response.headers.get("retry-after") ?? "").toBe(body);
});

it.each([
  { ms: 60_000, header: "60" },
  { ms: 1, header: "1" },
  { ms: 1001, header: "2" },
])("with status 503 has a Retry-After in whole seconds, rounded up: $ms ms", ({ ms, header }) => {
  expect(responseFor("rate-limited", ms).headers.get("retry-after")).toBe(header);
  expect(responseFor("unreachable", ms).headers.has("retry-after")).toBe(false);
});

it("rethrows errors that are not failures of the market data", () => {
  const fault = new TypeError("a fault of ours");
  expect(thrownFor(fault)).toBe(fault);
});
