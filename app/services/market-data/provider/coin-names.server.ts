import { type CoinNames, nameLine } from "~/domain/market/coin-names";
import { inChunks } from "../../chunks.server";
import { MarketDataFailure } from "../failure.server";
import type { Endpoint } from "./client.server";
import { fieldsOf, readId, readText } from "./fields.server";

/** The names of all coins, some 17,000. */
export const COIN_NAMES_ENDPOINT: Endpoint<CoinNames> = {
  name: "coins_list",
  path: "/coins/list",
  // Three times the size of the 17,000 coins.
  limits: { maxBytes: 4_000_000, maxValues: 250_000 },
  read: readCoinNames,
};

/** More than twice as many coins as there are. */
const MAX_COINS = 50_000;

/** Characters of all names together; twice what 20,000 coins need. */
const MAX_NAMES_LENGTH = 1_700_000;

/**
 * Reads the names of all coins in chunks, so that other requests are served in between. Invalid, duplicate and surplus rows
 * are dropped and counted in the log.
 * @throws {MarketDataFailure} `bad-response` when the body is not a list
 */
export async function readCoinNames(body: unknown, path: string): Promise<CoinNames> {
  if (!Array.isArray(body)) throw new MarketDataFailure("bad-response", `${path}: the body is not a list`);
  const lines: string[] = [];
  const ids = new Set<string>();
  let length = 0;
  await inChunks(body.slice(0, MAX_COINS), (coin) => {
    const row = fieldsOf(coin);
    const id = readId(row.id);
    if (id === null || ids.has(id)) return;
    const line = nameLine({ id, symbol: readText(row.symbol), name: readText(row.name) || id });
    if (length + line.length + 1 > MAX_NAMES_LENGTH) return;
    length += line.length + 1;
    ids.add(id);
    lines.push(line);
  });
  const dropped = body.length - lines.length;
  if (dropped > 0) console.warn(`market data: ${path}: dropped ${dropped} of ${body.length} rows`);
  return Object.freeze({ lines: lines.join("\n") });
}
