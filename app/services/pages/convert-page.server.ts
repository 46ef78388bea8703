import type { ConversionQuery } from "~/domain/convert/conversion-query";
import { type DescribedConversion, describeConversion } from "~/domain/convert/describe-conversion";
import { type Side, sideName } from "~/domain/convert/side";
import { type Coin, type FoundCoin, isCoinId } from "~/domain/market/coin";
import { CURRENCIES } from "~/domain/market/currency";
import { parseQuery } from "~/domain/search/query";
import { TIME } from "~/domain/time";
import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";
import { createRequestBudget, type RequestBudget } from "~/services/market-data/cache/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import { coinSearch } from "~/services/search/configured.server";
import { type DataAge, madeNow, outcomeOf, type Page, pageOf } from "./page.server";

/** Coins that may be meant by a text that is no coin's id. */
interface CoinChoice {
  readonly side: "from" | "to";
  readonly text: string;
  /** False: no coin has that name, and these have the nearest ones. */
  readonly isFound: boolean;
  readonly coins: readonly FoundCoin[];
}

/** Model of the page of a conversion. Figures are text: the browser does no arithmetic. */
interface ConvertPage extends DataAge, DescribedConversion {
  readonly query: ConversionQuery;
  /** Names of what stands on the sides; null where that is not known. */
  readonly names: { readonly from: string | null; readonly to: string | null };
  /** Time of the older of the prices, in milliseconds since the epoch; null without any. */
  readonly pricesFrom: number | null;
  readonly choice: CoinChoice | null;
}

type ResolvedSide = Side & { readonly answer?: ServedAnswer<Coin> };

/** A text that names no known coin, and how long that is fresh. */
interface UnresolvedSide extends Omit<CoinChoice, "side"> {
  readonly kind: "choice";
  readonly fetchedAt: number;
  readonly freshForMs: number;
}

const MAX_CHOICES = 8;

const NOTHING: DescribedConversion = { result: null, rates: [], amountRemark: null, sidesRemark: null };

/**
 * Gathers the page of a conversion. It fetches the coins of both sides, one after the other, as their own pages do, so amounts
 * cost no calls. Texts that are no ids are looked up in the search.
 * @param asked as `parseConversion` reads it; the model has the ids of its coins in place of other spellings
 * @throws {MarketDataFailure} but not for an unknown coin
 */
export async function convertPage(asked: ConversionQuery, signal: AbortSignal): Promise<Page<ConvertPage>> {
  const budget = createRequestBudget(signal);
  const from = await resolveSide(asked.from, budget);
  const to = await resolveSide(asked.to, budget);
  const query = { ...asked, from: idOf(from) ?? asked.from, to: idOf(to) ?? asked.to };
  const names = { from: nameOf(from), to: nameOf(to) };
  if (from.kind === "choice") return choicePage(from, "from", { query, names });
  if (to.kind === "choice") return choicePage(to, "to", { query, names });
  const described = describeConversion(query, from, to);
  const answers = [from.answer, to.answer]
    .flatMap((each) => each ?? [])
    .sort((one, other) => one.fetchedAt - other.fetchedAt);
  const times = answers.map(({ value, fetchedAt }) => value.lastUpdated ?? fetchedAt);
  const pricesFrom = times.length === 0 ? null : Math.min(...times);
  const [older = madeNow(TIME.HOUR), ...others] = answers;
  return pageOf([older, ...others], { query, names, ...described, choice: null, pricesFrom });
}

function choicePage(
  { text, isFound, coins, ...age }: UnresolvedSide,
  side: "from" | "to",
  common: Pick<ConvertPage, "query" | "names">,
): Page<ConvertPage> {
  return pageOf([age], { ...common, ...NOTHING, pricesFrom: null, choice: { side, text, isFound, coins } });
}

/** Id of a coin, of which the text may be another spelling; null where it names none. */
function idOf(side: ResolvedSide | UnresolvedSide): string | null {
  return side.kind === "coin" ? side.coin.id : null;
}

function nameOf(side: ResolvedSide | UnresolvedSide): string | null {
  return side.kind === "choice" ? null : sideName(side);
}

/** Finds what a text stands for: a currency; a coin by its id; or coins that it may mean, by their names. */
async function resolveSide(text: string, budget: RequestBudget): Promise<ResolvedSide | UnresolvedSide> {
  const currency = CURRENCIES.find((code) => code === text);
  if (currency !== undefined) return { kind: "currency", currency };
  const ids = [text, text.toLowerCase()].filter(isCoinId);
  const known = () => ids.find((id) => marketData.seen.has(id));
  const found = known() === undefined ? await findCoins(text, budget) : null;
  // Without a list of coins, only the service knows.
  const id = known() ?? (found === "no-list" ? ids[0] : undefined);
  if (id !== undefined) {
    const { answer, failure } = await outcomeOf(marketData.coin(id, budget));
    if (answer !== null) return { kind: "coin", coin: answer.value, answer };
    // Listed, but removed since.
    if (failure.reason !== "not-found") throw failure;
  }
  const choice = found ?? (await findCoins(text, budget, id));
  return choice === "no-list" ? noChoice(text) : choice;
}

/** @param gone id of a listed coin that no longer exists */
async function findCoins(
  text: string,
  budget: RequestBudget,
  gone?: string,
): Promise<UnresolvedSide | "no-list"> {
  const query = parseQuery(text);
  if (query === "") return noChoice(text);
  const { answer: found } = await outcomeOf(coinSearch.find(query, MAX_CHOICES, budget));
  if (found === null) return "no-list";
  const { fetchedAt, freshForMs } = found;
  const coins = found.coins.filter(({ id }) => id !== gone);
  const isFound = coins.length > 0;
  return { kind: "choice", text, isFound, coins: isFound ? coins : found.nearest, fetchedAt, freshForMs };
}

function noChoice(text: string): UnresolvedSide {
  return { kind: "choice", text, isFound: false, coins: [], ...madeNow(TIME.MINUTE) };
}
