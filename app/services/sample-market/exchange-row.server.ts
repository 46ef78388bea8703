import type { SampleExchange } from "./sample-exchanges.server";
import { fractionOf } from "./sample-hash.server";

/**
 * One row of `/exchanges`. The trust score runs from 10 down to 6; the day's volume is in bitcoin, falls with the rank
 * and breathes a little with the hours.
 */
export function exchangeRow(exchange: SampleExchange, rank: number, nowMs: number) {
  const [id, name, yearEstablished, country, url] = exchange;
  return {
    id,
    name,
    year_established: yearEstablished,
    country,
    description: "",
    url,
    image: null,
    has_trading_incentive: false,
    trust_score: 10 - Math.floor((rank - 1) / 20),
    trust_score_rank: rank,
    trade_volume_24h_btc: volumeBtc(id, rank, nowMs),
  };
}

function volumeBtc(id: string, rank: number, nowMs: number): number {
  const usual = (180_000 / rank ** 1.3) * (0.8 + 0.4 * fractionOf(`${id}/volume`));
  const tide = Math.sin((2 * Math.PI * nowMs) / TIDE_MS + 2 * Math.PI * fractionOf(`${id}/tide`));
  return Number((usual * (1 + 0.15 * tide)).toPrecision(8));
}

const TIDE_MS = 41 * 3_600_000;
