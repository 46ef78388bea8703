import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";

/**
 * Share of a minute's calls that can start at once. The rest refills the bucket: a service that counts by the minute never
 * sees more calls than it allows.
 */
const BURST = 1 / 6;

/** Milliseconds without a refusal after which the rate has grown by as much as the whole limit. */
const RECOVERY_MS = 20 * TIME.MINUTE;

/** The minimum rate, as a share of the limit: refusals never stop the site for good. */
const MIN_SHARE = 1 / 10;

/**
 * Creates the token bucket of a service's limit, initially full. The rate is halved when the service refuses a call. It recovers
 * with the square of the time since then: slowly at first, because a service that has refused calls soon refuses them again.
 * @param limit calls a minute
 */
export function createLearntRate({ monotonic }: Clock, limit: number) {
  let [lowered, loweredAt] = [limit, monotonic()];
  let [tokens, countedAt] = [Math.max(1, limit * BURST), monotonic()];

  const callsPerMinute = () =>
    Math.min(limit, lowered + limit * ((monotonic() - loweredAt) / RECOVERY_MS) ** 2);

  /** Adds the tokens up to now. @returns milliseconds until the next one */
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
    /** Milliseconds until that many calls can start. */
    waitMs(calls: number): number {
      const msPerToken = refill();
      const missing = calls - tokens;
      // Fractions of tokens add up to slightly less than they should.
      return missing < 1e-9 ? 0 : missing * msPerToken;
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
