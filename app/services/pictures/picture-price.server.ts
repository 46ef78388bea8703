import { formatCompactAmount, formatPrice } from "~/domain/format/money";
import type { Currency } from "~/domain/market/currency";
import { type FittedText, fitText, fitWhole } from "./picture-text.server";

/** Fits a price into a width: in full, smaller, or in short, because a price without its last digits would be another one. */
export function fitPrice(
  price: number | null,
  currency: Currency,
  maxWidth: number,
  fontSize: number,
  minFontSize: number,
): FittedText {
  const full = formatPrice(price, currency);
  const short = formatCompactAmount(price, currency) ?? full;
  return (
    fitWhole([full, short], maxWidth, fontSize, minFontSize) ?? fitText(short, maxWidth, minFontSize, 20)
  );
}
