import { tileHref } from "~/domain/addresses/file-addresses";
import { coinPath, PAGES } from "~/domain/addresses/page-addresses";
import { type FeedRules, NO_RULES, RULE_NAMES, ruleParameters, rulesProblem } from "~/domain/feed/rules";
import { formatDate } from "~/domain/format/time";
import type { MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { formatWatchlist, type WatchedCoin } from "~/domain/watchlist/watchlist";
import { coinFeed } from "~/services/exports/coin-feed.server";
import { moversFeed, watchlistFeed } from "~/services/exports/list-feed.server";
import { agedModel } from "./aged-model.server";

/** A page shows the newest entries; the feed has the others. */
const MAX_SHOWN = 10;

type FollowedFeed = Awaited<ReturnType<typeof moversFeed>>;

/**
 * Gathers the page that shows what the feed of a coin tells.
 * @throws {MarketDataFailure}
 */
export async function coinFollowPage(id: string, currency: Currency, rules: FeedRules, signal: AbortSignal) {
  const feed = await coinFeed(id, currency, readable(rules), signal, false);
  const form = { action: `${coinPath(id)}/follow`, names: RULE_NAMES, others: { currency }, rules };
  const { model, freshForMs } = followPage(feed, currency, form);
  const alt = `Price of ${feed.model.name} in ${currency.toUpperCase()}`;
  return agedModel({ ...model, freshForMs }, { ...model, tile: { src: tileHref(id, currency), alt } });
}

/** The same of a list of coins. @throws {MarketDataFailure} */
export async function watchlistFollowPage(
  list: readonly WatchedCoin[],
  currency: Currency,
  rules: FeedRules,
  signal: AbortSignal,
) {
  const feed = await watchlistFeed(list, currency, readable(rules), signal, false);
  const others = { ids: formatWatchlist(list), currency };
  return followPage(feed, currency, { action: PAGES.followList.path, names: ["move"], others, rules });
}

/** The same of a list of movers. @throws {MarketDataFailure} */
export async function moversFollowPage(
  currency: Currency,
  view: Pick<MoversView, "list" | "top">,
  signal: AbortSignal,
) {
  const feed = await moversFeed(currency, view, signal, false);
  const others = { currency, list: view.list, top: String(view.top) };
  return followPage(feed, currency, { action: PAGES.followMovers.path, names: [], others, rules: NO_RULES });
}

/** Rules that cannot be read are shown with what is wrong, beside the feed without any. */
function readable(rules: FeedRules): FeedRules {
  return rulesProblem(rules) === null ? rules : NO_RULES;
}

interface FollowForm {
  readonly action: string;
  readonly names: readonly (keyof FeedRules)[];
  readonly others: Readonly<Record<string, string>>;
  readonly rules: FeedRules;
}

function followPage({ model, freshForMs }: FollowedFeed, currency: Currency, form: FollowForm) {
  const { title, href, self, entries, ...age } = model;
  const canonical = `${form.action}?${new URLSearchParams({ ...form.others, ...ruleParameters(form.rules) })}`;
  return agedModel(
    { ...age, freshForMs },
    {
      ...{ title, href, self, currency, form, canonical, count: entries.length },
      entries: entries
        .slice(0, MAX_SHOWN)
        .map((entry) => ({ title: entry.title, href: entry.href, date: formatDate(entry.time, "utc") })),
    },
  );
}
