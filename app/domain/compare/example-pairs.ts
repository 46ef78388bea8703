import { pairPaths } from "../chart/week-line";
import type { KnownCoin } from "../market/coin";

/** Pairs to begin a comparison with: coins that visitors know by name. */
const PAIRS = [
  { bitcoin: "Bitcoin", ethereum: "Ethereum" },
  { ethereum: "Ethereum", solana: "Solana" },
  { ripple: "XRP", cardano: "Cardano" },
  { dogecoin: "Dogecoin", "shiba-inu": "Shiba Inu" },
] as const;

export type ExamplePair = ReturnType<typeof examplePairs>[number];

/**
 * Returns pairs with what is known of them: their lines and changes over a week, or where one is unknown, their changes over a day.
 * @param known returns what the site knows of a coin without a call
 */
export function examplePairs(
  known: (id: string) => Pick<KnownCoin, "symbol" | "image" | "change24h" | "change7d" | "week"> | null,
) {
  return PAIRS.map((pair) => {
    const coins = Object.entries(pair).map(([id, name]) => ({ id, name, data: known(id) }));
    const paths = pairPaths(coins.map(({ data }) => data?.week ?? []));
    return {
      range: paths === null ? ("24h" as const) : ("7d" as const),
      paths,
      coins: coins.map(({ id, name, data }) => ({
        id,
        name,
        symbol: data?.symbol ?? "",
        image: data?.image ?? null,
        change: (paths === null ? data?.change24h : data?.change7d) ?? null,
      })),
    };
  });
}
