import { LRUCache } from "lru-cache";
import { Registry } from "prom-client";
import type { GenericSchema } from "valibot";
import { downsamplePriceHistory, normalisePriceHistory, type PricePoint } from "~/domain/chart/price-history";
import { type Coin, type CoinRow, type CoinSummary, isCoinId } from "~/domain/market/coin";
import type { Currency } from "~/domain/market/currency";
import type { Exchange } from "~/domain/market/exchange";
import type { Range } from "~/domain/market/range";
import type { TableOrder } from "~/domain/market/table-view";
import { type Clock, SYSTEM_CLOCK } from "../clock.server";
import { createAnswerCache, type ServedAnswer } from "./cache/answer-cache.server";
import {
  CACHE_LIMITS,
  CACHE_POLICIES,
  type CachePolicy,
  HISTORY_POLICIES,
  MAX_POINTS,
  ONE_MINUTE,
} from "./cache/cache-policy.server";
import { createCalls } from "./cache/calls.server";
import { createCoolDowns } from "./cache/cool-downs.server";
import { createVisit, type Visit } from "./cache/flights.server";
import { createMarketMetrics } from "./cache/metrics.server";
import { type CallRequest, createRateLimiter } from "./cache/rate-limiter.server";
import { createTurnedAwayLog } from "./cache/turned-away-log.server";
import { MarketDataFailure } from "./failure.server";
import type { MarketSource } from "./provider/market-source.server";
import { createReadShared } from "./shared/read-shared.server";
import { NOT_SHARED, type SharedMarketData } from "./shared/shared-market-data.server";
import { STORED_VALUES } from "./shared/stored-values.server";

/** A coin's prices over a range, normalised and downsampled to what a chart can show. */
interface ServedHistory extends ServedAnswer<readonly PricePoint[]> {
  /** Whether the service gives no more than one year to this site, and more was asked for. */
  readonly isOneYearOnly: boolean;
}

/**
 * Door to all that the site knows of the market. Each promise rejects with a MarketDataFailure and nothing else. Values are
 * frozen, and the same object for as long as they are kept. Reads of one page pass the same visit.
 */
export interface MarketData {
  coins(currency: Currency, pageNumber: number, visit?: Visit): Promise<ServedAnswer<readonly CoinSummary[]>>;
  coinTable(
    currency: Currency,
    pageNumber: number,
    order: TableOrder,
    visit?: Visit,
  ): Promise<ServedAnswer<readonly CoinRow[]>>;
  coin(id: string, visit?: Visit): Promise<ServedAnswer<Coin>>;
  priceHistory(id: string, currency: Currency, range: Range, visit?: Visit): Promise<ServedHistory>;
  exchanges(visit?: Visit): Promise<ServedAnswer<readonly Exchange[]>>;
}

interface MarketDataOptions {
  readonly source: MarketSource;
  /** 0: no limit. */
  readonly callsPerMinute?: number;
  /** Whether the market is made here: calls cost nothing, and it moves once a minute as a whole, which pages must not mix. */
  readonly isSample?: boolean;
  /** Sharing with other replicas; none, unless given. */
  readonly shared?: SharedMarketData;
  /** Registry of its figures. */
  readonly registry?: Registry;
  readonly clock?: Clock;
  /** From 0 to 1, for the jitter of cool-downs. */
  readonly random?: () => number;
}

/** Ids of coins that the service has named, in lists and by themselves; there are some 17,000. */
const MAX_SEEN_IDS = 50_000;

/** Creates the one door to the market data: it limits the rate of calls, reads strictly, caches, and spares a failing service. */
export function createMarketData(options: MarketDataOptions): MarketData {
  const { source } = options;
  const { readers, coolDowns } = createReaders(options);

  function readHistory(id: string, currency: Currency, range: Range, visit?: Visit) {
    return readers.history({
      key: historyKey(id, currency, range),
      endpoint: "market_chart",
      policy: HISTORY_POLICIES[range],
      id,
      visit,
      call: async () => {
        const points = await source.priceHistory(id, currency, range);
        return Object.freeze(downsamplePriceHistory(normalisePriceHistory(points, range), MAX_POINTS));
      },
    });
  }

  return {
    coins: (currency, pageNumber, visit) =>
      readers.coins({
        key: `coins/${currency}/${pageNumber}`,
        endpoint: "coins",
        policy: CACHE_POLICIES.coins,
        visit,
        call: () => source.coins(currency, pageNumber),
      }),
    coinTable: (currency, pageNumber, order, visit) =>
      readers.coinTable({
        key: `coin-table/${currency}/${pageNumber}/${order}`,
        endpoint: "coin_table",
        policy: CACHE_POLICIES.coinTable,
        visit,
        call: () => source.coinTable(currency, pageNumber, order),
      }),
    async coin(id, visit) {
      requireCoinId(id);
      return readers.coin({
        key: `coin/${id}`,
        endpoint: "coin",
        policy: CACHE_POLICIES.coin,
        id,
        visit,
        call: () => source.coin(id),
      });
    },
    async priceHistory(id, currency, range, visit) {
      requireCoinId(id);
      if (range !== "max" || !coolDowns.isPlanLimited()) {
        try {
          return { ...(await readHistory(id, currency, range, visit)), isOneYearOnly: false };
        } catch (error) {
          const isRefusal = error instanceof MarketDataFailure && error.reason === "beyond-plan";
          if (range !== "max" || !isRefusal) throw error;
        }
      }
      return { ...(await readHistory(id, currency, "1y", visit)), isOneYearOnly: true };
    },
    exchanges: (visit) =>
      readers.exchanges({
        key: "exchanges",
        endpoint: "exchanges",
        policy: CACHE_POLICIES.exchanges,
        visit,
        call: () => source.exchanges(),
      }),
  };
}

/** Creates a cache for each kind of data; what forbids and limits calls holds for all of them. */
function createReaders({
  callsPerMinute = 0,
  isSample = false,
  shared = NOT_SHARED,
  registry = new Registry(),
  clock = SYSTEM_CLOCK,
  random = Math.random,
}: MarketDataOptions) {
  const coolDowns = createCoolDowns({ clock, random, needsFullPlan });
  const rateLimiter = createRateLimiter({ callsPerMinute, takeSharedSlot: shared.takeSlot, clock });
  const metrics = createMarketMetrics(registry, rateLimiter.waiting);
  const readShared = createReadShared(shared, coolDowns, rateLimiter);
  const makeCall = createCalls({ rateLimiter, coolDowns, shared, readShared, metrics, clock });
  const onTurnedAway = createTurnedAwayLog(clock);
  const seenIds = new LRUCache<string, true>({ max: MAX_SEEN_IDS });
  const see = ({ id }: { readonly id: string }) => void seenIds.set(id, true);

  function readerOf<Value extends object>(
    kind: keyof typeof CACHE_LIMITS,
    schema: GenericSchema<unknown, Value>,
    onKept?: (value: Value) => void,
  ) {
    const read = createAnswerCache<Value>({
      kind,
      limits: CACHE_LIMITS[kind],
      coolDowns,
      readShared: (key) => readShared(key, schema),
      metrics,
      clock,
      maxWaitMs: rateLimiter.maxWaitMs,
      onTurnedAway,
      ...(onKept === undefined ? {} : { onKept }),
    });
    return ({ key, endpoint, policy: usual, id, visit = createVisit(), call }: ReadOptions<Value>) => {
      const policy = isSample ? ONE_MINUTE : usual;
      const lane = isSample || id === undefined || seenIds.has(id) ? "visitor" : "unseen";
      const load = (request: CallRequest) =>
        makeCall({ key, kind, endpoint, schema, call, ...policy }, request);
      return read({ key, policy, lane, visit, load });
    };
  }

  const readers = {
    coins: readerOf<readonly CoinSummary[]>("coins", STORED_VALUES.coins, (coins) => coins.forEach(see)),
    coinTable: readerOf<readonly CoinRow[]>("coinTable", STORED_VALUES.coinTable, (rows) =>
      rows.forEach(see),
    ),
    coin: readerOf<Coin>("coin", STORED_VALUES.coin, see),
    history: readerOf<readonly PricePoint[]>("history", STORED_VALUES.history),
    exchanges: readerOf<readonly Exchange[]>("exchanges", STORED_VALUES.exchanges),
  };
  return { readers, coolDowns };
}

interface ReadOptions<Value> {
  readonly key: string;
  readonly endpoint: string;
  readonly policy: CachePolicy;
  /** The coin that is asked for, which may be made up. */
  readonly id?: string;
  readonly visit: Visit | undefined;
  readonly call: () => Promise<Value>;
}

function historyKey(id: string, currency: Currency, range: Range): string {
  return `history/${id}/${currency}/${range}`;
}

function needsFullPlan(key: string): boolean {
  return key.startsWith("history/") && key.endsWith("/max");
}

/** Fails for text that can be no coin's id, without a call. */
function requireCoinId(id: string): void {
  if (!isCoinId(id)) throw new MarketDataFailure("not-found", "not a coin id");
}
