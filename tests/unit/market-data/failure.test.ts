import { expect, test } from "vitest";
import { isDelay, MarketDataFailure } from "~/services/market-data/failure.server";

test("a limit delays an answer, everything else is a failure", () => {
  const delays = (
    ["rate-limited", "overloaded", "timed-out", "unreachable", "bad-response", "not-found"] as const
  ).filter((reason) => isDelay(new MarketDataFailure(reason, "")));
  expect(delays).toEqual(["rate-limited", "overloaded"]);
});
