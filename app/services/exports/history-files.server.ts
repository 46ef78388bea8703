import { coinHref } from "~/domain/pages";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";
import { type CoinExport, coinFileName } from "./coin-export.server";
import type { MadeFile } from "./file-response.server";

/** Writes a history as a table (RFC 4180): times in ISO 8601, UTC, and prices as plain numbers, below a header that names the units. */
export function historyCsv(model: CoinExport): MadeFile {
  const price = `Price of ${model.coin.name} (${model.currency.toUpperCase()})`;
  const header = ["Time (UTC)", isSampleMarket ? `Sample, not a live market: ${price}` : price].map(csvText);
  const rows = model.points.map(([time, value]) => [new Date(time).toISOString(), value]);
  return {
    body: [header, ...rows].map((row) => `${row.join(",")}\r\n`).join(""),
    type: "text/csv; charset=utf-8; header=present",
    name: coinFileName(model, "csv"),
    isSaved: true,
  };
}

/** Writes a history as a JSON document, in the documented shape. */
export function historyJson(model: CoinExport): MadeFile {
  const { coin, currency, range, shownRange, points } = model;
  const document = {
    coin: { id: coin.id, symbol: coin.symbol, name: coin.name },
    currency,
    range: shownRange,
    units: { time: "ISO 8601, UTC", price: currency.toUpperCase() },
    isSample: isSampleMarket,
    credit: config.marketData.credit,
    page: (config.siteUrl ?? "") + coinHref(coin.id, currency, range),
    fetchedAt: new Date(model.fetchedAt).toISOString(),
    isOutOfDate: model.isOutOfDate,
    prices: points.map(([time, price]) => [new Date(time).toISOString(), price]),
  };
  return {
    body: `${JSON.stringify(document)}\n`,
    type: "application/json; charset=utf-8",
    name: coinFileName(model, "json"),
    isSaved: true,
  };
}

/**
 * Writes text as a field. Spreadsheets take a field that begins with one of these signs for a formula, and names are made by
 * strangers: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvText(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
