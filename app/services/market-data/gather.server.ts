import type { PricePoint } from "~/domain/chart/price-history";
import { coinOfAnswer, type KnownCoin, type NamedCoin } from "~/domain/market/coin";
import { type Currency, DEFAULT_CURRENCY, perCurrency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import type { TableOrder } from "~/domain/market/table-view";
import { attemptAfterMs, PRICES_FRESH_MS } from "~/domain/refresh-schedule";
import { TIME } from "~/domain/time";
import type { Clock } from "../clock.server";
import { within } from "../within.server";
import { createVisit, SHORT_WAIT_MS, type Visit } from "./gate/patience.server";
import { type MarketData, RANKED_PAGES } from "./market-data.server";
import type { Age, ServedAnswer } from "./memory/answers.server";
import type { Needs as Figures } from "./memory/coin-records.server";
import type { DaysRequest } from "./memory/day-books.server";
import type { HistoryRequest, ServedHistory } from "./memory/histories.server";
import type { MoversRequest } from "./memory/told-movers.server";
import { MarketDataFailure, outcomeOf, overloaded } from "./policy/failure.server";

/**
 * - `must`: the page fails without it. It waits up to six seconds for the call to start, a second and a half where most of it is known.
 * - `may`: what is known, or comes within a second and a half.
 * - `background`: what is known; nobody waits for the call for newer data.
 * - `known`: what is known, without a call.
 */
export type Wait = "must" | "may" | "background" | "known";

/** An answer to a need; some of it may be missing because calls have to wait. */
interface Part<Value> extends ServedAnswer<Value> {
  readonly delays?: readonly MarketDataFailure[];
}

interface CoinRequest {
  readonly id: string;
  readonly currency: Currency;
  readonly history?: Pick<HistoryRequest, "range" | "arePricesEnough">;
  /** Whether it fails where a call has to wait, as for an export; otherwise neither delays the rest. */
  readonly isWhole?: boolean;
}

interface DaysNeed extends Omit<DaysRequest, "patience"> {
  /** Whether a program asks, and no visitor waits. */
  readonly isForProgram: boolean;
}

interface ListRequest {
  readonly currency: Currency;
  readonly page: number;
  /** Null: cards. */
  readonly order: TableOrder | null;
  /** Whether cards have lines of the week, which come with the table: it is fetched once an hour, and nobody waits for it. */
  readonly hasWeeks?: boolean;
  readonly category?: string | null;
}

interface RowsRequest {
  readonly ids: readonly string[];
  readonly currency: Currency;
  readonly figures: Figures;
}

export interface ComparedData {
  readonly id: string;
  readonly row: KnownCoin | null;
  readonly history: ServedHistory | null;
  /** Why its history is missing; null also for a single coin, which needs none. */
  readonly failure: MarketDataFailure | null;
}

/** Milliseconds that a page without data waits for calls of low priority. */
const RANKS_WAIT_MS = 1000;

/**
 * Creates the one door to market data: a page says what it needs; here is decided how long it waits, in which order calls go out, what
 * may be old, and what a failure means.
 */
export function createDoor(market: MarketData, clock: Clock) {
  const { common, records } = market;

  /** A coin as its own answer and its record tell it, then its history: an unknown coin costs only one call. */
  async function readCoin({ id, currency, history: past, isWhole = false }: CoinRequest, visit: Visit) {
    const isKnown = market.known(id, currency) !== null;
    const rest = isWhole ? visit.long : visit.short;
    const own = await orDelay(market.coin(id, isKnown ? rest : visit.long), isWhole);
    const renewed = await market.renewPrices([id], currency, rest);
    const history =
      past && (await orDelay(readHistory({ id, currency, ...past, patience: rest }, isWhole), isWhole));
    // At last, because both may have brought a newer price.
    const coin = market.known(id, currency);
    if (coin === null) throw own.delay ?? overloaded(`${id}: no price`);
    // Without a limited plan it came with its own answer, or with a list.
    const isOld = clock.now() - coin.fetchedAt > 2 * PRICES_FRESH_MS && own.answer?.isOutOfDate !== false;
    const freshForMs = Math.min(renewed?.freshForMs ?? Number.POSITIVE_INFINITY, own.answer?.freshForMs ?? 0);
    const price = { fetchedAt: coin.fetchedAt, isOutOfDate: isOld, ...renewed, freshForMs };
    const served = history?.answer ?? null;
    const value = {
      coin,
      notices: records.notices(id),
      /** When its price was fetched. */
      fetchedAt: price.fetchedAt,
      /** Null if the coin is told from its record, which lacks details. */
      own: own.answer,
      /** Null if its call has to wait. */
      history: served,
      isHistoryOld: served?.isOutOfDate === true && !price.isOutOfDate,
    };
    const age = together([price, ...(served === null ? [] : [served])]);
    return { value, ...age, delays: [own.delay, history?.delay].flatMap((delay) => delay ?? []) };
  }

  /** An answer that cannot be read, such as `{"prices": null}`, takes the chart alone from a page. */
  async function readHistory(request: HistoryRequest, isWhole: boolean): Promise<ServedHistory> {
    const { answer, failure } = await outcomeOf(market.priceHistory(request));
    if (answer !== null) return answer;
    const { reason, status, retryAfterMs: freshForMs = 0 } = failure;
    if (isWhole || reason !== "bad-response" || status !== 200) throw failure;
    return { value: [], fetchedAt: clock.now(), freshForMs, isOutOfDate: false, isOneYearOnly: false };
  }

  /**
   * A coin's prices in some currencies from its record, which is refreshed by the coin's own answer if it is stale in one of them; null
   * if there is no such coin.
   */
  async function readQuotes(
    { id, currencies }: { readonly id: string; readonly currencies: readonly Currency[] },
    { long }: Visit,
  ) {
    const [currency = DEFAULT_CURRENCY] = currencies;
    const recordIn = (code: Currency) => records.read(id, code);
    const renewed = records.has(id) ? await market.renewPrices([id], currency, long) : null;
    const isPriced = (code: Currency) =>
      recordIn(code)?.state === "fresh" && (recordIn(code)?.coin.price ?? 0) > 0;
    const { answer: own, failure } = currencies.every(isPriced)
      ? { answer: null, failure: null }
      : await outcomeOf(market.coin(id, long));
    if (failure?.reason === "not-found") return { value: null, ...together([]) };
    if (failure !== null) throw failure;
    const known = currencies.flatMap((code) => recordIn(code) ?? []);
    const coin = known[0]?.coin ?? (own && coinOfAnswer(own.value.in[currency], own.fetchedAt));
    if (coin === null) throw overloaded(`${id}: no price`);
    return {
      value: {
        ...coin,
        quotes: perCurrency((code) => ({ price: recordIn(code)?.coin.price ?? null })),
        pricedAt: Math.min(coin.pricedAt, ...known.map((record) => record.coin.pricedAt)),
      },
      fetchedAt: Math.min(clock.now(), ...known.map((record) => record.coin.fetchedAt)),
      freshForMs: Math.min(...[renewed ?? own ?? [], known].flat().map(({ freshForMs }) => freshForMs)),
      isOutOfDate: renewed?.isOutOfDate ?? own?.isOutOfDate ?? false,
    };
  }

  /** The names of all coins, which tell made-up ids without a call; null if they cannot be read. */
  async function readNames(patience: Visit["long"]) {
    const { known, read } = common.coinNames;
    if (known() === null) await outcomeOf(read(patience));
    return known();
  }

  /**
   * The last days of a coin, for its feeds and the page about them. Programs wait for nothing but the names of all coins.
   */
  async function readDays({ isForProgram, ...request }: DaysNeed, { long }: Visit) {
    const { id, currency } = request;
    const names = await readNames(long);
    const coin: NamedCoin | null = names?.get(id) ?? market.known(id, currency);
    if (coin === null && names !== null) throw new MarketDataFailure("not-found", `no coin ${id}`);
    if (coin === null) throw overloaded("the names of coins");
    const told = await market.days({ ...request, patience: isForProgram ? null : long });
    return { value: { coin: { id, symbol: coin.symbol, name: coin.name }, ...told }, ...ageOfDays() };
  }

  /** A coin as it is known, for its tile; few calls are made for it. @throws {MarketDataFailure} if it is not */
  async function readTile({ id, currency }: Omit<CoinRequest, "history">, { long, short }: Visit) {
    const names = await readNames(long);
    if (names?.has(id) === false && !records.has(id))
      throw new MarketDataFailure("not-found", `no coin ${id}`);
    const isWhole = () => (records.read(id, currency, "week")?.coin.week.length ?? 0) > 0;
    if (!isWhole() && market.takeForPrograms())
      await outcomeOf(market.coinRows([id], currency, short, "week"));
    const record = records.read(id, currency, "week");
    if (record === null) throw overloaded(`${id}: no price`, TIME.HOUR);
    const { coin, freshForMs } = record;
    const age = { fetchedAt: coin.fetchedAt, freshForMs: Math.max(freshForMs, TIME.MINUTE) };
    return { value: coin, ...age, isOutOfDate: false };
  }

  /** The days of several coins: of those that exist, as far as they are known. @throws {MarketDataFailure} if none are */
  async function readListDays(
    { ids, ...request }: Omit<DaysNeed, "id"> & { readonly ids: readonly string[] },
    visit: Visit,
  ) {
    const outcomes = await Promise.all(ids.map((id) => outcomeOf(readDays({ ...request, id }, visit))));
    const coins = outcomes.flatMap(({ answer }) => answer?.value ?? []);
    const failures = outcomes.flatMap(({ failure }) => failure ?? []);
    const other = failures.find(({ reason }) => reason !== "not-found");
    const failure = other ?? failures[0];
    if (coins.length === 0 && failure !== undefined) throw failure;
    return { value: { coins, isWhole: other === undefined }, ...ageOfDays() };
  }

  const ageOfDays = (): Age => ({ fetchedAt: clock.now(), freshForMs: TIME.HOUR / 4, isOutOfDate: false });

  async function readList(
    { currency, page, order, category, hasWeeks = false }: ListRequest,
    { long }: Visit,
  ) {
    const answer = await market.coins(currency, page, order, long, category ?? undefined);
    if (order === null && hasWeeks) market.renewWeeks(currency, page, category ?? null);
    return answer;
  }

  /** Rows of single coins. With a row for each, nobody waits for long for newer ones. */
  async function readRows({ ids, currency, figures }: RowsRequest, visit: Visit) {
    const areKnown = ids.every((id) => market.known(id, currency) !== null);
    const patience = areKnown ? visit.short : visit.long;
    const { value: coins, notFound, ...rest } = await market.coinRows(ids, currency, patience, figures);
    return { ...rest, value: { coins, notFound } };
  }

  /** Rows of coins by one call, then their histories in parallel. What cannot be fetched is told in its place. */
  async function readCompared(request: RowsRequest & { readonly range: Range }, visit: Visit) {
    const { ids, currency, range } = request;
    const rows = await outcomeOf(readRows(request, visit));
    const why = rows.failure ?? rows.answer.failure;
    const patience = rows.answer === null ? visit.long : visit.short;
    const value = await Promise.all(
      ids.map(async (id): Promise<ComparedData> => {
        const row = rows.answer?.value.coins.find((each) => each.id === id) ?? null;
        if (rows.answer?.value.notFound.includes(id))
          return { id, row, history: null, failure: new MarketDataFailure("not-found", `no coin ${id}`) };
        if (ids.length === 1) return { id, row, history: null, failure: rows.failure };
        // An unseen id may be invented: it gets no call besides the one for its row.
        if (row === null && !records.has(id))
          return { id, row, history: null, failure: why ?? overloaded(id) };
        const { answer, failure } = await outcomeOf(market.priceHistory({ id, currency, range, patience }));
        return { id, row, history: answer, failure };
      }),
    );
    const failures = [why, ...value.map(({ failure }) => failure)].flatMap((failure) => failure ?? []);
    const isWhole = failures.every(({ reason }) => reason === "not-found");
    const answers = [rows.answer, ...value.map(({ history }) => history)].flatMap((answer) => answer ?? []);
    const age = together(answers);
    return {
      value,
      ...age,
      freshForMs: isWhole ? age.freshForMs : 0,
      delays: failures.filter(({ isDelay }) => isDelay),
    };
  }

  /**
   * Prices of coins over a range, in their order; none where they are not known. With calls to spare, also those that come within a
   * second and a half.
   */
  async function readPasts(
    { ids, currency, range }: Omit<RowsRequest, "figures"> & { readonly range: Range },
    { short: patience }: Visit,
  ) {
    const read = async (id: string): Promise<readonly PricePoint[]> => {
      const known = market.knownHistory({ id, currency, range }) ?? [];
      if (known.length > 0 || !market.hasSpareCalls() || !records.has(id)) return known;
      const asked = outcomeOf(market.priceHistory({ id, currency, range, patience }));
      return (await within(SHORT_WAIT_MS, asked))?.answer?.value ?? [];
    };
    const value = await Promise.all(ids.map(read));
    return { value, fetchedAt: clock.now(), freshForMs: PRICES_FRESH_MS, isOutOfDate: false };
  }

  /** The coins with known ranks; none while the first of them are awaited. Their calls yield to those of visitors. */
  async function readRanks(): Promise<Part<readonly KnownCoin[]>> {
    const asked = Promise.all(RANKED_PAGES.map((page) => outcomeOf(market.rankedCoins(page))));
    const outcomes = market.knownRanks() === null ? await within(RANKS_WAIT_MS, asked) : null;
    const ranks = market.knownRanks();
    if (ranks !== null) return ranks;
    const failures = outcomes?.flatMap(({ failure }) => failure ?? []) ?? [
      overloaded("ranks", RANKS_WAIT_MS),
    ];
    const failed = failures.find(({ reason }) => reason !== "overloaded");
    if (failed) throw failed;
    return { value: [], ...together([]), delays: failures };
  }

  /** The age of a page is that of its first answer; with several, visitors could not tell which is the price's. */
  function together(ages: readonly Age[]): Age {
    return {
      fetchedAt: ages[0]?.fetchedAt ?? clock.now(),
      isOutOfDate: ages.some((age) => age.isOutOfDate),
      freshForMs: ages.length === 0 ? 0 : Math.min(...ages.map((age) => age.freshForMs)),
    };
  }

  const readers = {
    coin: readCoin,
    ownAnswer: ({ id }: { readonly id: string }, { long }: Visit) => market.coin(id, long),
    quotes: readQuotes,
    days: readDays,
    listDays: readListDays,
    tile: readTile,
    movers: async (
      { isForProgram, ...request }: MoversRequest & { readonly isForProgram: boolean },
      { long }: Visit,
    ) => ({
      // A visitor sees that there are none yet; a program would take it for the feed.
      value: isForProgram
        ? await market.movers(request, null)
        : ((await outcomeOf(market.movers(request, long))).answer ?? []),
      ...ageOfDays(),
    }),
    list: readList,
    rows: readRows,
    compared: readCompared,
    pasts: readPasts,
    ranks: (_: object, __: Visit) => readRanks(),
    exchange: ({ id }: { readonly id: string }, { long }: Visit) => market.exchange(id, long),
  };

  type Common = typeof common;
  type Readers = typeof readers;
  type CommonNeeds = { readonly [Name in keyof Common]?: Wait };
  type OwnNeeds = {
    readonly [Name in keyof Readers]?: Parameters<Readers[Name]>[0] & { readonly wait?: "must" | "may" };
  };
  type Needs = CommonNeeds & OwnNeeds;
  type Value<Name> = Name extends keyof Common
    ? ValueOf<ReturnType<Common[Name]["read"]>>
    : Name extends keyof Readers
      ? ValueOf<ReturnType<Readers[Name]>>
      : never;
  type Values<Asked extends Needs> = {
    readonly [Name in keyof Asked]:
      | Value<Name>
      | (Asked[Name] extends Exclude<Wait, "must"> | { readonly wait: "may" } ? null : never);
  };

  /** What the page itself asks for: it waits for the answer, and is as old as that. */
  async function readOwn(name: keyof Readers, need: OwnNeed, visit: Visit): Promise<Outcome> {
    // The request of a need fits the reader of its name.
    const read = readers[name] as (request: OwnNeed, visit: Visit) => Promise<Part<unknown>>;
    if (need.wait !== "may") return { answer: await read(need, visit), failure: null };
    const outcome = await within(SHORT_WAIT_MS, outcomeOf(read(need, { ...visit, long: visit.short })));
    return outcome ?? { answer: null, failure: overloaded(`${name}: no answer yet`, SHORT_WAIT_MS) };
  }

  async function readCommon(name: keyof Common, wait: Wait, visit: Visit): Promise<Outcome> {
    if (wait === "must") return { answer: await common[name].read(visit.long), failure: null };
    const asked = wait === "known" ? null : outcomeOf<Part<unknown>>(common[name].read(null));
    if (wait === "may" && asked !== null) await within(SHORT_WAIT_MS, asked);
    return { answer: null, failure: null };
  }

  /**
   * Gathers what a page needs, all at the same time.
   * @returns the values by the names of their needs, null where they are not known; their age; and when to ask again for what is
   * awaited. Of needs that `may` be met also why they are not.
   * @throws {MarketDataFailure} if one that `must` be met is not
   */
  async function gather<const Asked extends Needs>(needs: Asked, visit: Visit) {
    const names = Object.keys(needs) as (keyof Needs)[];
    const outcomes = await Promise.all(
      names.map((name) =>
        isCommon(name)
          ? readCommon(name, needs[name] ?? "known", visit)
          : readOwn(name, needs[name] as OwnNeed, visit),
      ),
    );
    const values = names.map((name, place) => {
      const { answer = null } = outcomes[place] ?? {};
      return [name, answer?.value ?? (isCommon(name) ? common[name].known() : null)] as const;
    });
    const age = together(outcomes.flatMap(({ answer }) => answer ?? []));
    // What was asked for in the background may be known soon.
    const isAwaited = values.some(([name, value]) => value === null && needs[name] !== "known");
    const delays = outcomes.flatMap(({ answer, failure }) =>
      failure === null ? (answer?.delays ?? []) : [failure],
    );
    return {
      values: Object.fromEntries(values) as Values<Asked>,
      failures: outcomes.flatMap(({ failure }) => failure ?? []),
      age: isAwaited ? { ...age, freshForMs: Math.min(age.freshForMs, PRICES_FRESH_MS) } : age,
      retryInMs: retryInMs(delays),
    };
  }

  function isCommon(name: keyof Needs): name is keyof Common {
    return name in common;
  }

  return {
    gather,
    visit: createVisit,
    known: market.known,
    /** A coin's prices over a range up to now, if they are known. */
    knownHistory: market.knownHistory,
    /** The known coins with a price in a currency and a rank up to a maximum, the largest first. */
    largest: market.knownCoins,
    /** Whether an answer, or the list of all coins, has named an id. */
    isNamed: records.has,
    /** What the service warns of, if the coin's own answer is known. */
    notices: records.notices,
    /** Has the prices of coins refreshed for the next visitor, if the plan limits calls. */
    renewPrices: (ids: readonly string[], currency: Currency): void => void market.renewPrices(ids, currency),
    close: market.close,
  };
}

type ValueOf<Promised> = Awaited<Promised> extends { readonly value: infer Value } ? Value : never;

interface Outcome {
  readonly answer: Part<unknown> | null;
  readonly failure: MarketDataFailure | null;
}

interface OwnNeed {
  readonly wait?: Wait;
}

/** Returns the milliseconds after which a page asks again for its missing parts, by the latest of them; null if none are missing. */
function retryInMs(delays: readonly MarketDataFailure[]): number | null {
  const waits = delays.filter(({ isDelay }) => isDelay).map((delay) => attemptAfterMs(delay.retryAfterMs));
  return waits.length === 0 ? null : Math.max(...waits);
}

/** Resolves to an answer, or to why its call has to wait. @throws {MarketDataFailure} if it failed, or a page has to be whole */
async function orDelay<Answer>(promised: Promise<Answer>, isWhole: boolean) {
  const { answer, failure } = await outcomeOf(promised);
  if (failure !== null && (isWhole || !failure.isDelay)) throw failure;
  return { answer, delay: failure };
}
