import { formatUtc } from "~/domain/format/time";
import { PICTURE_SIZE, SITE_NAME } from "~/domain/page-meta";
import { svgDocument } from "~/services/exports/drawn-svg.server";
import type { FirstCoins } from "~/services/pages/coins-page.server";
import type { DataAge } from "~/services/pages/page.server";
import { LastLine, MARGIN, PICTURE_COLOURS, PictureFrame } from "./picture-frame.server";
import { fitPrice } from "./picture-price.server";
import { boldWidth, drawableText, fitText } from "./picture-text.server";

const MAX_ROWS = 5;

/** Units; the rest of a row is the coin's name. */
const MAX_PRICE_WIDTH = 520;

const RIGHT = PICTURE_SIZE.width - MARGIN;

/** Draws the first coins of the list and their prices. */
export function coinsPicture({ coins, currency, fetchedAt }: FirstCoins & DataAge): string {
  return svgDocument(
    <PictureFrame>
      {coins.slice(0, MAX_ROWS).map(({ id, name, price }, index) => {
        const y = 146 + index * 88;
        const amount = fitPrice(price, currency, MAX_PRICE_WIDTH, 56, 40);
        const room = RIGHT - MARGIN - boldWidth(amount.text, amount.fontSize) - 48;
        const fitted = fitText(drawableText(name, id), room, 56, 44);
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
