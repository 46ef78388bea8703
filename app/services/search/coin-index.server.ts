import type { NamedCoin } from "~/domain/market/coin-names";
import { beginsWithinOneTypo, laterWordKeys, searchKey } from "~/domain/search/search-key";
import { inChunks } from "../chunks.server";

/** Search results: places of coins in the indexed list. */
interface IndexHits {
  /** Best first. */
  readonly places: readonly number[];
  /** Number of all matches, including those beyond the limit. */
  readonly count: number;
}

export interface CoinIndex {
  /** Its number of fields and letters. */
  readonly keys: number;
  readonly length: number;
  /** Coins that did not fit. */
  readonly leftOut: number;
  /** Finds coins for a key that `searchKey` wrote; none for an empty one. */
  find(key: string, limit: number): IndexHits;
  /** Finds coins for the longest beginning of a key that matches anything, if the whole key does not. */
  nearest(key: string, limit: number): readonly number[];
}

/** Precedes each field of a coin: symbol, name, id, and the name again from each later word on. */
const MARK = { symbol: 1, name: 2, id: 3, word: 4 } as const;
/** Lower codes are marks: keys hold no control characters. */
const FIRST_OF_KEY = 5;

/** Order of results. An exact symbol ranks no higher than an exact name: small coins use the names of large ones as symbols. */
const TIER = { exact: 0, beginning: 1, word: 2, anywhere: 3, none: 4 } as const;

/**
 * Limits of an index, three times the size of 20,000 coins. A hostile list of names could otherwise fill the memory: every
 * word of a name begins a field, and each pair of first letters has its own list.
 */
const MAX_KEYS = 250_000;
const MAX_LENGTH = 5_000_000;

/** Text is joined after this many pieces: joining all at once would block for too long. */
const PARTS_OF_CHUNK = 5000;

/** Typos are tolerated in longer queries only: one letter of three is a third of the query. */
const MIN_LENGTH_FOR_TYPOS = 4;
const MIN_LENGTH_OF_NEAREST = 3;

/** Coins whose fields are in one text, in the order of the list. */
interface Shard {
  readonly text: string;
  /** Where in the text each coin begins, and last where the text ends. */
  readonly starts: Uint32Array;
  /** Places of the coins in the list. */
  readonly places: Uint32Array;
  /** Where in the text fields begin, by their first two letters: those of three letters and more. */
  readonly fieldsByLetters: ReadonlyMap<string, readonly number[]>;
}

/**
 * Builds an index of coins, best first. All fields are in one long text, because `indexOf` is faster than any structure of ours:
 * a mark before each field tells what was hit. Coins with non-Latin letters have a text of their own, because two-byte letters
 * double the search time. A coin whose fields do not fit is left out.
 */
export async function buildCoinIndex(coins: Iterable<NamedCoin>): Promise<CoinIndex> {
  const latin = createShardBuilder();
  const other = createShardBuilder();
  let place = -1;
  let keys = 0;
  let length = 0;
  let leftOut = 0;
  await inChunks(coins, (coin) => {
    place += 1;
    const fields = fieldsOf(coin);
    const added = fields.reduce((sum, { key }) => sum + 1 + key.length, 0);
    if (keys + fields.length > MAX_KEYS || length + added > MAX_LENGTH) {
      leftOut += 1;
      return;
    }
    keys += fields.length;
    length += added;
    (fields.every(isLatin) ? latin : other).add(fields, place);
  });
  const shards = [latin.finish(), other.finish()];
  return {
    keys,
    length,
    leftOut,
    find: (key, limit) => find(shards, key, limit),
    nearest: (key, limit) => nearest(shards, key, limit),
  };
}

/** A key, and the mark of its field. */
interface Field {
  readonly mark: number;
  readonly key: string;
}

function fieldsOf({ id, symbol, name }: NamedCoin): Field[] {
  const nameKey = searchKey(name);
  const idKey = searchKey(id);
  return [
    { mark: MARK.symbol, key: searchKey(symbol) },
    { mark: MARK.name, key: nameKey },
    // Most ids repeat the name.
    ...(idKey === nameKey ? [] : [{ mark: MARK.id, key: idKey }]),
    ...laterWordKeys(name).map((key) => ({ mark: MARK.word, key })),
  ];
}

function isLatin({ key }: Field): boolean {
  for (let index = 0; index < key.length; index++) if (key.charCodeAt(index) > 0xff) return false;
  return true;
}

function createShardBuilder() {
  const chunks: string[] = [];
  const parts: string[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  const fieldsByLetters = new Map<string, number[]>();
  let length = 0;

  function addField(start: number, key: string): void {
    const letters = key.slice(0, 2);
    const known = fieldsByLetters.get(letters);
    if (known === undefined) fieldsByLetters.set(letters, [start]);
    else known.push(start);
  }

  return {
    add(fields: readonly Field[], place: number) {
      starts.push(length);
      places.push(place);
      for (const { mark, key } of fields) {
        parts.push(String.fromCharCode(mark), key);
        if (key.length >= MIN_LENGTH_OF_NEAREST) addField(length + 1, key);
        length += 1 + key.length;
      }
      if (parts.length >= PARTS_OF_CHUNK) chunks.push(parts.splice(0).join(""));
    },
    finish(): Shard {
      starts.push(length);
      return {
        text: [...chunks, ...parts].join(""),
        starts: Uint32Array.from(starts),
        places: Uint32Array.from(places),
        fieldsByLetters,
      };
    },
  };
}

function find(shards: readonly Shard[], key: string, limit: number): IndexHits {
  if (key === "") return { places: [], count: 0 };
  const tiers: number[][] = [[], [], [], []];
  let count = 0;
  for (const shard of shards) count += findInShard(shard, key, limit, tiers);
  const places = tiers.flatMap((tier) => tier.sort((one, other) => one - other)).slice(0, limit);
  if (count >= limit || key.length < MIN_LENGTH_FOR_TYPOS) return { places, count };
  const typos = new Set<number>();
  for (const shard of shards) findTypos(shard, key, typos);
  // Below the limit, all of them are known here, and are not found again.
  for (const place of places) typos.delete(place);
  const more = [...typos].sort((one, other) => one - other);
  return { places: [...places, ...more].slice(0, limit), count: count + more.length };
}

/** Adds places to their tiers, at most `limit` to each. @returns how many coins match */
function findInShard({ text, starts, places }: Shard, key: string, limit: number, tiers: number[][]): number {
  const cursor = createCursor(starts);
  const room = tiers.map((tier) => tier.length + limit);
  let count = 0;
  let at = text.indexOf(key);
  while (at !== -1) {
    const coin = cursor(at);
    const end = starts[coin + 1] ?? 0;
    let best: number = TIER.none;
    while (at !== -1 && at < end) {
      best = Math.min(best, tierOf(text, at, key.length));
      at = text.indexOf(key, best === TIER.exact ? end : at + 1);
    }
    count += 1;
    const tier = tiers[best];
    const place = places[coin];
    if (tier !== undefined && place !== undefined && tier.length < (room[best] ?? 0)) tier.push(place);
  }
  return count;
}

function tierOf(text: string, at: number, length: number): number {
  const before = text.charCodeAt(at - 1);
  if (before >= FIRST_OF_KEY) return TIER.anywhere;
  if (before === MARK.word) return TIER.word;
  const after = text.charCodeAt(at + length);
  // Nothing follows the last field.
  const isWhole = !(after >= FIRST_OF_KEY);
  return isWhole && (before === MARK.symbol || before === MARK.name) ? TIER.exact : TIER.beginning;
}

/** Adds the places of coins with a field that begins with the key, with one typo. */
function findTypos({ text, starts, places, fieldsByLetters }: Shard, key: string, typos: Set<number>): void {
  for (const [letters, fields] of fieldsByLetters) {
    if (!canBeTypo(letters, key)) continue;
    const cursor = createCursor(starts);
    for (const start of fields) {
      if (!beginsWithinOneTypo(text, start, key, FIRST_OF_KEY)) continue;
      const place = places[cursor(start)];
      if (place !== undefined) typos.add(place);
    }
  }
}

/** Rules out most fields by their first two letters: one typo leaves one of the two in place, or moves both. */
function canBeTypo(letters: string, key: string): boolean {
  const [first, second] = [letters.charAt(0), letters.charAt(1)];
  if (first === key.charAt(0) || second === key.charAt(0) || second === key.charAt(1)) return true;
  return first === key.charAt(1) && second === key.charAt(2);
}

function nearest(shards: readonly Shard[], key: string, limit: number): readonly number[] {
  let longest = MIN_LENGTH_OF_NEAREST;
  let found: number[] = [];
  for (const { text, starts, places, fieldsByLetters } of shards) {
    const cursor = createCursor(starts);
    for (const start of fieldsByLetters.get(key.slice(0, 2)) ?? []) {
      const length = commonLength(text, start, key);
      if (length < longest) continue;
      if (length > longest) found = [];
      longest = length;
      found.push(places[cursor(start)] ?? 0);
    }
  }
  return [...new Set(found)].sort((one, other) => one - other).slice(0, limit);
}

function commonLength(text: string, at: number, key: string): number {
  let length = 0;
  while (length < key.length && text.charCodeAt(at + length) === key.charCodeAt(length)) length += 1;
  return length;
}

/** Creates a function that returns the coin at a place in the text. Places must be requested in ascending order. */
function createCursor(starts: Uint32Array): (at: number) => number {
  let coin = 0;
  return (at) => {
    while ((starts[coin + 1] ?? Number.POSITIVE_INFINITY) <= at) coin += 1;
    return coin;
  };
}
