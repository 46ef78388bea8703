import EXCHANGES from "./exchanges.json";
import { fractionOf, significant } from "./sample-prices.server";

/**
 * Returns a hundred real exchanges as the service lists them, roughly the busier ones first. Countries and years are null where an
 * exchange has none, or they are not well known. Volumes, in bitcoins, are made up.
 */
export function sampleExchanges() {
  return EXCHANGES.map(({ id, name, url, country, year: year_established }, index) => {
    const isSilent = fractionOf(`${id}/silent`) < 0.03;
    const volumeBtc = significant((1.7e6 / (index + 1)) * (0.6 + 0.8 * fractionOf(`${id}/volume`)), 8);
    return {
      id,
      name,
      url,
      country,
      year_established,
      trust_score: isSilent ? null : Math.max(1, 10 - Math.floor(index / 12)),
      trust_score_rank: index + 1,
      trade_volume_24h_btc: isSilent ? null : volumeBtc,
    };
  });
}
