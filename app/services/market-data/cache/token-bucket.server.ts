import type { Clock } from "../../clock.server";

interface TokenBucketOptions {
  readonly clock: Clock;
  /** Tokens in a full bucket; it is full at first. */
  readonly size: number;
  /** Milliseconds after which one comes back. */
  readonly refillMs: number;
}

/** Creates a bucket of tokens. Who takes one has asked `hasToken` before. */
export function createTokenBucket({ clock, size, refillMs }: TokenBucketOptions) {
  let tokens = size;
  let countedAt = clock.monotonic();
  let isWaiting = false;

  function refill(): void {
    const now = clock.monotonic();
    tokens = Math.min(size, tokens + (now - countedAt) / refillMs);
    countedAt = now;
  }

  return {
    hasToken() {
      refill();
      return tokens >= 1;
    },
    take() {
      tokens -= 1;
    },
    putBack() {
      tokens = Math.min(size, tokens + 1);
    },
    /** Calls back once, when the next token is due. */
    onToken(callback: () => void) {
      if (isWaiting) return;
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
