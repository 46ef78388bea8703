import type { Currency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import { changePercent, historyTimes, tradedSinceMs } from "./price-history.server";
import type { SampleCoin } from "./sample-coins.server";
import { factorAt, fromDollars, type PriceCurve, priceAtFactor, priceCurveOf } from "./sample-price.server";
import { coinsInOrder, ORDERS, rankOf } from "./sample-ranking.server";
import { dailyVolumeUsd, volumeCurveOf } from "./sample-volume.server";

const DEFAULT_ROWS = 100;
const MAX_ROWS = 250;

/** Spans that a change can be asked for, and the days of the chart that it follows from. */
const CHANGE_SPANS = { "1h": 1 / 24, "24h": 1, "7d": 7 } as const;

type ChangeSpan = keyof typeof CHANGE_SPANS;

/** Makes the body of `/coins/markets`: a page of rows in the order asked for, none beyond the last coin; with `ids` of those coins alone. */
export function marketRows(query: URLSearchParams, currency: Currency, nowMs: number) {
  const order = ORDERS.find((each) => each === query.get("order")) ?? "market_cap_desc";
  const size = Math.min(wholeNumber(query.get("per_page"), DEFAULT_ROWS), MAX_ROWS);
  const before = (wholeNumber(query.get("page"), 1) - 1) * size;
  const wanted = query.get("price_change_percentage")?.split(",") ?? [];
  const spans = (Object.keys(CHANGE_SPANS) as ChangeSpan[]).filter((span) => wanted.includes(span));
  const hasSparkline = query.get("sparkline") === "true";
  return coinsNamed(query.get("ids"), coinsInOrder(order, nowMs))
    .slice(before, before + size)
    .map((coin) => marketRow(coin, currency, nowMs, spans, hasSparkline));
}

/** Picks coins by a list of ids, as many as it may name; all of them without a list. */
function coinsNamed(list: string | null, coins: readonly SampleCoin[]): readonly SampleCoin[] {
  if (!list) return coins;
  const ids = new Set(list.split(",", MAX_ROWS));
  return coins.filter(({ id }) => ids.has(id));
}

/** Makes one row. It has no image, because the site draws its own icons. */
function marketRow(
  coin: SampleCoin,
  currency: Currency,
  nowMs: number,
  spans: readonly ChangeSpan[],
  hasSparkline: boolean,
) {
  const curve = priceCurveOf(coin);
  const price = curve === null ? null : priceAtFactor(curve, factorAt(curve, nowMs), currency);
  const volumeUsd = curve === null ? null : dailyVolumeUsd(coin, curve, volumeCurveOf(coin), nowMs);
  const change = (span: ChangeSpan) =>
    curve === null || price === null ? null : changeOver(coin, curve, span, currency, price, nowMs);
  const changes = spans.map((span) => [`price_change_percentage_${span}_in_currency`, change(span)]);
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    current_price: price,
    market_cap: price === null ? null : price * coin.circulatingSupply,
    market_cap_rank: rankOf(coin, nowMs),
    total_volume: volumeUsd === null ? null : fromDollars(volumeUsd, currency),
    price_change_percentage_24h: change("24h"),
    ...Object.fromEntries(changes),
    ...(hasSparkline ? { sparkline_in_7d: { price: weekOf(coin, curve, currency, nowMs) } } : {}),
  };
}

/** Computes a change in per cent from the first point of the chart of that span, null for a coin that is not traded as long. */
function changeOver(
  coin: SampleCoin,
  curve: PriceCurve,
  span: ChangeSpan,
  currency: Currency,
  price: number,
  nowMs: number,
): number | null {
  const days = CHANGE_SPANS[span];
  if (tradedSinceMs(coin, nowMs) > nowMs - days * TIME.DAY) return null;
  const [firstMs = nowMs] = historyTimes(coin, days, nowMs);
  return changePercent(priceAtFactor(curve, factorAt(curve, firstMs), currency), price);
}

/** Hourly prices of seven days, as the chart shows them; none for a coin that has no price. */
function weekOf(coin: SampleCoin, curve: PriceCurve | null, currency: Currency, nowMs: number): number[] {
  if (curve === null) return [];
  return historyTimes(coin, 7, nowMs).map((atMs) => priceAtFactor(curve, factorAt(curve, atMs), currency));
}

/** Reads a number of at least 1; anything that is not a whole number is the default. */
function wholeNumber(text: string | null, byDefault: number): number {
  return /^\d+$/.test(text ?? "") ? Math.max(1, Number(text)) : byDefault;
}
