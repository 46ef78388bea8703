import { LRUCache } from "lru-cache";

/** Rank and picture of a coin, as far as an answer has named them. */
export interface CoinFacts {
  readonly rank: number | null;
  readonly image: string | null;
}

/** The coins that the service has named, in lists and by themselves. */
export interface SeenCoins {
  has(id: string): boolean;
  /** Returns the latest facts of a coin; null each, where no answer has named them. */
  facts(id: string): CoinFacts;
  /** Remembers a coin. Facts that are null, or left out, leave those from before. */
  note(id: string, facts?: Partial<CoinFacts>): void;
  /** Remembers that a list of all coins has been read to its end. */
  noteWholeList(): void;
  /** Returns whether an id can only be made up: all coins have been named, and it is not among them. */
  isMadeUp(id: string): boolean;
}

/** There are some 17,000. */
const MAX_COINS = 50_000;

const UNKNOWN: CoinFacts = Object.freeze({ rank: null, image: null });

export function createSeenCoins(): SeenCoins {
  const seen = new LRUCache<string, CoinFacts>({ max: MAX_COINS });
  let isListRead = false;
  return {
    has: (id) => seen.has(id),
    facts: (id) => seen.peek(id) ?? UNKNOWN,
    note(id, { rank, image } = {}) {
      const known = seen.get(id) ?? UNKNOWN;
      const isNew = (rank ?? known.rank) !== known.rank || (image ?? known.image) !== known.image;
      seen.set(id, isNew ? { rank: rank ?? known.rank, image: image ?? known.image } : known);
    },
    noteWholeList() {
      isListRead = true;
    },
    // Beyond the bound coins are forgotten that do exist.
    isMadeUp: (id) => isListRead && seen.size < MAX_COINS && !seen.has(id),
  };
}
