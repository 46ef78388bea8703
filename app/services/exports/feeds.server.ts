import { tileHref } from "~/domain/addresses/file-addresses";
import {
  coinFollowHref,
  coinHref,
  feedHref,
  listFollowHref,
  moversFollowHref,
  moversHref,
  type PAGES,
  watchlistHref,
} from "~/domain/addresses/page-addresses";
import { coinEntries, listEntries, moversEntries, subjectOf } from "~/domain/feed/feed-entries";
import { type FeedRules, hasRules, RULE_NAMES, type RuleName, rulesProblem } from "~/domain/feed/rules";
import { isolated } from "~/domain/format/text";
import { listInWords, topInWords } from "~/domain/market/coin-selection";
import { dayAt, TIME } from "~/domain/time";
import { type Age, marketData } from "~/services/market-data/configured.server";
import { agedModel } from "~/services/page-models/aged-model.server";
import { atomFeed, type Feed } from "./atom.server";
import { fileResponse, refusedFile } from "./file-response.server";

/** What the address of a feed asks for, as that of the page about it. */
type Asked<Name extends keyof typeof PAGES> = ReturnType<(typeof PAGES)[Name]["parse"]>["asked"];

interface FollowedFeed extends Omit<Feed, "today"> {
  /** The rules that it can have. */
  readonly names: readonly RuleName[];
  /** The picture of a coin's price for other sites. */
  readonly tile?: { readonly src: string; readonly alt: string };
}

/**
 * Gathers a feed.
 * @param isForProgram whether a program asks, for which only known data are read, but for a few calls
 * @throws {MarketDataFailure} if nothing is known
 */
export type GatherFeed<Asked> = (
  asked: Asked,
  signal: AbortSignal,
  isForProgram?: boolean,
) => Promise<ReturnType<typeof agedFeed>>;

/** Answers with a feed; 400 with a sentence where it cannot be read what it is to tell. */
export function feedResponse<Asked extends { readonly rules: FeedRules }>(
  asked: Asked,
  signal: AbortSignal,
  gather: GatherFeed<Asked>,
): Response | Promise<Response> {
  const problem = rulesProblem(asked.rules);
  return problem === null ? fileResponse(gather(asked, signal), atomFeed) : refusedFile(problem);
}

export async function coinFeed(
  { id, currency, rules }: Asked<"follow">,
  signal: AbortSignal,
  isForProgram = true,
) {
  const needs = { days: { id, currency, hasToday: hasRules(rules), isForProgram } };
  const { values, age } = await marketData.gather(needs, marketData.visit(signal));
  const { coin, days } = values.days;
  const name = isolated(coin.name);
  return agedFeed(age, {
    title: `${name}: ${subjectOf(currency, rules)}`,
    href: coinHref(id, currency),
    self: feedHref(coinFollowHref(id, currency, rules)),
    names: RULE_NAMES,
    entries: coinEntries(coin, currency, days, rules, dayAt(age.fetchedAt)),
    tile: { src: tileHref(id, currency), alt: `Price of ${name} in ${currency.toUpperCase()}` },
  });
}

/** Of a list of coins, without their amounts. What is not known of single coins is left out. */
export async function watchlistFeed(
  { list, currency, rules }: Asked<"followList">,
  signal: AbortSignal,
  isForProgram = true,
) {
  const request = { ids: list.map(({ id }) => id), currency, hasToday: hasRules(rules), isForProgram };
  const { values, age } = await marketData.gather({ listDays: request }, marketData.visit(signal));
  const { coins, isWhole } = values.listDays;
  const isReady = isWhole || hasRules(rules);
  return agedFeed(age, {
    title: `List of ${list.length === 1 ? "one coin" : `${list.length} coins`}: ${subjectOf(currency, rules)}`,
    href: watchlistHref(currency, list),
    self: feedHref(listFollowHref(list, currency, rules)),
    names: ["move"],
    entries: isReady ? listEntries(coins, currency, rules, dayAt(age.fetchedAt)) : [],
  });
}

/** Of the coins that rose or fell most on each day. */
export async function moversFeed(
  { currency, movers: { list, top } }: Asked<"followMovers">,
  signal: AbortSignal,
  isForProgram = true,
) {
  // Only in dollars all of the top 1,000 have a line of the week.
  const movers = { list, top, currency: top === 100 ? currency : "usd", isForProgram } as const;
  const { values, age } = await marketData.gather({ movers }, marketData.visit(signal));
  return agedFeed(age, {
    title: `${listInWords(list)} of each day, ${topInWords(top)}, in ${movers.currency.toUpperCase()}`,
    href: moversHref(currency, { list, top, period: "24h", isTable: false }),
    self: feedHref(moversFollowHref(currency, { list, top })),
    names: [],
    entries: moversEntries(values.movers, { list, top }, movers.currency),
  });
}

function agedFeed(age: Age, feed: FollowedFeed) {
  return agedModel(age, { ...feed, today: dayAt(age.fetchedAt) * TIME.DAY });
}
