import { formatAmount, formatCompactAmount, formatPrice } from "~/domain/format/money";
import { directionOf, formatSupply, unsignedPercent } from "~/domain/format/number";
import { formatDate } from "~/domain/format/time";
import type { CoinQuote, KnownCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { ShownDayRange, ShownFigure } from "~/domain/market/shown-details";

/** Writes the key figures of a coin. */
export function keyFigures(coin: KnownCoin, currency: Currency): readonly ShownFigure[] {
  const { maxSupply, circulatingSupply, ...quote } = coin;
  const part = maxSupply ? ((circulatingSupply ?? 0) / maxSupply) * 100 : 0;
  const extreme = (end: "Low" | "High"): ShownFigure => {
    const price = quote[`allTime${end}`];
    return {
      term: `All Time ${end}`,
      value: formatPrice(price, currency),
      note: sinceExtreme(price, quote[`allTime${end}At`], quote.price),
    };
  };
  return [
    { term: "Max Supply", value: formatSupply(maxSupply, currency) },
    {
      term: "Circulating Supply",
      value: formatSupply(circulatingSupply, currency),
      note: part > 0 && part <= 100 ? `${part.toFixed(1)}\u00a0% of maximum` : "",
    },
    amountFigure("Market Cap", quote.marketCap, currency),
    amountFigure("Volume (24h)", quote.volume, currency),
    extreme("Low"),
    extreme("High"),
  ];
}

/** Formats an amount, abbreviated if possible, above the exact one. */
export function amountFigure(term: string, amount: number | null, currency: Currency): ShownFigure {
  const compact = formatCompactAmount(amount, currency);
  const exact = formatAmount(amount, currency);
  return compact === null ? { term, value: exact } : { term, value: compact, note: exact };
}

/** Describes when an extreme occurred, and how far the price is from it now: `6 Oct 2025, now 36.92 % lower`. Empty if unknown. */
function sinceExtreme(extreme: number | null, at: number | null, price: number | null): string {
  const percent = extreme === null || price === null ? Number.NaN : (price / extreme - 1) * 100;
  const direction = Number.isFinite(percent) ? directionOf(percent) : "unchanged";
  const date = at === null ? "" : formatDate(at, "utc");
  if (direction === "unchanged") return date;
  const distance = `now\u00a0${unsignedPercent(percent)} ${direction === "up" ? "higher" : "lower"}`;
  return date === "" ? distance : `${date}, ${distance}`;
}

/** Formats the lowest and the highest price of 24 hours. */
export function dayRange({ low24h, high24h, price }: CoinQuote, currency: Currency): ShownDayRange {
  return {
    low: formatPrice(low24h, currency),
    high: formatPrice(high24h, currency),
    position: positionInRange(low24h, high24h, price),
  };
}

/** Position of the price between low and high in whole per cent, from 0 to 100; null without a range. */
function positionInRange(low: number | null, high: number | null, price: number | null): number | null {
  if (low === null || high === null || price === null || high <= low) return null;
  // Halved first, because the difference of the largest numbers would be Infinity.
  const part = (price / 2 - low / 2) / (high / 2 - low / 2);
  return Math.round(Math.min(1, Math.max(0, part)) * 100);
}
