import { coinHref } from "~/domain/pages";
import { config } from "~/services/config.server";
import { isSampleMarket } from "~/services/market-data/configured.server";
import type { CoinExport } from "./coin-export.server";
import { coinFileName } from "./file-name.server";
import type { MadeFile } from "./file-response.server";

/** Makes a history a JSON document, in the shape that README.md states. */
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
