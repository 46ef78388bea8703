import { redirect } from "@remix-run/node";
import { compareHref } from "~/domain/addresses/page-addresses";
import { chartLimit, type Scale } from "~/domain/chart/chart-view";
import { drawChangeAxes } from "~/domain/compare/change-drawing";
import { compareChanges } from "~/domain/compare/change-series";
import {
  type ComparedCoin,
  changeOf,
  comparedFigures,
  compareMarketCaps,
  lineLabels,
  MAX_COMPARED,
} from "~/domain/compare/compared-coins";
import { examplePairs } from "~/domain/compare/example-pairs";
import { priceFrom } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { parseQuery } from "~/domain/search/query";
import { isCalled } from "~/domain/search/search-key";
import { TIME } from "~/domain/time";
import { type ComparedData, marketData, type Visit } from "~/services/market-data/configured.server";
import { NO_STORE } from "~/services/responses/headers.server";
import { coinSearch } from "~/services/search/configured.server";
import { agedModel } from "./aged-model.server";

interface ComparisonRequest {
  /** One more than can be compared, if more were named. */
  readonly ids: readonly string[];
  readonly currency: Currency;
  readonly range: Range;
  readonly scale: Scale;
  readonly query: string;
}

const MAX_FOUND = 8;

/**
 * Gathers the comparison of coins: their rows by one call, then their histories in parallel. If a coin cannot be fetched, or has to
 * wait for its call, the page says so in its place, as long as there is something to show.
 * @throws {Response} a redirect to the ids, if an unknown one, or the query, is the symbol or name of a coin
 * @throws {MarketDataFailure} if nothing can be shown: `not-found` if no coin is known, or else the first other failure
 */
export async function comparePage(request: ComparisonRequest, signal: AbortSignal) {
  const { currency, range, scale, query } = request;
  const visit = marketData.visit(signal);
  const ids = request.ids.slice(0, MAX_COMPARED);
  const { foundForMs, meant: named, rest, ...search } = await findCoins(query, visit);
  const added = named.flatMap(({ id }) => (ids.includes(id) ? [] : id));
  // Whole names or symbols add their coins.
  if ((added.length > 0 || rest !== "") && ids.length < MAX_COMPARED)
    throw redirect(compareHref([...new Set([...ids, ...added])], currency, range, rest, scale), {
      headers: { "Cache-Control": NO_STORE },
    });
  // Cut if more coins were named than can be compared.
  const isCut = request.ids.length > ids.length;
  const alreadyCompared = added.length > 0 ? [] : named.map(({ name }) => name);
  const examples = ids.length > 1 ? [] : examplePairs((id) => marketData.known(id, currency));
  const fields = { currency, range, scale, query, isCut, alreadyCompared, examples, ...search };
  const needs = { compared: { ids, currency, range, figures: "changes" } } as const;
  const { values, age, retryInMs } = await marketData.gather(needs, visit);
  const coins = values.compared;
  const isUnknown = (place: number) => coins[place]?.failure?.reason === "not-found";
  const meant = await Promise.all(request.ids.map((id, place) => (isUnknown(place) ? idOf(id, visit) : id)));
  if (meant.join() !== request.ids.join()) {
    const address = compareHref([...new Set(meant)], currency, range, query, scale);
    // Not permanent and not cached, because another coin may become the largest of its symbol.
    throw redirect(address, { headers: { "Cache-Control": NO_STORE } });
  }
  const failures = coins.flatMap(({ failure }) => failure ?? []);
  const isShowable = coins.some(({ row, failure }) => failure === null || (row !== null && failure.isDelay));
  const worst = failures.find(({ reason }) => reason !== "not-found") ?? failures[0];
  if (!isShowable && worst) throw worst;
  return agedModel(
    { ...age, freshForMs: Math.min(age.freshForMs, foundForMs) },
    { ...fields, ...compare(coins, currency, range, scale, age.fetchedAt), retryInMs },
  );
}

/** Makes the lines and figures of coins, in their order; a comparison takes two. @param pageFrom time of the page's data */
function compare(
  coins: readonly ComparedData[],
  currency: Currency,
  range: Range,
  scale: Scale,
  pageFrom: number,
) {
  const shownRange = coins.some(({ history }) => history?.isOneYearOnly) ? "1y" : range;
  const compared = compareChanges(
    coins.map(({ history }) => history?.value ?? []),
    shownRange,
  );
  const named = coins.map(({ id, row }) => row ?? { id, name: id, symbol: "", image: null });
  const labels = lineLabels(named);
  const isAlone = coins.length < 2;
  const data = coins.map(({ row }, index) => ({
    row,
    change: compared.coins[index] ?? null,
    priceFrom: row ? priceFrom(row, pageFrom) : undefined,
  }));
  const shownCoins = named.map(({ id, name, symbol, image }, index): ComparedCoin => {
    const { values, since = null } = compared.coins[index] ?? {};
    const own = data[index];
    const shows = values
      ? { values, change: own ? changeOf(own, shownRange) : null, since, label: labels[index] ?? name }
      : whyNone(coins[index]?.failure ?? null);
    const hasNotice = marketData.notices(id).length > 0;
    return { id, name, symbol, image, hasNotice, shows: isAlone ? "alone" : shows };
  });
  const drawing = drawChangeAxes(compared, scale);
  const limit = chartLimit({ scale }, { scale: drawing.scale }, shownRange !== range);
  const comparison = {
    moments: compared.moments,
    drawing,
    limit: shownRange === "max" ? [SINCE_THE_YOUNGEST, limit].join(" ").trim() : limit,
    figures: comparedFigures(data, currency, shownRange),
    capsInWords: compareMarketCaps(coins.flatMap(({ row }) => row ?? [])),
    // One year if the service gives no more.
    shownRange,
    // Key figures are missing because they could not be fetched.
    isWithoutRows: coins.some(({ row, failure }) => row === null && failure?.reason !== "not-found"),
  };
  return { coins: shownCoins, comparison: isAlone ? null : comparison };
}

const SINCE_THE_YOUNGEST = "The lines begin where the youngest of these histories does.";

function whyNone(failure: ComparedData["failure"]) {
  if (failure === null) return "no-prices";
  if (failure.isDelay) return "awaited";
  return failure.reason === "not-found" ? "not-found" : "failed";
}

/**
 * Finds the coins that are meant by a whole name or symbol, or by a list of them, and returns the `rest` of the list; and coins to choose
 * from, or nearest ones if none matches. If the search fails, these are null: the page says so and shows the rest.
 */
async function findCoins(query: string, visit: Visit) {
  const none = { found: [], isNearest: false, meant: [], rest: "", foundForMs: TIME.MINUTE };
  if (query === "") return none;
  const listed = await findListed(query.split(/[,;]/), visit);
  if (listed.meant.length > 0) return { ...none, ...listed };
  const answer = await coinSearch.tryFind(query, MAX_FOUND, visit);
  if (answer === null) return { ...none, found: null, foundForMs: 0 };
  const isNearest = answer.count === 0;
  // Spaces and such words are in names, too.
  const spaced = isNearest ? await findListed(query.split(/[ &+]+(?:(?:and|vs\.?) )?/), visit) : listed;
  if (spaced.meant.length > 0 && spaced.rest === "") return { ...none, ...spaced };
  const { exact, freshForMs: foundForMs } = answer;
  const found = isNearest ? answer.nearest : answer.coins;
  return { ...none, found, isNearest, meant: exact === null ? [] : [exact], foundForMs };
}

/** Finds the coins of a list of names or symbols, up to one more than can be compared; `rest` are those that mean none. */
async function findListed(texts: readonly string[], visit: Visit) {
  const names = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (names.length < 2) return { meant: [], rest: "" };
  const answers = await Promise.all(
    names.slice(0, MAX_COMPARED + 1).map((name) => coinSearch.tryFind(name, MAX_FOUND, visit)),
  );
  return {
    meant: answers.flatMap((answer) => answer?.exact ?? []),
    rest: names.filter((_, place) => !answers[place]?.exact).join(", "),
  };
}

/** Resolves to the id of the largest coin with this symbol or name, or to the text itself if there is none. */
async function idOf(text: string, visit: Visit): Promise<string> {
  const answer = await coinSearch.tryFind(parseQuery(text), 1, visit);
  return answer?.coins.find((coin) => isCalled(coin, text))?.id ?? text;
}
