import type { Clock } from "../../clock.server";

/** Bounds of the calls for ids that were never seen. */
const LIMITS = {
  concurrency: 2,
  /** Size of the bucket, which is full at first. */
  tokens: 5,
  /** Share of the calls a minute. */
  share: 0.1,
  /** Milliseconds for a token where calls have no limit. */
  refillMs: 10_000,
} as const;

/**
 * Creates the share of ids that were never seen: a bucket of tokens, of which each id that does not exist costs one. Who
 * starts a call has asked `mayStart` before.
 * @param intervalMs milliseconds between calls; 0: no limit
 */
export function createUnseenShare({ monotonic }: Clock, intervalMs: number) {
  const refillMs = intervalMs === 0 ? LIMITS.refillMs : intervalMs / LIMITS.share;
  let running = 0;
  let tokens: number = LIMITS.tokens;
  let countedAt = monotonic();
  let isWaiting = false;

  function hasToken(): boolean {
    const now = monotonic();
    tokens = Math.min(LIMITS.tokens, tokens + (now - countedAt) / refillMs);
    countedAt = now;
    return tokens >= 1;
  }

  return {
    mayStart: () => running < LIMITS.concurrency && hasToken(),
    start() {
      running += 1;
      tokens -= 1;
    },
    release() {
      running -= 1;
    },
    putTokenBack() {
      tokens = Math.min(LIMITS.tokens, tokens + 1);
    },
    /** Calls back once, when the next token comes; not at all where there is one. */
    onToken(callback: () => void) {
      if (isWaiting || hasToken()) return;
      isWaiting = true;
      const timer = setTimeout(
        () => {
          isWaiting = false;
          callback();
        },
        (1 - tokens) * refillMs,
      );
      timer.unref();
    },
  };
}
