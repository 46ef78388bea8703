import { isCoinId } from "~/domain/market/coin";
import { type CoinNames, type NamedCoin, namedCoinAt, nameOffsets } from "~/domain/market/coin-names";
import { inChunks } from "../chunks.server";
import type { CoinRecords } from "../market-data/prices/coin-records.server";
import { isCleanText } from "../market-data/provider/fields.server";
import { buildCoinIndex, type CoinIndex } from "./coin-index.server";

/** All coins in the order of their ranks, and an index of them. Numbers in the index are places in this order. */
export interface Catalogue {
  readonly names: CoinNames;
  readonly index: CoinIndex;
  /** Returns the coin at a place that the index has found. */
  coinAt(place: number): NamedCoin;
}

/** Rank and line are packed into one number, which sorts by both. There are fewer lines than this. */
const LINES = 2 ** 17;
/** Coins without a rank come after all others, in the order of the list. */
const NO_RANK = 2 ** 31;

/**
 * Builds the catalogue of a list, a chunk at a time, and records its coins. Lines that are not coins are dropped:
 * replicas share the list, and shared data are untrusted.
 */
export async function buildCatalogue(
  names: CoinNames,
  records: Pick<CoinRecords, "facts" | "noteWholeList">,
): Promise<Catalogue> {
  const offsets: number[] = [];
  const ranks: number[] = [];
  const ids = new Set<string>();
  await inChunks(nameOffsets(names), (offset) => {
    const coin = namedCoinAt(names, offset);
    if (!isReadable(coin) || offsets.length >= LINES) return;
    ids.add(coin.id);
    ranks.push(Math.min(records.facts(coin.id).rank ?? NO_RANK, NO_RANK) * LINES + offsets.length);
    offsets.push(offset);
  });
  records.noteWholeList(ids);
  const order = Float64Array.from(ranks).sort();
  const offsetAt = (place: number) => offsets[(order[place] ?? 0) % LINES] ?? 0;
  const sorted = Uint32Array.from(order, (_, place) => offsetAt(place));
  const coinAt = (place: number): NamedCoin => namedCoinAt(names, sorted[place] ?? 0);
  const index = await buildCoinIndex(coinsAt(sorted, names));
  if (index.leftOut > 0) {
    console.warn(`search: the index is full: ${index.leftOut} of ${sorted.length} coins are left out`);
  }
  return { names, index, coinAt };
}

function* coinsAt(offsets: Uint32Array, names: CoinNames): Iterable<NamedCoin> {
  for (const offset of offsets) yield namedCoinAt(names, offset);
}

function isReadable({ id, symbol, name }: NamedCoin): boolean {
  return isCoinId(id) && isCleanText(symbol) && isCleanText(name);
}
