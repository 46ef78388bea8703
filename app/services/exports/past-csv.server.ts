import Big from "big.js";
import { PAGES } from "~/domain/addresses/page-addresses";
import { isolated } from "~/domain/format/text";
import { parseCurrency } from "~/domain/market/currency";
import { parsePast } from "~/domain/past/past-query";
import { formatDayIso, outcomeOf } from "~/domain/past/purchases";
import { readPast } from "~/domain/past/shown-past";
import { isSampleMarket } from "~/services/market-data/configured.server";
import { agedModel } from "~/services/page-models/aged-model.server";
import { readPastOf } from "~/services/page-models/past-page.server";
import { csvFile, csvText } from "./coin-export.server";
import { fileResponse, refusedFile } from "./file-response.server";

/** More digits than any program reads. Nothing else is rounded. */
const DIGITS = 30;

/** Answers with the purchases of a look back, as CSV (RFC 4180); 400 with a sentence where the page has it beside a field. */
export function pastCsvResponse(id: string, query: URLSearchParams, signal: AbortSignal): Promise<Response> {
  return fileResponse(gather(id, query, signal), ({ coin, currency, purchases }) => {
    const unit = currency.toUpperCase();
    const symbol = isolated(coin.symbol.toUpperCase());
    const header = [
      "Day (UTC)",
      "Close of",
      `${isSampleMarket ? "Sample, not a live market: " : ""}Price of ${isolated(coin.name)} (${unit})`,
      `Bought (${symbol})`,
      `Bought in all (${symbol})`,
      `Paid in (${unit})`,
      `Worth at the close (${unit})`,
    ];
    const rows = purchases.map((purchase) => [
      formatDayIso(purchase.day),
      formatDayIso(purchase.close.day),
      new Big(purchase.close.price).toFixed(),
      purchase.coins.prec(DIGITS).toFixed(),
      purchase.coinsInAll.prec(DIGITS).toFixed(),
      purchase.paidInAll.toFixed(),
      outcomeOf(purchase, purchase.close.price).worth.prec(DIGITS).toFixed(),
    ]);
    return {
      body: csvFile([header.map(csvText), ...rows]),
      type: "text/csv; charset=utf-8; header=present",
      name: `${isSampleMarket ? "sample-" : ""}${coin.id}-${currency}-past.csv`,
      isSaved: true,
    };
  });
}

async function gather(id: string, query: URLSearchParams, signal: AbortSignal) {
  const [currency, asked] = [parseCurrency(query.get("currency")), parsePast(query)];
  const { value, past, now, age, retryInMs } = await readPastOf(id, currency, asked, signal);
  if (past === null) {
    const seconds = String(Math.ceil((retryInMs ?? 5000) / 1000));
    throw refusedFile(`${PAGES.past.failure.message}.`, 503, { "Retry-After": seconds });
  }
  const { purchases, problems } = readPast(asked, value.coin, currency, past, now);
  const problem = problems.amount ?? problems.date;
  if (problem !== null) throw refusedFile(problem);
  return agedModel(age, { coin: value.coin, currency, purchases });
}
