import { formatPrice } from "../format/money";
import { formatPercent } from "../format/number";
import { formatLocal, formatLocalDate, formatUtc, formatUtcDate, type Zone } from "../format/time";
import type { Currency } from "../market/currency";
import { type Range, rangeInWords } from "../market/range";
import { extremes, type PricePoint } from "./price-history";

const TIME_FORMATS = {
  utc: { time: formatUtc, date: formatUtcDate },
  local: { time: formatLocal, date: formatLocalDate },
} as const satisfies Record<Zone, unknown>;

/**
 * Summarises a chart in one sentence, for those who listen to the page:
 * `Bitcoin, 7 days: from $61,000.00 to $59,048.00, low $58,100.00 on 19 Nov 2026, high … on …, −3.20 %.`
 */
export function summarisePriceHistory(
  name: string,
  points: readonly PricePoint[],
  currency: Currency,
  range: Range,
  zone: Zone = "utc",
): string {
  const first = points[0];
  const last = points.at(-1);
  const ends = extremes(points);
  if (first === undefined || last === undefined || ends === null) {
    return `${name}, ${rangeInWords(range)}: no prices are known.`;
  }
  const when = TIME_FORMATS[zone][range === "24h" ? "time" : "date"];
  const change = (last[1] / first[1] - 1) * 100;
  return [
    `${name}, ${rangeInWords(range)}: from ${formatPrice(first[1], currency)} to ${formatPrice(last[1], currency)}`,
    `low ${formatPrice(ends.lowest[1], currency)} on ${when(ends.lowest[0])}`,
    `high ${formatPrice(ends.highest[1], currency)} on ${when(ends.highest[0])}`,
    ...(Number.isFinite(change) ? [formatPercent(change)] : []),
  ]
    .join(", ")
    .concat(".");
}
