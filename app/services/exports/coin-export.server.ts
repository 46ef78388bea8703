import { Big } from "big.js";
import { coinHref } from "~/domain/addresses/page-addresses";
import { CANDLE_PRICES, candlesOf } from "~/domain/chart/candles";
import { DEFAULT_CHART_VIEW, parseChartView } from "~/domain/chart/chart-view";
import { isolated } from "~/domain/format/text";
import { parseCurrency } from "~/domain/market/currency";
import { parseRange } from "~/domain/market/range";
import { config } from "~/services/config.server";
import { isSampleMarket, marketData } from "~/services/market-data/configured.server";
import { agedModel } from "~/services/page-models/aged-model.server";
import type { MadeFile } from "./file-response.server";

/** A coin's full history in one currency and over one range, with the metadata of its files. */
export type CoinExport = Awaited<ReturnType<typeof coinExport>>["model"];

/**
 * Gathers the data of a coin's page for its files, by the same calls but in sequence: an unknown coin costs only one, and a
 * rate-limited service does not get two at once.
 * @param query of the address, with `currency` and `range`, and the view of the chart
 * @throws {MarketDataFailure}
 */
export async function coinExport(id: string, query: URLSearchParams, signal: AbortSignal) {
  const currency = parseCurrency(query.get("currency"));
  const range = parseRange(query.get("range"));
  const view = parseChartView(query);
  const history = { range, arePricesEnough: view.metric === "price" };
  const needs = { coin: { id, currency, history, isWhole: true } } as const;
  const { values, age } = await marketData.gather(needs, marketData.visit(signal));
  const { coin, history: past } = values.coin;
  return agedModel(age, {
    coin,
    currency,
    range,
    // One year if the service gives no more.
    shownRange: past?.isOneYearOnly ? "1y" : range,
    points: past?.value ?? [],
    view,
  });
}

/** Names a coin's file: `bitcoin-usd-7d.csv`, or `sample-…` for sample prices. */
export function coinFileName({ coin, currency, shownRange }: CoinExport, extension: string): string {
  return `${isSampleMarket ? "sample-" : ""}${coin.id}-${currency}-${shownRange}.${extension}`;
}

/**
 * Formats a history as CSV (RFC 4180): times in ISO 8601, UTC, and prices, volumes and market caps as plain numbers, below a header
 * with the units. Unknown values are empty fields. The credit is the title of an empty last column, which every program can parse.
 * @param credit null: none is asked for
 */
export function historyCsv(model: CoinExport, credit = config.marketData.credit): MadeFile {
  const unit = model.currency.toUpperCase();
  const [first, ...others] = isOfCandles(model)
    ? CANDLE_PRICES
    : (["Price", "24h volume", "Market cap"] as const);
  const titles = [
    `${isSampleMarket ? "Sample, not a live market: " : ""}${first} of ${isolated(model.coin.name)}`,
    ...others,
  ];
  const credited = credit === null ? [] : [`${credit.text}, ${credit.href}`];
  const header = ["Time (UTC)", ...titles.map((title) => `${title} (${unit})`), ...credited].map(csvText);
  // Not every program can parse `1e-7`.
  const plain = (amount: number | null) => (amount === null ? "" : new Big(amount).toFixed());
  const rows = rowsOf(model).map(([time, ...amounts]) => [
    time,
    ...amounts.map(plain),
    ...credited.map(() => ""),
  ]);
  return {
    body: csvFile([header, ...rows]),
    type: "text/csv; charset=utf-8; header=present",
    name: coinFileName(model, "csv"),
    isSaved: true,
  };
}

/** Formats a history as a JSON document, in the documented shape. */
export function historyJson(model: CoinExport): MadeFile {
  const { coin, currency, range, shownRange } = model;
  const unit = currency.toUpperCase();
  const columns = isOfCandles(model)
    ? CANDLE_PRICES.map((name) => name.toLowerCase())
    : ["price", "volume", "market_cap"];
  const document = {
    version: 2,
    coin: { id: coin.id, symbol: coin.symbol, name: coin.name },
    currency,
    range: shownRange,
    units: { time: "ISO 8601, UTC", ...Object.fromEntries(columns.map((name) => [name, unit])) },
    isSample: isSampleMarket,
    credit: config.marketData.credit,
    page:
      (config.siteUrl ?? "") +
      coinHref(coin.id, currency, range, { ...DEFAULT_CHART_VIEW, style: model.view.style }),
    fetchedAt: new Date(model.fetchedAt).toISOString(),
    isOutOfDate: model.isOutOfDate,
    columns: ["time", ...columns],
    prices: rowsOf(model),
  };
  return {
    body: `${JSON.stringify(document)}\n`,
    type: "application/json; charset=utf-8",
    name: coinFileName(model, "json"),
    isSaved: true,
  };
}

function isOfCandles({ view }: CoinExport): boolean {
  return view.style === "candles";
}

/** Lists time in ISO 8601, price, volume and market cap of each point, or the beginning and the four prices of each candle. */
function rowsOf(model: CoinExport): readonly (readonly [time: string, ...amounts: (number | null)[]])[] {
  const { points, shownRange } = model;
  const iso = (time: number) => new Date(time).toISOString();
  return isOfCandles(model)
    ? candlesOf(points, shownRange).rows.map(([time, ...prices]) => [iso(time), ...prices])
    : points.map(([time, price, volume = null, marketCap = null]) => [iso(time), price, volume, marketCap]);
}

/** Joins fields to a file. It begins with a byte order mark: without one, Excel reads names in the letters of its own country. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.join(",")}\r\n`).join("")}`;
}

/**
 * Formats text as a field. Spreadsheets read a field that begins with one of these signs as a formula, and names are
 * untrusted: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvText(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
