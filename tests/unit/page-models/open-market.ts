import { createDoor } from "~/services/market-data/gather.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import { marketInTime } from "../market-data/market-under-test";

/** The market data of the pages under test, in place of the configured ones. */
export let marketData: ReturnType<typeof createDoor>;

export let market: MarketData;

export const isSampleMarket = false;

/** Gives the pages real market data, whose network is a function. */
export function openMarket(setting: Parameters<typeof marketInTime>[0] = {}) {
  const opened = marketInTime(setting);
  market = opened.market;
  marketData = createDoor(market, opened.clock);
  return opened;
}
