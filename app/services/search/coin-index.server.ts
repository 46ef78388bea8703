import { beginsWithinOneTypo, laterWordKeys, searchKey } from "~/domain/search/search-key";
import { inChunks } from "../chunks.server";

/** A coin as the index takes it in. */
export interface IndexedCoin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
}

/** What was found: places of coins in the list that the index was built of. */
export interface IndexHits {
  /** Best first. */
  readonly places: readonly number[];
  /** All that match, those beyond the limit too. */
  readonly count: number;
}

export interface CoinIndex {
  /** Finds coins for a key that `searchKey` wrote; none for an empty one. */
  find(key: string, limit: number): IndexHits;
  /** Finds coins that share the longest beginning with a key that is found nowhere. */
  nearest(key: string, limit: number): readonly number[];
}

/** Stands before each field of a coin: symbol, name, id, the name once more from each later word on, and the end. */
const MARK = { symbol: "\u0001", name: "\u0002", id: "\u0003", word: "\u0004", end: "\u0005" } as const;
/** Lower codes are marks: keys hold no control characters. */
const FIRST_OF_KEY = 6;

/** Typos are tolerated in longer queries only: one letter of three is a third of the query. */
const MIN_LENGTH_FOR_TYPOS = 4;
/** A shorter beginning that two names share says nothing. */
const MIN_LENGTH_OF_NEAREST = 3;

/** Builds an index of coins that come best first. A query goes through all of them, which takes a few milliseconds. */
export async function buildCoinIndex(coins: Iterable<IndexedCoin>): Promise<CoinIndex> {
  const texts: string[] = [];
  await inChunks(coins, (coin) => {
    texts.push(textOf(coin));
  });
  return {
    find: (key, limit) => find(texts, key, limit),
    nearest: (key, limit) => nearest(texts, key, limit),
  };
}

/** Writes all fields of a coin as one text, so that most coins are ruled out by one look. */
function textOf({ id, symbol, name }: IndexedCoin): string {
  const words = laterWordKeys(name).flatMap((key) => [MARK.word, key]);
  const fields = [MARK.symbol, searchKey(symbol), MARK.name, searchKey(name), MARK.id, searchKey(id)];
  return [...fields, ...words, MARK.end].join("");
}

/** What a coin's text can contain of a key, the best match first: one of these texts each. */
function matchesOf(key: string): readonly (readonly string[])[] {
  const { symbol, name, id, word } = MARK;
  return [
    [symbol + key + name],
    [name + key + id],
    [symbol + key, name + key, id + key],
    [word + key],
    [key],
  ];
}

function find(texts: readonly string[], key: string, limit: number): IndexHits {
  if (key === "") return { places: [], count: 0 };
  const matches = matchesOf(key);
  const tiers = matches.map((): number[] => []);
  const others: number[] = [];
  for (const [place, text] of texts.entries()) {
    const isFound = text.includes(key);
    const tier = isFound ? matches.findIndex((each) => each.some((part) => text.includes(part))) : -1;
    (tiers[tier] ?? others).push(place);
  }
  const places = tiers.flat();
  if (places.length < limit && key.length >= MIN_LENGTH_FOR_TYPOS)
    places.push(...others.filter((place) => hasTypo(texts[place] ?? "", key)));
  return { places: places.slice(0, limit), count: places.length };
}

/** Tells whether a field of a coin begins with the key but for one typo. */
function hasTypo(text: string, key: string): boolean {
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) < FIRST_OF_KEY && beginsWithinOneTypo(text, at + 1, key, FIRST_OF_KEY))
      return true;
  return false;
}

function nearest(texts: readonly string[], key: string, limit: number): readonly number[] {
  let longest = MIN_LENGTH_OF_NEAREST;
  let places: number[] = [];
  for (const [place, text] of texts.entries()) {
    const length = longestBeginning(text, key);
    if (length < longest) continue;
    if (length > longest) places = [];
    longest = length;
    places.push(place);
  }
  return places.slice(0, limit);
}

/** Counts the letters of the longest beginning of the key that a field of a coin has, too. */
function longestBeginning(text: string, key: string): number {
  let longest = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= FIRST_OF_KEY) continue;
    let length = 0;
    while (length < key.length && text.charCodeAt(at + 1 + length) === key.charCodeAt(length)) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}
