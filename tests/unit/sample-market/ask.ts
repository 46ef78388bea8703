import { type coinDetails, createSampleMarket } from "~/services/sample-market/sample-market.server";
import type { exchangeRow, marketRow } from "~/services/sample-market/service-bodies.server";

/** A moment that is on no grid of price points: 37 seconds past 10:23 UTC. */
export const NOW_MS = Date.UTC(2026, 3, 18, 10, 23, 37);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

type Change = `price_change_percentage_${"1h" | "24h" | "7d"}_in_currency`;

type MarketRow = ReturnType<typeof marketRow> & Readonly<Partial<Record<Change, number | null>>>;

/** The sample market's answer to a path after `/api/v3`. */
export function ask(path: string, nowMs: number = NOW_MS): Promise<Response> {
  return createSampleMarket({ now: () => nowMs })(new Request(`http://sample.market/api/v3${path}`));
}

export async function askMarkets(query: string, nowMs?: number): Promise<MarketRow[]> {
  return (await ask(`/coins/markets?${query}`, nowMs)).json();
}

/** The row of a coin, on the page of its rank; coins without a rank are on the last page. */
export async function askRow(id: string, currency: string, nowMs?: number, more = ""): Promise<MarketRow> {
  const { market_cap_rank } = await askCoin(id, nowMs);
  const page = Math.ceil((market_cap_rank ?? 13_200) / 100);
  const rows = await askMarkets(`vs_currency=${currency}&page=${page}${more}`, nowMs);
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw new Error(`${id} is not on page ${page}.`);
  return row;
}

export async function askCoin(id: string, nowMs?: number): Promise<ReturnType<typeof coinDetails>> {
  return (await ask(`/coins/${id}`, nowMs)).json();
}

type Series = readonly (readonly [atMs: number, amount: number])[];

interface Chart {
  readonly prices: Series;
  readonly market_caps: Series;
  readonly total_volumes: Series;
}

export async function askChart(id: string, query: string, nowMs?: number): Promise<Chart> {
  return (await ask(`/coins/${id}/market_chart?${query}`, nowMs)).json();
}

export async function askExchanges(): Promise<ReturnType<typeof exchangeRow>[]> {
  return (await ask("/exchanges")).json();
}
