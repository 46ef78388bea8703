import { memo } from "react";
import { coinHref, coinsHref } from "~/domain/addresses/page-addresses";
import { formatPrice, formatShortAmount } from "~/domain/format/money";
import { formatPercent } from "~/domain/format/number";
import { isolated } from "~/domain/format/text";
import type { MapPeriod } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import {
  MAP_SHAPES,
  type MapBox,
  type MapField,
  type MapLayout,
  type MapShape,
  mapColour,
  mapLegend,
  mapTexts,
} from "~/domain/market/market-map";
import { LARGEST_FIRST } from "~/domain/market/table-view";
import { PlainLinks } from "../site/plain-links";

interface MarketMapProps {
  /** The largest coins, the largest first. */
  readonly fields: readonly MapField[];
  readonly layouts: Readonly<Record<MapShape, MapLayout>>;
  readonly currency: Currency;
  readonly period: MapPeriod;
}

/**
 * Fields of coins, as large as their market caps and coloured by their changes; for listeners, a list of links. Of the maps for
 * phones and for other screens, the style sheet shows one, and of the texts of a field those that its width has room for.
 */
export const MarketMap = memo(function MarketMap({ fields, layouts, currency, period }: MarketMapProps) {
  return (
    <PlainLinks as="div" className="market-map" translate="no">
      {(["narrow", "wide"] as const).map((shape) => (
        // biome-ignore lint/a11y/useSemanticElements: drawings have no lists.
        <svg
          key={shape}
          className={`on-${shape}`}
          height={`${MAP_SHAPES[shape].height}rem`}
          role="list"
          aria-label="Largest coins by market cap"
        >
          <pattern id={`others-${shape}`} width="12" height="12" patternUnits="userSpaceOnUse">
            <path className="others" d="M-3,3l6-6M-3,15l18-18M9,15l6-6" />
          </pattern>
          {layouts[shape].boxes.map((box, index) => {
            const { others, boxes } = layouts[shape];
            const coin = others > 0 && index === boxes.length - 1 ? undefined : fields[index];
            return <Field key={coin?.id ?? ""} {...{ box, shape, others, coin, currency, period }} />;
          })}
        </svg>
      ))}
    </PlainLinks>
  );
});

/** Of texts, in pixels. */
const INDENTS = { "size-small": 5, "size-medium": 6, "size-large": 8, "size-largest": 12 } as const;

interface FieldProps extends Pick<MarketMapProps, "currency" | "period"> {
  readonly box: MapBox;
  readonly shape: MapShape;
  /** Undefined: the field of all others. */
  readonly coin: MapField | undefined;
  readonly others: number;
}

function Field({ box, shape, coin, others, currency, period }: FieldProps) {
  const [x, y, width, height] = box.map((side) => `${side}%`);
  const change = coin === undefined ? "" : formatPercent(coin.change);
  const words =
    coin === undefined
      ? { symbol: `+${others}`, name: `${others} more`, change, price: "" }
      : {
          symbol: coin.symbol.toUpperCase(),
          name: coin.name,
          change,
          price: formatPrice(coin.price, currency),
        };
  const label =
    coin === undefined
      ? `${others} more coins, as a table`
      : `${isolated(coin.name)}: ${change}, market cap ${formatShortAmount(coin.marketCap, currency)}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: drawings have no lists.
    <svg
      role="listitem"
      className={coin === undefined ? undefined : mapColour(coin.change, period)}
      {...{ x, y, width, height }}
    >
      <a href={coin === undefined ? coinsHref(currency, 1, LARGEST_FIRST) : coinHref(coin.id, currency)}>
        <title>{label}</title>{" "}
        <rect width="100%" height="100%" {...(coin === undefined ? { fill: `url(#others-${shape})` } : {})} />
        {mapTexts(box, shape, words).map(({ size, lines, steps }) => (
          <text key={steps} className={`${size} ${steps}`}>
            {lines.map((line, index) => (
              <tspan key={line} x={INDENTS[size]} dy={index === 0 ? "1.2em" : "1.3em"}>
                {/* The space parts words where nothing is drawn. */}
                {`${isolated(line)} `}
              </tspan>
            ))}
          </text>
        ))}
      </a>{" "}
    </svg>
  );
}

/** The colours of the map, each with the change from which it is. */
export function MapLegend({ period }: { readonly period: MapPeriod }) {
  return (
    <ul className="map-legend" aria-label={`Colours of changes over ${period}`}>
      {mapLegend(period).map(([colour, words]) => (
        <li key={colour} className={colour}>
          {words}
        </li>
      ))}
    </ul>
  );
}
