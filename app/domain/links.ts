import type { Currency } from "./market/currency";
import type { Range } from "./market/range";

/** The address of a page of the coin list. It names every parameter, so it is also the canonical one. */
export function coinsHref(currency: Currency, page: number): string {
  return `/coins?currency=${currency}&page=${page}`;
}

/** The address of a coin's page. Without a range it leaves the choice to the page's default. */
export function coinHref(id: string, currency: Currency, range?: Range): string {
  const query = range === undefined ? `currency=${currency}` : `currency=${currency}&range=${range}`;
  return `${coinPath(id)}?${query}`;
}

/** The path of a coin's page, its id encoded into exactly one segment. */
export function coinPath(id: string): string {
  return `/coin/${encodeURIComponent(id)}`;
}
