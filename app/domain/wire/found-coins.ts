import type { FoundCoin } from "../market/coin";
import { parseQuery } from "../search/query";

/** Packs found coins into one text, as `packCoins` does: a line each, its fields between tabs, which no field holds. */
export function packFoundCoins(coins: readonly FoundCoin[]): string {
  return coins
    .map(({ id, symbol, name, image, rank }) => [id, symbol, name, image ?? "", rank ?? ""].join("\t"))
    .join("\n");
}

/** Unpacks the coins that `packFoundCoins` was given. */
export function unpackFoundCoins(text: string): FoundCoin[] {
  if (text === "") return [];
  return text.split("\n").map((line) => {
    const [id = "", symbol = "", name = "", image = "", rank = ""] = line.split("\t");
    return { id, symbol, name, image: image || null, rank: rank === "" ? null : Number(rank) };
  });
}

/** Path of the suggestions for what is being typed. They are data for the script of the search, and no page. */
export const SUGGESTIONS_PATH = "/search.json";

/** Writes the address of suggestions; like that of a page it is the same for all spellings. */
export function suggestionsHref(query: string): string {
  return `${SUGGESTIONS_PATH}?${new URLSearchParams({ q: parseQuery(query) })}`;
}
