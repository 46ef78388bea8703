import type { coinDetails } from "~/services/sample-market/coin-details.server";
import type { marketChart } from "~/services/sample-market/price-history.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";

/** A moment that is on no grid: 37 seconds past 10:23 UTC. */
export const NOW_MS = Date.UTC(2026, 3, 18, 10, 23, 37);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

interface MarketRow {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly current_price: number | null;
}

interface ExchangeRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly trust_score_rank: number;
}

/** The sample market's answer to a path after `/api/v3`. */
export function ask(path: string, nowMs: number = NOW_MS): Promise<Response> {
  return createSampleMarket({ now: () => nowMs })(new Request(`http://sample.market/api/v3${path}`));
}

export async function askMarkets(query: string, nowMs?: number): Promise<MarketRow[]> {
  return (await ask(`/coins/markets?${query}`, nowMs)).json();
}

/** The row of the list at a rank, from 1. */
export async function askRow(rank: number, currency: string, nowMs?: number): Promise<MarketRow> {
  const rows = await askMarkets(`vs_currency=${currency}&page=${Math.ceil(rank / 100)}`, nowMs);
  const row = rows[(rank - 1) % 100];
  if (row === undefined) throw new Error(`There is no coin at ${rank}.`);
  return row;
}

export async function askCoin(id: string, nowMs?: number): Promise<ReturnType<typeof coinDetails>> {
  return (await ask(`/coins/${id}`, nowMs)).json();
}

export async function askChart(
  id: string,
  query: string,
  nowMs?: number,
): Promise<ReturnType<typeof marketChart>> {
  return (await ask(`/coins/${id}/market_chart?${query}`, nowMs)).json();
}

export async function askExchanges(): Promise<ExchangeRow[]> {
  return (await ask("/exchanges")).json();
}
