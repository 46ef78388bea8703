import type { Exchange } from "~/domain/market/exchange";
import { laterWordKeys, searchKey } from "~/domain/search/search-key";

/** Finds exchanges for a key that `searchKey` wrote, best first; none for an empty one. */
export type FindExchanges = (key: string, limit: number) => readonly Exchange[];

/** In letters: nearly every name has any two letters somewhere. */
const MIN_LENGTH_FOR_MIDDLES = 3;

/**
 * Indexes exchanges, of which there are a hundred. Exact names and ids come before their beginnings, those before the
 * beginnings of later words, and those before what is in the middle of a name; among equals, the order of the list stays.
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
