/** Fractions of tokens add up to a little less than they should. */
const ROUNDING = 1e-9;

/**
 * Creates a bucket of tokens, which come evenly up to a capacity. It is empty and gets none until `resize` says how many.
 * @param monotonic returns milliseconds
 */
export function createTokenBucket(monotonic: () => number) {
  let size = 0;
  let msPerToken = Number.POSITIVE_INFINITY;
  let tokens = 0;
  let countedAt = monotonic();

  function count(): number {
    const now = monotonic();
    tokens = Math.min(size, tokens + (now - countedAt) / msPerToken);
    countedAt = now;
    return tokens;
  }

  return {
    /** As many tokens as it holds. */
    capacity: () => size,
    /** Milliseconds until so many tokens are there. A bucket of infinite capacity always has them. */
    waitMs: (wanted: number): number =>
      size === Number.POSITIVE_INFINITY ? 0 : Math.max(0, (wanted - count() - ROUNDING) * msPerToken),
    /** Takes tokens, even where they are still to come. */
    take(taken = 1): void {
      tokens = Math.min(size, count() - taken);
    },
    resize(capacity: number, refillMs: number): void {
      count();
      [size, msPerToken] = [capacity, refillMs];
    },
    fill(): void {
      tokens = size;
    },
    /** Leaves so many tokens at most. */
    lower(most: number): void {
      tokens = Math.min(most, count());
    },
  };
}
