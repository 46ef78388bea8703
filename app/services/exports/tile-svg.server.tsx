import { TILE_SIZE } from "~/domain/addresses/file-addresses";
import { LINE_BOX, weekHeights, weekLinePath } from "~/domain/chart/week-line";
import { COLOURS, type ColourMode } from "~/domain/colour-mode";
import { formatCompactAmount, formatPrice } from "~/domain/format/money";
import { directionOf, formatPercentWithArrow, unsignedPercent } from "~/domain/format/number";
import { isolated, shorten } from "~/domain/format/text";
import { formatUtc } from "~/domain/format/time";
import type { KnownCoin } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import { SAMPLE_NOTICE_START, SITE_NAME } from "~/domain/page-meta";
import { config } from "~/services/config.server";
import { isSampleMarket, marketData } from "~/services/market-data/configured.server";
import { agedModel } from "~/services/page-models/aged-model.server";
import { svgDocument } from "~/services/responses/responses.server";
import type { MadeFile } from "./file-response.server";

/** Longer ones would run into what stands beside them. */
const [MAX_NAME, MAX_PRICE, MAX_CREDIT] = [20, 14, 20];

/** Gathers what a coin's tile shows: what is known of it. @throws {MarketDataFailure} */
export async function coinTile(id: string, currency: Currency, signal: AbortSignal) {
  const { values, age } = await marketData.gather({ tile: { id, currency } }, marketData.visit(signal));
  return agedModel(age, { coin: values.tile, currency });
}

/** Draws a coin's price as a small picture for any page, without scripts or fonts; its title is the whole sentence. */
export function tileSvg(
  { coin, currency }: { readonly coin: KnownCoin; readonly currency: Currency },
  mode: ColourMode,
): MadeFile {
  return {
    body: svgDocument(drawTile(coin, currency, mode)),
    type: "image/svg+xml; charset=utf-8",
    name: `${isSampleMarket ? "sample-" : ""}${coin.id}-${currency}-tile.svg`,
    isSaved: false,
  };
}

function drawTile(coin: KnownCoin, currency: Currency, mode: ColourMode) {
  const { width, height } = TILE_SIZE;
  const colours = COLOURS[mode];
  const { price, change24h, pricedAt } = coin;
  const direction = directionOf(change24h ?? 0);
  const whole = formatPrice(price, currency);
  const shown = whole.length > MAX_PRICE ? (formatCompactAmount(price, currency) ?? whole) : whole;
  const moved = direction === "unchanged" ? "unchanged" : `${direction} ${unsignedPercent(change24h ?? 0)}`;
  const told = `${isolated(coin.name)} ${whole}${change24h === null ? "" : `, ${moved} in 24 hours`}, ${formatUtc(pricedAt)}`;
  const sentence = isSampleMarket ? `${told} (${SAMPLE_NOTICE_START})` : told;
  const colour = direction === "unchanged" ? colours["ink-soft"] : colours[direction];
  const letters = [...coin.symbol.toUpperCase()].slice(0, 4).join("");
  const { credit } = config.marketData;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={sentence}
      fontFamily="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
      fontSize="12"
      fill={colours["ink-soft"]}
    >
      <title>{sentence}</title>
      <rect
        x=".5"
        y=".5"
        width={width - 1}
        height={height - 1}
        rx="12"
        fill={colours.card}
        stroke={colours.edge}
      />
      <circle cx="32" cy="32" r="16" fill={colours["accent-soft"]} />
      <text
        x="32"
        y="36"
        fontSize={letters.length > 3 ? 8 : 10}
        fontWeight="700"
        textAnchor="middle"
        fill={colours.accent}
      >
        {letters}
      </text>
      <text x="60" y="27">
        {isolated(shorten(coin.name, MAX_NAME))}
      </text>
      <text x="60" y="47" fontSize={shown.length > MAX_PRICE ? 12 : 18} fontWeight="700" fill={colours.ink}>
        {shown}
      </text>
      <svg
        x="212"
        y="20"
        width="92"
        height="36"
        viewBox={LINE_BOX}
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
      >
        <path
          d={weekLinePath(weekHeights(coin.week))}
          fill="none"
          stroke={colour}
          strokeWidth="1.75"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <path d={`M16 65.5H${width - 16}`} stroke={colours.edge} />
      {change24h === null ? null : (
        <text x="16" y="84">
          <tspan fill={colour} fontWeight="600">
            {formatPercentWithArrow(change24h)}
          </tspan>
          {" in 24 hours"}
        </text>
      )}
      <text x={width - 16} y="84" fontSize="11" textAnchor="end">
        {shorten(isSampleMarket ? SAMPLE_NOTICE_START : (credit?.name ?? SITE_NAME), MAX_CREDIT)}
      </text>
    </svg>
  );
}
