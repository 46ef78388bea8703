import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Characters that XML documents cannot contain: https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Renders a drawing as an SVG document. React escapes its texts. */
export function svgDocument(drawing: ReactElement): string {
  return `${renderToStaticMarkup(drawing).replace(NOT_XML, "")}\n`;
}
