import type { ReactNode } from "react";
import { PICTURE_SIZE, SAMPLE_NOTICE, SITE_NAME } from "~/domain/page-meta";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";

/** Colours of the site's dark theme, which stands out among the white of most messages. */
export const PICTURE_COLOURS = {
  ground: "#161320",
  ink: "#f0eef6",
  soft: "#b1aec2",
  line: "#ff5283",
  up: "#51d694",
  down: "#fc7e8f",
  notice: "#453411",
  noticeInk: "#efdebe",
} as const;

/** Units from the picture's left and right edge. */
export const MARGIN = 60;

/** Baseline of the last line. Texts of 36 units are nine pixels high where a picture is shown at a quarter. */
const LAST_LINE_Y = PICTURE_SIZE.height - 30;

/** Frames a picture: the ground, and at the top what has to be said of its prices. */
export function PictureFrame({ children }: { readonly children: ReactNode }) {
  const { width, height } = PICTURE_SIZE;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: only its pixels leave the server, and pages name them in words.
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="DejaVu Sans"
      fontSize="36"
      fill={PICTURE_COLOURS.ink}
    >
      <rect width={width} height={height} fill={PICTURE_COLOURS.ground} />
      {children}
      <Notice />
    </svg>
  );
}

/** Says at the foot of a picture from when it is, and whose. */
export function LastLine({ text }: { readonly text: string }) {
  return (
    <>
      <text x={MARGIN} y={LAST_LINE_Y} fontSize="34">
        {text}
      </text>
      <text
        x={PICTURE_SIZE.width - MARGIN}
        y={LAST_LINE_Y}
        fontSize="36"
        fontWeight="700"
        textAnchor="end"
        fill={PICTURE_COLOURS.line}
      >
        {SITE_NAME}
      </text>
    </>
  );
}

function Notice() {
  const { credit } = config.marketData;
  if (isSampleMarket) {
    return (
      <>
        <rect width={PICTURE_SIZE.width} height="64" fill={PICTURE_COLOURS.notice} />
        <text x={MARGIN} y="46" fontSize="38" fontWeight="700" fill={PICTURE_COLOURS.noticeInk}>
          {SAMPLE_NOTICE}
        </text>
      </>
    );
  }
  if (credit === null) return null;
  return (
    <text x={PICTURE_SIZE.width - MARGIN} y="52" fontSize="32" textAnchor="end" fill={PICTURE_COLOURS.soft}>
      {`Prices by ${credit.name}`}
    </text>
  );
}
