import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";

/**
 * Share of a minute's calls that can start at once. The bucket fills with the others: a service that counts minutes never sees
 * more calls than it allows in any of them.
 */
const BURST = 1 / 6;

/** Milliseconds without a refusal after which the rate has grown by as much as the whole limit. */
const RECOVERY_MS = 20 * TIME.MINUTE;

/** The smallest rate, as a share of the limit: no refusal stops the site for good. */
const MIN_SHARE = 1 / 10;

/** Fractions of tokens add up to a little less than they should. */
const ROUNDING = 1e-9;

/**
 * Creates the token bucket of a service's limit, which is full at first. The rate is halved when the service refuses a call. It
 * grows with the square of the time since then: hardly at first, because a service that has refused calls soon refuses them again.
 * @param limit calls a minute
 */
export function createLearntRate({ monotonic }: Clock, limit: number) {
  let lowered = limit;
  let loweredAt = monotonic();
  let tokens = Math.max(1, limit * BURST);
  let countedAt = monotonic();

  function callsPerMinute(): number {
    const growth = lowered < limit ? limit * ((monotonic() - loweredAt) / RECOVERY_MS) ** 2 : 0;
    return Math.min(limit, lowered + growth);
  }

  /** Counts the tokens of the moment. @returns milliseconds until the next one comes */
  function refill(): number {
    const perMinute = callsPerMinute();
    const capacity = Math.max(1, perMinute * BURST);
    const msPerToken = TIME.MINUTE / Math.max(perMinute - capacity, perMinute / 2);
    tokens = Math.min(capacity, tokens + (monotonic() - countedAt) / msPerToken);
    countedAt = monotonic();
    return msPerToken;
  }

  return {
    callsPerMinute,
    /** Milliseconds until so many calls can start. */
    waitMs(calls: number): number {
      const msPerToken = refill();
      const missing = calls - tokens - ROUNDING;
      return missing <= 0 ? 0 : missing * msPerToken;
    },
    /** Counts a call. */
    take(): void {
      refill();
      tokens -= 1;
    },
    /** Halves the rate and empties the bucket, because the service has refused a call. */
    halve(): void {
      refill();
      tokens = Math.min(0, tokens);
      [lowered, loweredAt] = [Math.max(callsPerMinute() / 2, limit * MIN_SHARE), monotonic()];
    },
  };
}
