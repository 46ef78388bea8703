import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Where a plot lies in a drawing, in its units. */
export interface PlotBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Characters that no XML document can hold: https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Renders a drawing as an SVG document. React escapes its texts. */
export function svgDocument(drawing: ReactElement): string {
  return `${renderToStaticMarkup(drawing).replace(NOT_XML, "")}\n`;
}

/** Moves path data of `drawPriceChart`, in thousandths of the plot, to where the plot lies. To tenths. */
export function placePath(path: string, { x, y, width, height }: PlotBox): string {
  const tenths = (value: number) => Math.round(value * 10) / 10;
  return path.replace(
    /(-?[\d.]+),(-?[\d.]+)/g,
    (_, left: string, top: string) =>
      `${tenths(x + (Number(left) / 1000) * width)},${tenths(y + (Number(top) / 1000) * height)}`,
  );
}
