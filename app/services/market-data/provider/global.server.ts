import { perCurrency } from "~/domain/market/currency";
import type { MarketGlance } from "~/domain/market/glance";
import { MarketDataFailure } from "../failure.server";
import type { Endpoint } from "./client.server";
import { fieldsOf, isFields, readAmount, readChange, readInteger, readShare } from "./fields.server";

/** The whole market, in all currencies. */
export const GLOBAL_ENDPOINT: Endpoint<MarketGlance> = {
  name: "global",
  path: "/global",
  // Two totals in sixty currencies each, and the shares of ten coins, are 5 kB.
  limits: { maxBytes: 100_000, maxValues: 5000 },
  read: readGlobal,
};

/** @throws {MarketDataFailure} `bad-response` for a body without data */
export function readGlobal(body: unknown, path: string): MarketGlance {
  const { data } = fieldsOf(body);
  if (!isFields(data)) throw new MarketDataFailure("bad-response", `${path}: the body has no data`);
  const shares = fieldsOf(data.market_cap_percentage);
  // The service sends 0 for unknown values.
  return Object.freeze({
    totals: perCurrency((currency) => ({
      marketCap: readAmount(fieldsOf(data.total_market_cap)[currency]),
      volume: readAmount(fieldsOf(data.total_volume)[currency]),
    })),
    change24h: readChange(data.market_cap_change_percentage_24h_usd),
    bitcoinShare: readShare(shares.btc) || null,
    ethereumShare: readShare(shares.eth) || null,
    coinCount: readInteger(data.active_cryptocurrencies, 1),
  });
}
