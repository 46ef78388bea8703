import { type ConversionQuery, idLikeName } from "~/domain/convert/conversion-query";
import {
  type DescribedConversion,
  describeConversion,
  type Remark,
} from "~/domain/convert/describe-conversion";
import { BRIDGE_ID, coinName, type PricedCoin, type Side, sideName } from "~/domain/convert/side";
import { type FoundCoin, isCoinId } from "~/domain/market/coin";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY, perCurrency } from "~/domain/market/currency";
import { parseQuery } from "~/domain/search/query";
import { searchKey } from "~/domain/search/search-key";
import { TIME } from "~/domain/time";
import { SYSTEM_CLOCK } from "~/services/clock.server";
import {
  createRequestBudget,
  overloaded,
  type RequestBudget,
} from "~/services/market-data/calls/request-budget.server";
import { marketData } from "~/services/market-data/configured.server";
import type { ServedAnswer } from "~/services/market-data/facts/answers.server";
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

/** A side as the form shows it. */
interface ShownSide {
  /** Text of the field: a currency's code, a coin's name, or what was written. */
  readonly text: string;
  /** Name and sign or symbol; null where it is not known what is meant. */
  readonly name: string | null;
  /** Says that the text was a coin's symbol or name, and which other coins it could mean. */
  readonly remark: Remark | null;
}

/** Model of the page of a conversion. Figures are text: the browser does no arithmetic. */
interface ConvertPage extends DataAge, DescribedConversion {
  readonly query: ConversionQuery;
  readonly from: ShownSide;
  readonly to: ShownSide;
  /** Time of the older of the prices, in milliseconds since the epoch; null without any. */
  readonly pricesFrom: number | null;
  readonly choice: CoinChoice | null;
}

type ResolvedSide = Side & {
  readonly answer?: ServedAnswer<PricedCoin>;
  /** Coins that the text could mean as well, if it was taken for the symbol or name of this one. */
  readonly others?: readonly FoundCoin[];
};

/** A text that names no known coin, and how long that is fresh. */
interface UnresolvedSide extends Omit<CoinChoice, "side"> {
  readonly kind: "choice";
  readonly fetchedAt: number;
  readonly freshForMs: number;
}

const MAX_CHOICES = 8;

const NOTHING: DescribedConversion = { result: null, rates: [], amountRemark: null, sidesRemark: null };

/**
 * Gathers the page of a conversion. Prices are those of the coins' records; coins whose records are not fresh are fetched one
 * after the other, as their own pages do, so amounts cost no calls. Texts that are no ids are looked up in the search.
 * @param asked as `parseConversion` reads it; the model has the ids of its coins in place of other spellings
 * @throws {MarketDataFailure} but not for an unknown coin
 */
export async function convertPage(asked: ConversionQuery, signal: AbortSignal): Promise<Page<ConvertPage>> {
  const budget = createRequestBudget(signal);
  const named = CURRENCIES.filter((code) => code === asked.from || code === asked.to);
  const needed = named.length > 0 ? named : [asked.currency ?? DEFAULT_CURRENCY];
  let from = await resolveSide(asked.from, needed, budget);
  let to = await resolveSide(asked.to, needed, budget);
  // Two coins without a price in the currency that was asked for may have one in another.
  if ([from, to].some((side) => isUnpriced(side, needed))) {
    from = await resolveSide(asked.from, CURRENCIES, budget);
    to = await resolveSide(asked.to, CURRENCIES, budget);
  }
  const query = { ...asked, from: idOf(from) ?? asked.from, to: idOf(to) ?? asked.to };
  const shown = { query, from: shownSide("from", from, asked, query), to: shownSide("to", to, asked, query) };
  if (from.kind === "choice") return choicePage(from, "from", shown);
  if (to.kind === "choice") return choicePage(to, "to", shown);
  const bridge = await bridgeOf(from, to, budget);
  const described = describeConversion(query, from, to, bridge?.value ?? null);
  const answers = [from.answer, to.answer, bridge ?? undefined]
    .flatMap((each) => each ?? [])
    .sort((one, other) => one.fetchedAt - other.fetchedAt);
  const times = answers.map(({ value, fetchedAt }) => value.lastUpdated ?? fetchedAt);
  const pricesFrom = times.length === 0 ? null : Math.min(...times);
  const [older = madeNow(TIME.HOUR), ...others] = answers;
  return pageOf([older, ...others], { ...shown, ...described, choice: null, pricesFrom });
}

function choicePage(
  { text, isFound, coins, ...age }: UnresolvedSide,
  side: "from" | "to",
  shown: Pick<ConvertPage, "query" | "from" | "to">,
): Page<ConvertPage> {
  return pageOf([age], { ...shown, ...NOTHING, pricesFrom: null, choice: { side, text, isFound, coins } });
}

/** Id of a coin, of which the text may be another spelling; null where it names none. */
function idOf(side: ResolvedSide | UnresolvedSide): string | null {
  return side.kind === "coin" ? side.coin.id : null;
}

function shownSide(
  name: "from" | "to",
  side: ResolvedSide | UnresolvedSide,
  asked: ConversionQuery,
  query: ConversionQuery,
): ShownSide {
  if (side.kind === "choice") return { text: asked[name], name: null, remark: null };
  const known = sideName(side);
  const { others = [] } = side;
  const names = [known, ...others.map(coinName)];
  const isShared = (text: string) => names.indexOf(text) !== names.lastIndexOf(text);
  const suggestions = others.map((coin) => ({
    text: isShared(coinName(coin)) ? `${coinName(coin)}, ${coin.id}` : coinName(coin),
    query: { ...query, [name]: coin.id },
  }));
  return {
    text: side.kind === "coin" ? side.coin.name : side.currency.toUpperCase(),
    name: known,
    remark:
      suggestions.length === 0
        ? null
        : { text: `“${asked[name]}” is read as ${known}, and not as`, isProblem: false, suggestions },
  };
}

/** Fetches the coin with whose prices two currencies are compared; null where it is not needed, or does not exist. */
async function bridgeOf(from: Side, to: Side, budget: RequestBudget) {
  if (from.kind === "coin" || to.kind === "coin" || from.currency === to.currency) return null;
  const { answer, failure } = await outcomeOf(pricesOf(BRIDGE_ID, [from.currency, to.currency], budget));
  if (answer === null && failure.reason !== "not-found") throw failure;
  return answer;
}

/**
 * Finds what a text stands for: a currency; a coin by its id, or by a name that is one; the coin that has it as its symbol or
 * name, of several the largest; or coins that it may mean.
 */
async function resolveSide(
  text: string,
  currencies: readonly Currency[],
  budget: RequestBudget,
): Promise<ResolvedSide | UnresolvedSide> {
  const currency = CURRENCIES.find((code) => code === text);
  if (currency !== undefined) return { kind: "currency", currency };
  const ids = [text, text.toLowerCase(), idLikeName(text)].filter(isCoinId);
  const known = () => ids.find((id) => marketData.records.has(id));
  const found = known() === undefined ? await findCoins(text, budget) : null;
  const exact = known() === undefined ? exactlyNamed(found, text) : undefined;
  // Without a list of coins, only the service knows.
  const unlisted = found === "no-list" ? (text === text.toLowerCase() ? ids[0] : ids.at(-1)) : undefined;
  const id = known() ?? exact?.id ?? unlisted;
  if (id !== undefined) {
    const { answer, failure } = await outcomeOf(pricesOf(id, currencies, budget));
    if (answer !== null)
      return { kind: "coin", coin: answer.value, answer, others: othersThan(exact, found) };
    // Listed, but removed since.
    if (failure.reason !== "not-found") throw failure;
  }
  const choice = found ?? (await findCoins(text, budget, id));
  return choice === "no-list" ? noChoice(text) : choice;
}

/** Reads a coin's prices from its record, which its own answer renews where it is not fresh in these currencies. */
async function pricesOf(
  id: string,
  currencies: readonly Currency[],
  budget: RequestBudget,
): Promise<ServedAnswer<PricedCoin>> {
  const [currency = DEFAULT_CURRENCY] = currencies;
  const recordIn = (code: Currency) => marketData.records.read(id, code);
  const isKnown = marketData.records.has(id);
  const age = isKnown ? await marketData.renewPrices([id], currency, budget) : null;
  const isPriced = (code: Currency) =>
    recordIn(code)?.state === "fresh" && (recordIn(code)?.coin.price ?? 0) > 0;
  const answer = currencies.every(isPriced) ? null : await marketData.coin(id, budget);
  const records = currencies.flatMap((code) => recordIn(code) ?? []);
  const coin = answer?.value ?? records[0]?.coin;
  if (coin === undefined) throw overloaded(`${id}: no price`);
  return {
    value: { ...coin, quotes: perCurrency((code) => ({ price: recordIn(code)?.coin.price ?? null })) },
    fetchedAt: Math.min(SYSTEM_CLOCK.now(), ...records.map(({ coin }) => coin.fetchedAt)),
    freshForMs: Math.min(...[age ?? answer ?? [], records].flat().map(({ freshForMs }) => freshForMs)),
    isOutOfDate: age?.isOutOfDate ?? answer?.isOutOfDate ?? false,
  };
}

function isUnpriced(side: ResolvedSide | UnresolvedSide, currencies: readonly Currency[]): boolean {
  return side.kind === "coin" && currencies.some((currency) => side.coin.quotes[currency].price === null);
}

type FoundCoins = UnresolvedSide | "no-list" | null;

/** Finds the first coin that has a text as its whole symbol or name. */
function exactlyNamed(found: FoundCoins, text: string): FoundCoin | undefined {
  if (found === null || found === "no-list" || !found.isFound) return undefined;
  const key = searchKey(text);
  return found.coins.find(({ symbol, name }) => searchKey(symbol) === key || searchKey(name) === key);
}

/** Lists the coins that were found beside the one that was taken; none where none was. */
function othersThan(taken: FoundCoin | undefined, found: FoundCoins): readonly FoundCoin[] {
  if (taken === undefined || found === null || found === "no-list") return [];
  return found.coins.filter(({ id }) => id !== taken.id);
}

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
