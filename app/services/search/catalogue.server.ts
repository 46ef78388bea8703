import { type CoinNames, isCoinId } from "~/domain/market/coin";
import { isCleanText } from "../market-data/provider/fields.server";
import type { SeenCoins } from "../market-data/seen-coins.server";
import { inSlices } from "../slices.server";
import { buildCoinIndex, type CoinIndex, type IndexedCoin } from "./coin-index.server";

/** All coins in the order of their ranks, and an index of them. Numbers in the index are places in this order. */
export interface Catalogue {
  readonly names: CoinNames;
  readonly index: CoinIndex;
  /** Gives the coin at a place that the index has found. */
  coinAt(place: number): IndexedCoin;
}

/** Where a coin is in the list, below its rank, in one number that sorts by both: there are fewer lines than this. */
const LINES = 2 ** 17;
/** Coins without a rank come after all others, in the order of the list. */
const NO_RANK = 2 ** 31;

/**
 * Builds the catalogue of a list, a slice at a time, and takes note of its coins. A line that is no coin is left out: replicas
 * share the list, and what they share is read as if it came from a stranger.
 */
export async function buildCatalogue(names: CoinNames, seen: SeenCoins): Promise<Catalogue> {
  const { lines } = names;
  const offsets: number[] = [];
  const ranks: number[] = [];
  await inSlices(lineOffsets(lines), (offset) => {
    const coin = coinOfLine(lines, offset);
    if (coin === null || offsets.length >= LINES) return;
    seen.note(coin.id);
    ranks.push(Math.min(seen.facts(coin.id).rank ?? NO_RANK, NO_RANK) * LINES + offsets.length);
    offsets.push(offset);
  });
  const order = Float64Array.from(ranks).sort();
  const offsetAt = (place: number) => offsets[(order[place] ?? 0) % LINES] ?? 0;
  const sorted = Uint32Array.from(order, (_, place) => offsetAt(place));
  const coinAt = (place: number): IndexedCoin => readLine(lines, sorted[place] ?? 0);
  return { names, index: await buildCoinIndex(coinsAt(sorted, lines)), coinAt };
}

function* coinsAt(offsets: Uint32Array, lines: string): Iterable<IndexedCoin> {
  for (const offset of offsets) yield readLine(lines, offset);
}

/** Gives where each line begins. */
function* lineOffsets(lines: string): Iterable<number> {
  for (let offset = 0; offset < lines.length; ) {
    yield offset;
    const end = lines.indexOf("\n", offset);
    offset = end === -1 ? lines.length : end + 1;
  }
}

function coinOfLine(lines: string, offset: number): IndexedCoin | null {
  const coin = readLine(lines, offset);
  return isCoinId(coin.id) && isCleanText(coin.symbol) && isCleanText(coin.name) ? coin : null;
}

function readLine(lines: string, offset: number): IndexedCoin {
  const end = lines.indexOf("\n", offset);
  const [id = "", symbol = "", name = ""] = lines.slice(offset, end === -1 ? undefined : end).split("\t");
  return { id, symbol, name: name || id };
}
