import { coinSummary } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import type { PastQuery } from "~/domain/past/past-query";
import { closeDay, parseDay } from "~/domain/past/purchases";
import { lookBack, ONE_YEAR_DAYS } from "~/domain/past/shown-past";
import { dayAt } from "~/domain/time";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "./aged-model.server";

/**
 * Gathers a look back at a coin's prices, from the histories of its charts of a year or of all time.
 * @throws {MarketDataFailure} as the coin's page does
 */
export async function pastPage(id: string, currency: Currency, query: PastQuery, signal: AbortSignal) {
  const { value, past, now, age, retryInMs } = await readPastOf(id, currency, query, signal);
  return agedModel(age, {
    coin: coinSummary(value.coin, value.fetchedAt),
    currency,
    query,
    // Null if its call has to wait.
    past: past && lookBack(query, value.coin, currency, past, now),
    retryInMs,
  });
}

/** Reads the history of a year, or that of all time if the date asked for may be before it. */
export async function readPastOf(id: string, currency: Currency, query: PastQuery, signal: AbortSignal) {
  const [visit, now] = [marketData.visit(signal), SYSTEM_CLOCK.now()];
  const today = dayAt(now);
  const day = query.date === null ? null : parseDay(query.date);
  const read = async (range: Range) => {
    const needs = { coin: { id, currency, history: { range } } } as const;
    const { values, age, retryInMs } = await marketData.gather(needs, visit);
    const { history } = values.coin;
    const past = history && {
      points: history.value,
      isWhole: range === "max",
      isOneYearOnly: history.isOneYearOnly,
    };
    return { value: values.coin, past, now, age, retryInMs };
  };
  if (day !== null && day < today - ONE_YEAR_DAYS) return read("max");
  const ofYear = await read("1y");
  const [first] = ofYear.past?.points.find(([, price]) => price > 0) ?? [];
  const from = first === undefined ? today : closeDay(first);
  return day !== null && day < from && from < today ? read("max") : ofYear;
}
