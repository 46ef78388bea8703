/** Fractions of tokens add up to a little less than they should. */
const ROUNDING = 1e-9;

/** How many tokens a bucket holds, and how many milliseconds pass until the next one comes. */
export interface Refill {
  readonly capacity: number;
  readonly msPerToken: number;
}

/**
 * Creates a bucket of tokens, which is full at first. One of infinite capacity always has them.
 * @param monotonic returns milliseconds
 */
export function createTokenBucket(monotonic: () => number, refill: Refill) {
  let { capacity, msPerToken } = refill;
  let tokens = capacity;
  let countedAt = monotonic();

  function count(): number {
    const now = monotonic();
    tokens = Math.min(capacity, tokens + (now - countedAt) / msPerToken);
    countedAt = now;
    return tokens;
  }

  return {
    /** Milliseconds until so many tokens are there. */
    waitMs: (wanted: number): number =>
      capacity === Number.POSITIVE_INFINITY ? 0 : Math.max(0, (wanted - count() - ROUNDING) * msPerToken),
    /** Takes tokens, even where they are still to come; fewer than none gives tokens back. */
    take(taken = 1): void {
      tokens = Math.min(capacity, count() - taken);
    },
    refillAt(newRefill: Refill): void {
      count();
      ({ capacity, msPerToken } = newRefill);
    },
    /** Takes all tokens that are there. */
    empty(): void {
      tokens = Math.min(0, count());
    },
  };
}
