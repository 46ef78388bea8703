import type { Range } from "~/domain/market/range";
import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import { DAY, HOUR, MINUTE } from "./market-under-test";

/** A kind of data, named as in the table of docs/market-data.md. */
interface Kind {
  readonly kind: string;
  readonly read: (market: MarketData) => Promise<ServedAnswer<object>>;
  readonly freshMs: number;
  readonly maxAgeMs: number;
}

export const KINDS: readonly Kind[] = [
  { kind: "coins", read: (market) => market.coins("usd", 1), freshMs: MINUTE, maxAgeMs: HOUR },
  {
    kind: "coin table",
    read: (market) => market.coinTable("usd", 1, "volume_desc"),
    freshMs: MINUTE,
    maxAgeMs: HOUR,
  },
  { kind: "record of a coin", read: readRecord, freshMs: MINUTE, maxAgeMs: HOUR },
  { kind: "coin", read: (market) => market.coin("bitcoin"), freshMs: MINUTE, maxAgeMs: HOUR },
  history("24h", 5 * MINUTE, HOUR),
  history("7d", HOUR, DAY),
  history("14d", HOUR, DAY),
  history("30d", HOUR, DAY),
  history("60d", HOUR, DAY),
  history("200d", HOUR, DAY),
  history("1y", HOUR, DAY),
  history("max", HOUR, DAY),
  { kind: "exchanges", read: (market) => market.exchanges(), freshMs: 10 * MINUTE, maxAgeMs: DAY },
  { kind: "trending", read: (market) => market.trendingCoins(), freshMs: 10 * MINUTE, maxAgeMs: DAY },
  { kind: "ranks", read: (market) => market.rankedCoins(1), freshMs: HOUR, maxAgeMs: DAY },
  { kind: "names", read: (market) => market.coinNames(), freshMs: DAY, maxAgeMs: 7 * DAY },
];

/** Records are put together for each reader. Two with the same figures and time count as the same object here. */
async function readRecord(market: MarketData): Promise<ServedAnswer<object>> {
  const answer = await market.coinRows(["bitcoin"], "usd");
  const text = JSON.stringify(answer.value[0]);
  const value = RECORDS.get(text) ?? {};
  RECORDS.set(text, value);
  return { ...answer, value };
}

const RECORDS = new Map<string, object>();

function history(range: Range, freshMs: number, maxAgeMs: number): Kind {
  const read = (market: MarketData) => market.priceHistory("bitcoin", "usd", range);
  return { kind: `history of ${range}`, read, freshMs, maxAgeMs };
}
