import EXCHANGES from "./exchanges.json";
import { fractionOf, significant } from "./sample-prices.server";
import type { ServiceExchange } from "./service-bodies.server";

/** Those of the list that are contracts, and so name coins by their addresses. */
const DECENTRALISED =
  /swap|dodo|curve|raydium|orca|meteora|aerodrome|velodrome|camelot|balancer|traderjoe|osmosis|ston_fi|bancor|hyperliquid/;

const ALERTS: Readonly<Record<string, string>> = {
  hotcoin_global: "Here a warning of the market data service would stand. This one is made up.",
};

/**
 * Returns a hundred real exchanges as the service lists them, roughly the busier ones first. Countries and years are null where an
 * exchange has none, or they are not well known. Volumes, in bitcoins, are made up; 0 where the service knows none.
 */
export function sampleExchanges(): readonly ServiceExchange[] {
  return EXCHANGES.map(({ id, name, url, country, year }, index) => {
    const isSilent = fractionOf(`${id}/silent`) < 0.03;
    const volumeBtc = significant((1.7e6 / (index + 1)) * (0.6 + 0.8 * fractionOf(`${id}/volume`)), 8);
    return {
      ...{ id, name, url, country, year },
      trustScore: isSilent ? null : Math.max(1, 10 - Math.floor(index / 12)),
      trustRank: index + 1,
      volumeBtc: isSilent ? 0 : volumeBtc,
      isCentralised: !DECENTRALISED.test(id),
      alert: ALERTS[id] ?? "",
      description: `All figures of ${name} are made up here. With a market data service, this text is the exchange's own description.`,
    };
  });
}
