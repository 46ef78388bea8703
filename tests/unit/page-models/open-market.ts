import { createDoor } from "~/services/market-data/gather.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
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

/** The same, with the sample market as the service. */
export function openSampleMarket(setting?: Parameters<typeof marketInTime>[0]) {
  const opened = openMarket(setting);
  const sample = createSampleMarket({ now: opened.clock.now });
  opened.service.answer = async (path) => (await sample(new Request(`https://a.test/api/v3${path}`))).json();
  return opened;
}

/** The price that the sample market has at a moment. */
export async function samplePrice(time: number, id: string, currency: string): Promise<number> {
  const sample = createSampleMarket({ now: () => time });
  const address = `https://a.test/api/v3/coins/${id}/market_chart?vs_currency=${currency}&days=1`;
  return (await (await sample(new Request(address))).json()).prices.at(-1)[1];
}
