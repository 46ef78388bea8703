import type { CoinNames, NamedCoin } from "~/domain/market/coin";
import type { Exchange } from "~/domain/market/exchange";
import { beginsWithinOneTypo, laterWordKeys, searchKey } from "~/domain/search/search-key";
import { inChunks } from "../chunks.server";
import type { CoinRecords } from "../market-data/memory/coin-records.server";

export interface Catalogue {
  readonly names: CoinNames;
  /** Finds coins for a key that `searchKey` wrote, and counts all matches; none for an empty key. */
  find(key: string, limit: number): { readonly coins: readonly NamedCoin[]; readonly count: number };
  /** Finds coins for the longest beginning of a key that matches anything, if the whole key does not. */
  nearest(key: string, limit: number): readonly NamedCoin[];
}

/** The keys that searches compare: the name is there again from each later word on. */
type Keys = readonly [symbol: string, name: string, id: string, ...words: string[]];

interface IndexedCoin {
  readonly coin: NamedCoin;
  readonly keys: Keys;
}

const FIRST_WORD = 3;

/**
 * Letters of all keys, each of which counts for 16 more; three times the size of 20,000 coins. A hostile list of names
 * could otherwise fill the memory: every word of a name has its own key.
 */
const MAX_SIZE = 9_000_000;
const SIZE_OF_KEY = 16;

/** Typos are tolerated in longer queries only: one letter of three is a third of the query. */
const MIN_LENGTH_FOR_TYPOS = 4;
const MIN_LENGTH_OF_NEAREST = 3;

/**
 * Builds the catalogue of a list, a chunk at a time. A coin whose keys do not fit cannot be found.
 * @param largest ids that order the results of a site that has just started, before the service's ranks arrive
 */
export async function buildCatalogue(
  names: CoinNames,
  records: Pick<CoinRecords, "facts">,
  largest: readonly string[] = [],
): Promise<Catalogue> {
  const firstRanks = new Map(largest.map((id, index) => [id, index + 1]));
  const ranked: { readonly coin: NamedCoin; readonly rank: number }[] = [];
  await inChunks(names.values(), (coin) => {
    const rank = records.facts(coin.id).rank ?? firstRanks.get(coin.id) ?? Number.MAX_SAFE_INTEGER;
    ranked.push({ coin, rank });
  });
  // The larger coins first, because the size is bounded.
  ranked.sort((one, other) => one.rank - other.rank);
  const coins: IndexedCoin[] = [];
  let size = 0;
  await inChunks(ranked, ({ coin }) => {
    const indexed = { coin, keys: keysOf(coin.symbol, coin.name, coin.id) };
    const added = indexed.keys.reduce((sum: number, key) => sum + key.length + SIZE_OF_KEY, 0);
    if (size + added > MAX_SIZE) return;
    size += added;
    coins.push(indexed);
  });
  const leftOut = ranked.length - coins.length;
  if (leftOut > 0)
    console.warn(`search: the index is full: ${leftOut} of ${ranked.length} coins are left out`);
  return {
    names,
    find: (key, limit) => find(coins, key, limit),
    nearest: (key, limit) => nearest(coins, key, limit),
  };
}

/** In letters: two letters occur in nearly every name. */
const MIN_LENGTH_FOR_MIDDLES = 3;

/**
 * Indexes a hundred exchanges, which are found like coins of the symbol that is their id, but without typos; ties keep their order.
 * @returns finds at most `limit` of them for a key that `searchKey` wrote, best first; none for an empty one
 */
export function indexExchanges(exchanges: readonly Exchange[]) {
  const indexed = exchanges.map((exchange) => ({ exchange, keys: keysOf(exchange.id, exchange.name, "") }));
  return (key: string, limit: number): readonly Exchange[] => {
    if (key === "") return [];
    const lastTier = key.length < MIN_LENGTH_FOR_MIDDLES ? 2 : 3;
    return indexed
      .map(({ exchange, keys }) => ({ exchange, tier: tierOf(keys, key) }))
      .filter(({ tier }) => tier <= lastTier)
      .sort((one, other) => one.tier - other.tier)
      .slice(0, limit)
      .map(({ exchange }) => exchange);
  };
}

function keysOf(symbol: string, name: string, id: string): Keys {
  const [symbolKey, nameKey, idKey] = [searchKey(symbol), searchKey(name), searchKey(id)];
  // Most ids repeat the name.
  return [symbolKey, nameKey, idKey === nameKey ? "" : idKey, ...laterWordKeys(name)];
}

function find(coins: readonly IndexedCoin[], key: string, limit: number) {
  if (key === "") return { coins: [], count: 0 };
  const tiers: NamedCoin[][] = [[], [], [], []];
  const others: IndexedCoin[] = [];
  for (const each of coins) {
    const tier = tiers[tierOf(each.keys, key)];
    if (tier === undefined) others.push(each);
    else tier.push(each.coin);
  }
  const found = tiers.flat();
  if (found.length < limit && key.length >= MIN_LENGTH_FOR_TYPOS)
    for (const each of others)
      if (each.keys.some((text) => beginsWithinOneTypo(text, key))) found.push(each.coin);
  return { coins: found.slice(0, limit), count: found.length };
}

/**
 * Returns the place of a match in the order of results: exact, beginning, beginning of a later word, anywhere, none. An
 * exact symbol ranks no higher than an exact name: small coins use the names of large ones as symbols.
 */
function tierOf(keys: Keys, key: string): 0 | 1 | 2 | 3 | 4 {
  const [symbol, name, id] = keys;
  if (symbol === key || name === key) return 0;
  if (symbol.startsWith(key) || name.startsWith(key) || id.startsWith(key)) return 1;
  if (!symbol.includes(key) && !name.includes(key) && !id.includes(key)) return 4;
  return keys.slice(FIRST_WORD).some((word) => word.startsWith(key)) ? 2 : 3;
}

function nearest(coins: readonly IndexedCoin[], key: string, limit: number): readonly NamedCoin[] {
  let longest = MIN_LENGTH_OF_NEAREST;
  let found: NamedCoin[] = [];
  for (const { coin, keys } of coins) {
    const length = keys.reduce((most: number, text) => Math.max(most, commonLength(text, key)), 0);
    if (length < longest) continue;
    if (length > longest) found = [];
    longest = length;
    found.push(coin);
  }
  return found.slice(0, limit);
}

function commonLength(text: string, key: string): number {
  let length = 0;
  while (length < key.length && text.charCodeAt(length) === key.charCodeAt(length)) length += 1;
  return length;
}
