import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-wasm";
import { expect, it } from "vitest";
import {
  boldWidth,
  drawableText,
  FONT_FILES,
  fitText,
  fitWhole,
} from "~/services/pictures/picture-text.server";
import { ready } from "../../support/png-pixels";

const fontBuffers = FONT_FILES.map((path) => readFileSync(path));

/** Width of a bold text of 50 units, as the rasteriser measures it. */
function widthDrawn(text: string): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="100"><text x="9" y="60" font-family="DejaVu Sans" font-weight="700" font-size="50">${text}</text></svg>`;
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" };
  return new Resvg(svg, { font }).getBBox()?.width ?? 0;
}

it.each([
  ["Bitcoin", "bitcoin", "Bitcoin"],
  ["  Žluťoučký   кот Ωμέγα ", "x", "Žluťoučký кот Ωμέγα"],
  ["币安人生 (BNB)", "binance-life", "(BNB)"],
  ["币安 Life (人生)", "binance-life", "Life"],
  ["(人生)", "binance-life", "binance-life"],
  ["مرحبا", "hello", "مرحبا"],
  ["\u2068مرحبا 24\u2069", "hello", "مرحبا 24"],
  ["שלום", "hello", "שלום"],
  ["Z̃̃̃̂̂̂a̋̋̋lgo", "zalgo", "Zalgo"],
  ["Vie\u0302\u0323t", "viet", "Việt"],
  ["ᲚᲐᲠᲘ", "lari", "lari"],
  ["…", "dots", "dots"],
  ["币安人生", "binance-life", "binance-life"],
  ["🐸", "pepe", "pepe"],
  ["币", "币", ""],
  ["币", "", ""],
  ["$0.00000772 ₹ € × 10⁻¹² −", "x", "$0.00000772 ₹ € × 10⁻¹² −"],
])("the name %j of the coin %j is drawn as %j", (name, id, drawn) => {
  expect(drawableText(name, id)).toBe(drawn);
});

const WORDS = ["Щедрый Жёлтый Широкий Шёлковый", "Ψηφιακό Νόμισμα", "عملة رقمية", "ქართული ლარი"];
const FIGURES = ["₹10,41,12,58,00,00,000.00", "€7.09535 × 10⁻¹³"];

it.each([...WORDS, ...FIGURES, "W".repeat(20), "iiiiilllll...."])(
  "the measured width of %j is that of the drawing, or slightly more",
  async (text) => {
    await ready;
    const drawn = widthDrawn(text);
    expect(boldWidth(text, 50)).toBeGreaterThanOrEqual(drawn);
    expect(boldWidth(text, 50)).toBeLessThan(drawn * 1.15);
  },
);

it("the first of several texts that fits is chosen, and none is cut", () => {
  const [long, short] = ["₹10,41,12,58,00,00,000.00", "₹104.11 lakh crore"];
  expect(fitWhole([long, short], 700, 96, 52)?.text).toBe(short);
  expect(fitWhole([long], 300, 96, 52)).toBeNull();
});

it("a text that does not fit becomes smaller, then shorter, and never exceeds its width", () => {
  expect(fitText("Bitcoin", 1000, 64, 40)).toEqual({ text: "Bitcoin", fontSize: 64 });
  const smaller = fitText("Wrapped liquid staked Ether 2.0", 900, 64, 40);
  expect(smaller.text).toBe("Wrapped liquid staked Ether 2.0");
  expect(smaller.fontSize).toBeLessThan(64);
  const shorter = fitText("W".repeat(300), 900, 64, 40);
  expect(shorter.text).toMatch(/^W+…$/);
  for (const { text, fontSize } of [smaller, shorter])
    expect(boldWidth(text, fontSize)).toBeLessThanOrEqual(900);
});
