import { coinFeedHref } from "~/domain/addresses/file-addresses";
import { coinHref } from "~/domain/addresses/page-addresses";
import { dayAt } from "~/domain/feed/days";
import { closeEntries } from "~/domain/feed/feed-entries";
import { isolated } from "~/domain/format/text";
import { parseCurrency } from "~/domain/market/currency";
import { TIME } from "~/domain/time";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "~/services/page-models/aged-model.server";

/**
 * Gathers a coin's feed.
 * @param isForProgram whether a program asks, for which only known data are read, but for a few calls
 * @throws {MarketDataFailure}
 */
export async function coinFeed(id: string, query: URLSearchParams, signal: AbortSignal, isForProgram = true) {
  const currency = parseCurrency(query.get("currency"));
  const needs = { days: { id, currency, hasToday: false, isForProgram } };
  const { values, age } = await marketData.gather(needs, marketData.visit(signal));
  const { coin, days } = values.days;
  const today = dayAt(age.fetchedAt);
  return agedModel(age, {
    title: `${isolated(coin.name)}: each day’s close in ${currency.toUpperCase()}`,
    href: coinHref(id, currency),
    self: coinFeedHref(id, currency),
    entries: closeEntries(coin, currency, days, today),
    today: today * TIME.DAY,
  });
}
