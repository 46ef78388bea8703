import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { createTokenBucket, type Refill } from "./token-bucket.server";

/**
 * Share of a minute's calls that can start at once. The bucket fills with the others: a service that counts minutes never sees
 * more calls than it allows in any of them.
 */
const BURST = 1 / 6;

/** Milliseconds without a refusal after which the rate has grown by the limit: the square of a quarter of it in half of them. */
const RECOVERY_MS = 20 * TIME.MINUTE;

/** The smallest rate, as a share of the limit: no refusal stops the site for good. */
const MIN_SHARE = 1 / 10;

/**
 * Creates the bucket of calls of a service's limit. The rate is halved when the service refuses a call. It grows with the square
 * of the time since then: hardly at first, because a service that has refused calls soon refuses them again.
 * @param limit calls a minute; infinite: any number
 */
export function createLearntRate({ monotonic }: Clock, limit: number) {
  let lowered = limit;
  let loweredAt = monotonic();
  const bucket = createTokenBucket(monotonic, refillOf(limit));

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
    waitMs(calls: number): number {
      bucket.refillAt(refillOf(callsPerMinute()));
      return bucket.waitMs(calls);
    },
    /** Counts a call. */
    take: () => bucket.take(),
    /** Halves the rate and empties the bucket. */
    halve(): void {
      lowerTo(callsPerMinute() / 2);
      bucket.empty();
    },
    lowerTo,
  };
}

function refillOf(callsPerMinute: number): Refill {
  const burst = Math.max(1, callsPerMinute * BURST);
  const perMinute = Math.max(callsPerMinute - burst, callsPerMinute / 2);
  return { capacity: burst, msPerToken: TIME.MINUTE / perMinute };
}
