import { type ColourMode, parseColourMode } from "./colour-mode";
import type { Currency } from "./market/currency";
import { type Range, rangeInWords } from "./market/range";
import { coinPath } from "./pages";

/** Names of the files of a coin's page, under its path. */
export type CoinFile = "history.csv" | "history.json" | "chart.svg" | "preview.png";

export const DEFAULT_CHART_MODE: ColourMode = "light";

/** Pixels of a chart that stands by itself. */
export const CHART_SIZE = { width: 800, height: 420 } as const;

/** Names what a coin's files hold, for those who see no page around them. */
export function seriesName(coinName: string, currency: Currency, range: Range): string {
  return `Price of ${coinName} in ${currency.toUpperCase()}, ${rangeInWords(range)}`;
}

/** Writes the path and the parsed parameters of a coin's file; the mode is that of `chart.svg` alone. */
export function coinFileHref(
  file: CoinFile,
  id: string,
  currency: Currency,
  range: Range,
  mode: ColourMode = DEFAULT_CHART_MODE,
): string {
  const href = `${coinPath(id)}/${file}?currency=${currency}&range=${range}`;
  return file === "chart.svg" ? `${href}&mode=${mode}` : href;
}

/** Writes the path of the picture of the coin list. */
export function coinsPictureHref(currency: Currency): string {
  return `/coins/preview.png?currency=${currency}`;
}

/** Reads the colour mode of a chart; anything unknown is light. */
export function parseChartMode(value: string | null): ColourMode {
  return parseColourMode(value?.trim().toLowerCase()) ?? DEFAULT_CHART_MODE;
}
