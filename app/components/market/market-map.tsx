import { memo } from "react";
import { coinHref } from "~/domain/addresses/page-addresses";
import { formatShortAmount } from "~/domain/format/money";
import { formatPercent } from "~/domain/format/number";
import { isolated } from "~/domain/format/text";
import type { Currency } from "~/domain/market/currency";
import { type MapField, type MapPeriod, mapColour, mapLegend } from "~/domain/market/market-map";
import { PlainLinks } from "../site/plain-links";

interface MarketMapProps {
  readonly fields: readonly MapField[];
  readonly currency: Currency;
  readonly period: MapPeriod;
}

/** Fields of coins, as large as their market caps and coloured by their changes; for listeners, a list of links. */
export const MarketMap = memo(function MarketMap({ fields, currency, period }: MarketMapProps) {
  return (
    <>
      <PlainLinks
        as="svg"
        className="market-map mt-3"
        translate="no"
        role="list"
        aria-label="Largest coins by market cap"
      >
        {fields.map((field) => (
          <Field key={field.id} {...{ field, currency, period }} />
        ))}
      </PlainLinks>
      <ul className="map-legend mt-3" aria-label={`Colours of changes over ${period}`}>
        {mapLegend(period).map(([colour, words]) => (
          <li key={colour}>
            <svg className={colour} width="14" height="14" aria-hidden="true">
              <rect width="14" height="14" rx="3" />
            </svg>{" "}
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </>
  );
});

function Field({ field, currency, period }: { readonly field: MapField } & Omit<MarketMapProps, "fields">) {
  const { id, symbol, name, marketCap, change, box } = field;
  const [x, y, width, height] = box;
  const size = sizeOf(width, height, symbol.length);
  const words = `${isolated(name)}: ${formatPercent(change)}, market cap ${formatShortAmount(marketCap, currency)}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: drawings have no lists.
    <svg
      role="listitem"
      className={`${mapColour(change, period)} ${size ?? ""}`.trim()}
      x={`${x}%`}
      y={`${y}%`}
      width={`${width}%`}
      height={`${height}%`}
    >
      <a href={coinHref(id, currency)}>
        <title>{words}</title> <rect width="100%" height="100%" />
        {size === null ? null : (
          <text x="50%" y="50%">
            <tspan className="field-symbol" x="50%" dy={size === "has-symbol" ? "0.35em" : "-0.2em"}>
              {symbol.toUpperCase()}
            </tspan>
            {size === "has-symbol" ? null : (
              <tspan className="field-change" x="50%" dy="1.3em">
                {" "}
                {formatPercent(change)}
              </tspan>
            )}
          </text>
        )}
      </a>{" "}
    </svg>
  );
}

/**
 * Returns how much text a field has room for, by its sides in per cent and the letters of its symbol; null: none. The style sheet
 * leaves out more on phones: there the map is about 330 pixels wide, elsewhere at least 700.
 */
function sizeOf(
  width: number,
  height: number,
  letters: number,
): "has-symbol" | "has-change" | "is-roomy" | null {
  const [onPhone, elsewhere] = [3.3 * width, 7 * width];
  if (onPhone >= 11 * Math.max(6, letters) && height >= 12) return "is-roomy";
  if (onPhone >= 8.5 * letters + 3 && elsewhere >= 64 && height >= 7) return "has-change";
  return elsewhere >= 10 * letters + 6 && height >= 3 ? "has-symbol" : null;
}
