import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { TokenBucket } from "../store/answer-store.server";

/** Share of a minute's calls that can start at once. The rest refills the bucket, so that no minute sees more than the limit. */
const BURST = 1 / 6;

/** Milliseconds without a refusal after which the rate has grown by as much as the whole limit. */
const RECOVERY_MS = 20 * TIME.MINUTE;

/** The minimum rate, as a share of the limit: refusals never stop the site for good. */
const MIN_SHARE = 1 / 10;

/**
 * Creates the token bucket of a service's limit, initially full; where the limit is not known, it begins with less. The rate is halved
 * when the service refuses a call. It rises with the square of the time since then: slowly at first, because a service that has refused
 * calls soon refuses them again.
 * @param limit calls a minute @param first of them, with which it begins
 */
export function createLearntRate({ monotonic }: Clock, limit: number, first = limit) {
  let [lowered, loweredAt] = [first, monotonic()];
  let fullAt = monotonic();

  const callsPerMinute = () =>
    Math.min(limit, lowered + limit * ((monotonic() - loweredAt) / RECOVERY_MS) ** 2);
  const capacity = () => Math.max(1, callsPerMinute() * BURST);
  const msPerToken = () => TIME.MINUTE / Math.max(callsPerMinute() - capacity(), callsPerMinute() / 2);

  return {
    callsPerMinute,
    bucket: (): TokenBucket => ({ capacity: capacity(), msPerToken: msPerToken() }),
    waitMs(calls: number): number {
      const ms = Math.max(0, fullAt - monotonic()) + (calls - capacity()) * msPerToken();
      // Fractions add up to slightly more than they should.
      return ms < 1e-6 ? 0 : ms;
    },
    take(): void {
      fullAt = Math.max(fullAt, monotonic()) + msPerToken();
    },
    /** Empties the bucket so far that no call can start for some milliseconds, because other replicas have used it. */
    exhaust(ms: number): void {
      fullAt = Math.max(fullAt, monotonic() + ms + (capacity() - 1) * msPerToken());
    },
    /** Halves the rate and empties the bucket, because the service has refused a call. */
    halve(): void {
      [lowered, loweredAt] = [Math.max(callsPerMinute() / 2, limit * MIN_SHARE), monotonic()];
      fullAt = Math.max(fullAt, monotonic() + capacity() * msPerToken());
    },
  };
}
