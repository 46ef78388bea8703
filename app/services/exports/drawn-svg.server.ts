import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ColourMode } from "~/domain/colour-mode";

/** Where a plot lies in a drawing, in its units. */
export interface PlotBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Colours of the site's theme (app/styles/_modes.scss) for drawings that no style sheet reaches. */
export const DRAWING_COLOURS: Readonly<Record<ColourMode, DrawingColours>> = {
  light: {
    card: "#ffffff",
    ink: "#1d1a2e",
    soft: "#5a576b",
    line: "#e4114d",
    grid: "#dedce5",
    edge: "#d8d6e0",
  },
  dark: {
    card: "#211e2f",
    ink: "#f0eef6",
    soft: "#b1aec2",
    line: "#ff5283",
    grid: "#3c394c",
    edge: "#3c394c",
  },
};

interface DrawingColours {
  readonly card: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly grid: string;
  readonly edge: string;
}

/** Characters that no XML document can hold: https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Writes a drawing as an SVG document by itself. React escapes what stands in it. */
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
