import type { Exchange } from "~/domain/market/exchange";
import { laterWordKeys, searchKey } from "~/domain/search/search-key";

/** Finds exchanges for a key that `searchKey` wrote, best first; none for an empty one. */
export type FindExchanges = (key: string, limit: number) => readonly Exchange[];

/** In letters: two letters occur in nearly every name. */
const MIN_LENGTH_FOR_MIDDLES = 3;

/**
 * Indexes a hundred exchanges. Exact names and ids come first, then their beginnings, then the beginnings of later words,
 * then matches within a word; ties keep the order of the list.
 */
export function indexExchanges(exchanges: readonly Exchange[]): FindExchanges {
  const indexed = exchanges.map((exchange) => {
    const { id, name } = exchange;
    return { exchange, wholes: [searchKey(name), searchKey(id)], words: laterWordKeys(name) };
  });
  return (key, limit) => {
    if (key === "") return [];
    const tierOf = ({ wholes, words }: (typeof indexed)[number]): number => {
      if (wholes.includes(key)) return 0;
      if (wholes.some((whole) => whole.startsWith(key))) return 1;
      if (words.some((word) => word.startsWith(key))) return 2;
      return key.length >= MIN_LENGTH_FOR_MIDDLES && wholes[0]?.includes(key) ? 3 : 4;
    };
    return indexed
      .map((each) => ({ exchange: each.exchange, tier: tierOf(each) }))
      .filter(({ tier }) => tier < 4)
      .sort((one, other) => one.tier - other.tier)
      .slice(0, limit)
      .map(({ exchange }) => exchange);
  };
}
