import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { createTokenBucket } from "./token-bucket.server";

/**
 * Share of a minute's calls that can start at once. The bucket fills with the others: a service that counts minutes never sees
 * more calls than it allows in any of them.
 */
const BURST = 1 / 6;

/** Milliseconds without a refusal after which the rate has grown by as much as the whole limit. */
const RECOVERY_MS = 20 * TIME.MINUTE;

/** The smallest rate, as a share of the limit: no refusal stops the site for good. */
const MIN_SHARE = 1 / 10;

/**
 * Creates the bucket of calls of a service's limit. The rate is halved when the service refuses a call. It grows with the square
 * of the time since then: hardly at first, because a service that has refused calls soon refuses them again.
 * @param limit calls a minute
 */
export function createLearntRate({ monotonic }: Clock, limit: number) {
  let lowered = limit;
  let loweredAt = monotonic();
  const bucket = createTokenBucket(monotonic, () => {
    const perMinute = callsPerMinute();
    const burst = Math.max(1, perMinute * BURST);
    return { capacity: burst, msPerToken: TIME.MINUTE / Math.max(perMinute - burst, perMinute / 2) };
  });

  function callsPerMinute(): number {
    const growth = lowered < limit ? limit * ((monotonic() - loweredAt) / RECOVERY_MS) ** 2 : 0;
    return Math.min(limit, lowered + growth);
  }

  /** Lowers the rate, unless it is lower. */
  function lowerTo(rate: number): void {
    if (rate >= callsPerMinute()) return;
    [lowered, loweredAt] = [Math.max(rate, limit * MIN_SHARE), monotonic()];
  }

  return {
    callsPerMinute,
    /** Milliseconds until so many calls can start. */
    waitMs: bucket.waitMs,
    /** Counts a call. */
    take: bucket.take,
    /** Halves the rate and empties the bucket. */
    halve(): void {
      lowerTo(callsPerMinute() / 2);
      bucket.empty();
    },
    lowerTo,
  };
}
