import { PICTURE_SIZE } from "~/domain/card-meta";
import { formatUtc } from "~/domain/format/time";
import { SITE_NAME } from "~/domain/page-meta";
import type { ListedCoin } from "~/domain/wire/coin-list";
import { unpackRows } from "~/domain/wire/listed-rows";
import { svgDocument } from "~/services/exports/drawn-svg.server";
import { LastLine, MARGIN, PICTURE_COLOURS, PictureFrame } from "./picture-frame.server";
import { drawableText, fitText } from "./picture-text.server";

const MAX_ROWS = 5;
const RIGHT = PICTURE_SIZE.width - MARGIN;

interface CoinsPicture {
  /** The list as `packCoins` writes it. */
  readonly coins: string;
  readonly fetchedAt: number;
}

/** Draws the first coins of the list and their prices. */
export function coinsPicture({ coins, fetchedAt }: CoinsPicture): string {
  return svgDocument(
    <PictureFrame>
      {unpackRows<ListedCoin>(coins)
        .slice(0, MAX_ROWS)
        .map(({ id, name, price }, index) => {
          const y = 146 + index * 88;
          const fitted = fitText(drawableText(name, id), 560, 56, 44);
          const amount = fitText(price, 480, 56, 40);
          return (
            <g key={id} fontWeight="700">
              <text x={MARGIN} y={y} fontSize={fitted.fontSize}>
                {fitted.text}
              </text>
              <text x={RIGHT} y={y} fontSize={amount.fontSize} textAnchor="end" fill={PICTURE_COLOURS.soft}>
                {amount.text}
              </text>
            </g>
          );
        })}
      <LastLine text={formatUtc(fetchedAt)} />
    </PictureFrame>,
  );
}

/** Draws the name of the site and what it is. */
export function homePicture(): string {
  return svgDocument(
    <PictureFrame>
      <path d={`M${MARGIN},228h120`} stroke={PICTURE_COLOURS.line} strokeWidth="12" strokeLinecap="round" />
      <text x={MARGIN} y="370" fontSize="96" fontWeight="700">
        {SITE_NAME}
      </text>
      <text x={MARGIN} y="460" fontSize="48" fill={PICTURE_COLOURS.soft}>
        Coins, exchanges, prices and
      </text>
      <text x={MARGIN} y="528" fontSize="48" fill={PICTURE_COLOURS.soft}>
        their history in ₹, € and $
      </text>
    </PictureFrame>,
  );
}
