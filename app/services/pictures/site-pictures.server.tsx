import type { ReactNode } from "react";
import { COLOURS } from "~/domain/colour-mode";
import { formatPrice } from "~/domain/format/money";
import { joinWords } from "~/domain/format/text";
import { formatUtc } from "~/domain/format/time";
import { CURRENCIES, CURRENCY_DETAILS } from "~/domain/market/currency";
import { PICTURE_SIZE, SAMPLE_NOTICE, SITE_NAME } from "~/domain/page-meta";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";
import type { CoinsPage } from "~/services/page-models/coins-page.server";
import { svgDocument } from "~/services/responses/responses.server";
import { boldWidth, drawableText, fitText } from "./picture-text.server";

/** The dark theme stands out among the white of most messages. */
export const PICTURE_COLOURS = COLOURS.dark;

export const SOFT = PICTURE_COLOURS["ink-soft"];

export const MARGIN = 60;
export const RIGHT = PICTURE_SIZE.width - MARGIN;

export const AT_RIGHT = { x: RIGHT, textAnchor: "end" } as const;

/** Baseline of the last line. Text of 36 units is nine pixels high in a picture shown at a quarter of its size. */
const LAST_LINE_Y = PICTURE_SIZE.height - 30;

/**
 * Draws a picture on the common background, with a notice of sample prices or the service's credit at the top.
 * @param footer left text of the last line, beside the site's name; without one, there is no last line
 */
export function pictureSvg(content: ReactNode, footer: string | null): string {
  const { width, height } = PICTURE_SIZE;
  return svgDocument(
    // biome-ignore lint/a11y/noSvgWithoutTitle: only its pixels leave the server, and pages name them in words.
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      {...{ width, height }}
      fontFamily="DejaVu Sans"
      fill={PICTURE_COLOURS.ink}
    >
      <rect width={width} height={height} fill={PICTURE_COLOURS.ground} />
      {content}
      {footer === null ? null : (
        <>
          <text x={MARGIN} y={LAST_LINE_Y} fontSize="34">
            {footer}
          </text>
          <text {...AT_RIGHT} y={LAST_LINE_Y} fontSize="36" fontWeight="700" fill={PICTURE_COLOURS.accent}>
            {SITE_NAME}
          </text>
        </>
      )}
      <Notice />
    </svg>,
  );
}

function Notice() {
  const { credit } = config.marketData;
  if (isSampleMarket) {
    return (
      <>
        <rect width={PICTURE_SIZE.width} height="64" fill={PICTURE_COLOURS.notice} />
        <text x={MARGIN} y="46" fontSize="38" fontWeight="700" fill={PICTURE_COLOURS["notice-ink"]}>
          {SAMPLE_NOTICE}
        </text>
      </>
    );
  }
  if (credit === null) return null;
  return (
    <text {...AT_RIGHT} y="52" fontSize="32" fill={SOFT}>
      {credit.text}
    </text>
  );
}

const MAX_ROWS = 5;

/** Units; the rest of a row is the coin's name. */
const MAX_PRICE_WIDTH = 520;

export function coinsPicture({ coins, currency, fetchedAt }: CoinsPage): string {
  const rows = coins.slice(0, MAX_ROWS).map(({ id, name, price }, index) => {
    const y = 146 + index * 88;
    const amount = fitText(formatPrice(price, currency), MAX_PRICE_WIDTH, 56, 20);
    const room = RIGHT - MARGIN - boldWidth(amount.text, amount.fontSize) - 48;
    const fitted = fitText(drawableText(name, id), room, 56, 44);
    return (
      <g key={id} fontWeight="700">
        <text x={MARGIN} y={y} fontSize={fitted.fontSize}>
          {fitted.text}
        </text>
        <text {...AT_RIGHT} y={y} fontSize={amount.fontSize} fill={SOFT}>
          {amount.text}
        </text>
      </g>
    );
  });
  return pictureSvg(rows, formatUtc(fetchedAt));
}

const CURRENCY_SIGNS = CURRENCIES.map((currency) => CURRENCY_DETAILS[currency].sign);

export function homePicture(): string {
  return pictureSvg(
    <>
      <path d={`M${MARGIN},228h120`} stroke={PICTURE_COLOURS.accent} strokeWidth="12" strokeLinecap="round" />
      <text x={MARGIN} y="370" fontSize="96" fontWeight="700">
        {SITE_NAME}
      </text>
      <text x={MARGIN} y="460" fontSize="48" fill={SOFT}>
        Coins, exchanges, prices and
      </text>
      <text x={MARGIN} y="528" fontSize="48" fill={SOFT}>
        {`their history in ${joinWords(CURRENCY_SIGNS, "and")}`}
      </text>
    </>,
    null,
  );
}
