import { coinFeedHref } from "~/domain/addresses/file-addresses";
import { coinHref } from "~/domain/addresses/page-addresses";
import { coinEntries, subjectOf } from "~/domain/feed/feed-entries";
import { type FeedRules, hasRules, parseRules, rulesProblem } from "~/domain/feed/rules";
import { isolated } from "~/domain/format/text";
import { type Currency, parseCurrency } from "~/domain/market/currency";
import { dayAt, TIME } from "~/domain/time";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "~/services/page-models/aged-model.server";

import { atomFeed, refusedFeed } from "./atom.server";
import { fileResponse } from "./file-response.server";

/**
 * Gathers a coin's feed.
 * @param isForProgram whether a program asks, for which only known data are read, but for a few calls
 * @throws {MarketDataFailure}
 */
export async function coinFeed(
  id: string,
  currency: Currency,
  rules: FeedRules,
  signal: AbortSignal,
  isForProgram = true,
) {
  const needs = { days: { id, currency, hasToday: hasRules(rules), isForProgram } };
  const { values, age } = await marketData.gather(needs, marketData.visit(signal));
  const { coin, days } = values.days;
  const today = dayAt(age.fetchedAt);
  return agedModel(age, {
    name: isolated(coin.name),
    title: `${isolated(coin.name)}: ${subjectOf(currency, rules)}`,
    href: coinHref(id, currency),
    self: coinFeedHref(id, currency, rules),
    entries: coinEntries(coin, currency, days, rules, today),
    today: today * TIME.DAY,
  });
}

/** Answers with a coin's feed; 400 with a sentence where it cannot be read what it is to tell. */
export function coinFeedResponse(
  id: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Response | Promise<Response> {
  const [currency, rules] = [parseCurrency(query.get("currency")), parseRules(query)];
  const problem = rulesProblem(rules);
  if (problem !== null) return refusedFeed(problem);
  return fileResponse(coinFeed(id, currency, rules, signal), atomFeed);
}
