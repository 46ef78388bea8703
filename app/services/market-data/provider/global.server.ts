import * as v from "valibot";
import { perCurrency } from "~/domain/market/currency";
import type { MarketGlance } from "~/domain/market/glance";
import { MarketDataFailure } from "../failure.server";
import type { Endpoint } from "./client.server";
import { looseNumber, readNumber } from "./fields.server";

/** The whole market, in all currencies. */
export const GLOBAL_ENDPOINT: Endpoint<MarketGlance> = {
  name: "global",
  path: "/global",
  // Two totals in sixty currencies each, and the shares of ten coins, are 5 kB.
  limits: { maxBytes: 100_000, maxValues: 5000 },
  read: readGlobal,
};

const amounts = v.fallback(v.record(v.string(), v.unknown()), {});

const globalBody = v.object({
  data: v.object({
    total_market_cap: amounts,
    total_volume: amounts,
    market_cap_percentage: amounts,
    market_cap_change_percentage_24h_usd: v.optional(looseNumber),
    active_cryptocurrencies: v.optional(looseNumber),
  }),
});

/** @throws {MarketDataFailure} `bad-response` for a body without data */
export function readGlobal(body: unknown, path: string): MarketGlance {
  const result = v.safeParse(globalBody, body);
  if (!result.success) throw new MarketDataFailure("bad-response", `${path}: the body has no data`);
  const { data } = result.output;
  return Object.freeze({
    // The service sends 0 for what it does not know.
    totals: perCurrency((currency) => ({
      marketCap: readNumber(data.total_market_cap[currency]) || null,
      volume: readNumber(data.total_volume[currency]) || null,
    })),
    change24h: data.market_cap_change_percentage_24h_usd ?? null,
    bitcoinShare: readNumber(data.market_cap_percentage["btc"]) || null,
    ethereumShare: readNumber(data.market_cap_percentage["eth"]) || null,
    coinCount: data.active_cryptocurrencies || null,
  });
}
