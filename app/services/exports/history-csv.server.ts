import { isSampleMarket } from "~/services/market-data/configured.server";
import type { CoinExport } from "./coin-export.server";
import { coinFileName } from "./file-name.server";
import type { MadeFile } from "./file-response.server";

/** Makes a history a table (RFC 4180): times in ISO 8601, UTC, and prices as plain numbers, below a head that names the units. */
export function historyCsv(model: CoinExport): MadeFile {
  const price = `Price of ${model.coin.name} (${model.currency.toUpperCase()})`;
  const head = ["Time (UTC)", isSampleMarket ? `Sample, not a live market: ${price}` : price].map(csvText);
  const rows = model.points.map(([time, value]) => [new Date(time).toISOString(), value]);
  return {
    body: [head, ...rows].map((row) => `${row.join(",")}\r\n`).join(""),
    type: "text/csv; charset=utf-8; header=present",
    name: coinFileName(model, "csv"),
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
