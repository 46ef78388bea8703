import { Big } from "big.js";
import { type ChartView, parseChartView } from "~/domain/chart/chart-view";
import type { PricePoint } from "~/domain/chart/price-history";
import type { MarketCoin } from "~/domain/market/coin";
import { type Currency, parseCurrency } from "~/domain/market/currency";
import { parseRange, type Range } from "~/domain/market/range";
import { coinHref } from "~/domain/pages";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";
import { coinAnswers } from "~/services/pages/coin-page.server";
import { type DataAge, type Page, pageOf } from "~/services/pages/page.server";
import type { MadeFile } from "./file-response.server";

/** A coin's full history in one currency and over one range, with the metadata of its files. */
export interface CoinExport extends DataAge {
  readonly coin: Pick<MarketCoin, "id" | "symbol" | "name" | "lastUpdated" | "price">;
  readonly currency: Currency;
  /** The requested range, which is in the address. */
  readonly range: Range;
  /** The range of the points: one year if the service gives no more. */
  readonly shownRange: Range;
  readonly points: readonly PricePoint[];
  /** The requested view of the chart. */
  readonly view: ChartView;
}

/**
 * Gathers the data of a coin's page for its files, by the same calls.
 * @param query of the address, with `currency` and `range`, and the view of the chart
 * @throws {MarketDataFailure}
 */
export async function coinExport(
  id: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<Page<CoinExport>> {
  const currency = parseCurrency(query.get("currency"));
  const range = parseRange(query.get("range"));
  const view = parseChartView(query);
  const { dated, history, coin } = await coinAnswers(id, currency, range, view, signal);
  return pageOf([dated, history], {
    coin,
    currency,
    range,
    shownRange: history.isOneYearOnly ? "1y" : range,
    points: history.value,
    view,
  });
}

/** Names a coin's file: `bitcoin-usd-7d.csv`, or `sample-…` for sample prices. */
export function coinFileName({ coin, currency, shownRange }: CoinExport, extension: string): string {
  return `${isSampleMarket ? "sample-" : ""}${coin.id}-${currency}-${shownRange}.${extension}`;
}

/**
 * Formats a history as CSV (RFC 4180): times in ISO 8601, UTC, and prices, volumes and market caps as plain numbers, below a header
 * with the units. Unknown values are empty fields.
 */
export function historyCsv(model: CoinExport): MadeFile {
  const unit = model.currency.toUpperCase();
  const price = `Price of ${model.coin.name} (${unit})`;
  const header = [
    "Time (UTC)",
    isSampleMarket ? `Sample, not a live market: ${price}` : price,
    `24h volume (${unit})`,
    `Market cap (${unit})`,
  ].map(csvText);
  // Not every program can parse `1e-7`.
  const plain = (amount: number | null) => (amount === null ? "" : new Big(amount).toFixed());
  const rows = rowsOf(model).map(([time, ...amounts]) => [time, ...amounts.map(plain)]);
  return {
    body: [header, ...rows].map((row) => `${row.join(",")}\r\n`).join(""),
    type: "text/csv; charset=utf-8; header=present",
    name: coinFileName(model, "csv"),
    isSaved: true,
  };
}

/** Formats a history as a JSON document, in the documented shape. */
export function historyJson(model: CoinExport): MadeFile {
  const { coin, currency, range, shownRange } = model;
  const unit = currency.toUpperCase();
  const document = {
    version: 2,
    coin: { id: coin.id, symbol: coin.symbol, name: coin.name },
    currency,
    range: shownRange,
    units: { time: "ISO 8601, UTC", price: unit, volume: unit, market_cap: unit },
    isSample: isSampleMarket,
    credit: config.marketData.credit,
    page: (config.siteUrl ?? "") + coinHref(coin.id, currency, range),
    fetchedAt: new Date(model.fetchedAt).toISOString(),
    isOutOfDate: model.isOutOfDate,
    columns: ["time", "price", "volume", "market_cap"],
    prices: rowsOf(model),
  };
  return {
    body: `${JSON.stringify(document)}\n`,
    type: "application/json; charset=utf-8",
    name: coinFileName(model, "json"),
    isSaved: true,
  };
}

/** Lists time in ISO 8601, price, volume and market cap of each point. */
function rowsOf({ points }: CoinExport) {
  return points.map(
    ([time, price, volume = null, marketCap = null]) =>
      [new Date(time).toISOString(), price, volume, marketCap] as const,
  );
}

/**
 * Formats text as a field. Spreadsheets read a field that begins with one of these signs as a formula, and names are
 * untrusted: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvText(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
