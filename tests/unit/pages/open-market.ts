import type { MarketData } from "~/services/market-data/market-data.server";
import { marketInTime } from "../market-data/market-under-test";

/** The market data of the pages under test, in place of the configured ones. */
export let marketData: MarketData;

export const isSampleMarket = false;

/** Gives the pages real market data, whose network is a function. */
export function openMarket(setting: Parameters<typeof marketInTime>[0] = {}) {
  const opened = marketInTime(setting);
  marketData = opened.market;
  return opened;
}
