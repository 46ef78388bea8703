import { moversFeedHref, watchlistFeedHref } from "~/domain/addresses/file-addresses";
import { moversHref, watchlistHref } from "~/domain/addresses/page-addresses";
import { listEntries, moversEntries, subjectOf } from "~/domain/feed/feed-entries";
import { type FeedRules, hasRules, listRules, rulesProblem } from "~/domain/feed/rules";
import {
  listInWords,
  type MoversView,
  parseFollowedMovers,
  topInWords,
} from "~/domain/market/coin-selection";
import { type Currency, parseCurrency } from "~/domain/market/currency";
import { dayAt, TIME } from "~/domain/time";
import { hasAmounts, parseWatchlist, type WatchedCoin } from "~/domain/watchlist/watchlist";
import { marketData } from "~/services/market-data/configured.server";
import { agedModel } from "~/services/page-models/aged-model.server";
import { atomFeed, refusedFeed } from "./atom.server";
import { fileResponse } from "./file-response.server";

/**
 * Gathers the feed of a list of coins, without their amounts. What is not known of single coins is left out.
 * @throws {MarketDataFailure} if nothing is known of any
 */
export async function watchlistFeed(
  list: readonly WatchedCoin[],
  currency: Currency,
  rules: FeedRules,
  signal: AbortSignal,
  isForProgram = true,
) {
  const request = { ids: list.map(({ id }) => id), currency, hasToday: hasRules(rules), isForProgram };
  const { values, age } = await marketData.gather({ listDays: request }, marketData.visit(signal));
  const { coins, isWhole } = values.listDays;
  const today = dayAt(age.fetchedAt);
  const isReady = isWhole || hasRules(rules);
  return agedModel(age, {
    title: `List of ${list.length === 1 ? "one coin" : `${list.length} coins`}: ${subjectOf(currency, rules)}`,
    href: watchlistHref(currency, list),
    self: watchlistFeedHref(list, currency, rules),
    entries: isReady ? listEntries(coins, currency, rules, today) : [],
    today: today * TIME.DAY,
  });
}

/** Gathers the feed of the coins that rose or fell most on each day. @throws {MarketDataFailure} */
export async function moversFeed(
  currency: Currency,
  { list, top }: Pick<MoversView, "list" | "top">,
  signal: AbortSignal,
  isForProgram = true,
) {
  // Only in dollars all of the top 1,000 have a line of the week.
  const movers = { list, top, currency: top === 100 ? currency : "usd", isForProgram } as const;
  const { values, age } = await marketData.gather({ movers }, marketData.visit(signal));
  return agedModel(age, {
    title: `${listInWords(list)} of each day, ${topInWords(top)}, in ${movers.currency.toUpperCase()}`,
    href: moversHref(currency, { list, top, period: "24h", isTable: false }),
    self: moversFeedHref(currency, { list, top }),
    entries: moversEntries(values.movers, { list, top }, movers.currency),
    today: dayAt(age.fetchedAt) * TIME.DAY,
  });
}

/** Answers with the feed of a list of movers. */
export function moversFeedResponse(query: URLSearchParams, signal: AbortSignal): Promise<Response> {
  const currency = parseCurrency(query.get("currency"));
  return fileResponse(moversFeed(currency, parseFollowedMovers(query), signal), atomFeed);
}

/** Answers with the feed of a list; 400 with a sentence for one that has amounts or no coins, or where rules cannot be read. */
export function watchlistFeedResponse(
  query: URLSearchParams,
  signal: AbortSignal,
): Response | Promise<Response> {
  const [list, currency] = [parseWatchlist(query.get("ids")), parseCurrency(query.get("currency"))];
  const rules = listRules(query);
  if (query.has("amounts") || hasAmounts(list))
    return refusedFeed("Feeds are public, so a list with amounts has none.");
  if (list.length === 0) return refusedFeed("Name the coins of the list, as in ids=bitcoin,ethereum.");
  const problem = rulesProblem(rules);
  if (problem !== null) return refusedFeed(problem);
  return fileResponse(watchlistFeed(list, currency, rules, signal), atomFeed);
}
