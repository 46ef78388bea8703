/** Fractions of tokens add up to a little less than they should. */
const ROUNDING = 1e-9;

/** How many tokens a bucket holds, and how many milliseconds pass until the next one comes. */
interface Refill {
  readonly capacity: number;
  readonly msPerToken: number;
}

/**
 * Creates a bucket of tokens, which is full at first.
 * @param monotonic returns milliseconds
 * @param refillNow returns how the bucket fills at the moment
 */
export function createTokenBucket(monotonic: () => number, refillNow: () => Refill) {
  let tokens = refillNow().capacity;
  let countedAt = monotonic();

  function count(): number {
    const now = monotonic();
    const { capacity, msPerToken } = refillNow();
    tokens = Math.min(capacity, tokens + (now - countedAt) / msPerToken);
    countedAt = now;
    return tokens;
  }

  return {
    /** Milliseconds until so many tokens are there. */
    waitMs(wanted: number): number {
      const missing = wanted - count() - ROUNDING;
      return missing <= 0 ? 0 : missing * refillNow().msPerToken;
    },
    /** Takes tokens, even where they are still to come; fewer than none gives tokens back. */
    take(taken = 1): void {
      tokens = Math.min(refillNow().capacity, count() - taken);
    },
    /** Takes all tokens that are there. */
    empty(): void {
      tokens = Math.min(0, count());
    },
  };
}
