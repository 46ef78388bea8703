import { MarketDataFailure } from "~/services/market-data/failure.server";
import { similarCoins } from "~/services/pages/search-page.server";

/**
 * Throws a 404 for an unknown coin with, as JSON, id and name of up to three coins that the id may have meant. Rethrows any
 * other error.
 * @param signal aborted when the visitor has left
 */
export async function throwUnknownCoin(error: unknown, id: string, signal: AbortSignal): Promise<never> {
  if (!(error instanceof MarketDataFailure) || error.reason !== "not-found") throw error;
  const similar = (await similarCoins(id, signal)).map((coin) => [coin.id, coin.name]);
  // A Response and not data(): Remix 2 loses the status text of the latter.
  throw new Response(JSON.stringify(similar), {
    status: 404,
    statusText: "Not Found",
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
}
