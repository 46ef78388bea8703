import type { coinDetails } from "~/services/sample-market/coin-details.server";
import type { exchangeRow } from "~/services/sample-market/exchange-row.server";
import type { marketRow } from "~/services/sample-market/market-row.server";
import type { MarketChart } from "~/services/sample-market/price-history.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";

/** A moment that is on no grid: 37 seconds past 10:23 UTC. */
export const NOW_MS = Date.UTC(2026, 3, 18, 10, 23, 37);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The sample market's answer to a path after `/api/v3`. */
export function ask(path: string, nowMs: number = NOW_MS, init: RequestInit = {}): Promise<Response> {
  return createSampleMarket({ now: () => nowMs })(new Request(`http://sample.market/api/v3${path}`, init));
}

export async function askMarkets(query: string, nowMs?: number): Promise<ReturnType<typeof marketRow>[]> {
  return (await ask(`/coins/markets?${query}`, nowMs)).json();
}

export async function askCoin(id: string, nowMs?: number): Promise<ReturnType<typeof coinDetails>> {
  return (await ask(`/coins/${id}`, nowMs)).json();
}

export async function askChart(id: string, query: string, nowMs?: number): Promise<MarketChart> {
  return (await ask(`/coins/${id}/market_chart?${query}`, nowMs)).json();
}

export async function askExchanges(query = "", nowMs?: number): Promise<ReturnType<typeof exchangeRow>[]> {
  return (await ask(`/exchanges?${query}`, nowMs)).json();
}
