import { Registry } from "prom-client";
import type { GenericSchema } from "valibot";
import type { PricePoint } from "~/domain/chart/price-history";
import type { Coin, CoinNames, CoinRow, CoinSummary, FoundCoin, RankedCoin } from "~/domain/market/coin";
import type { Exchange } from "~/domain/market/exchange";
import { type Clock, SYSTEM_CLOCK } from "../clock.server";
import { createAnswerCache } from "./cache/answer-cache.server";
import {
  CACHE_LIMITS,
  CACHE_POLICIES,
  type CachePolicy,
  ONE_MINUTE,
  TIMELESS_KINDS,
} from "./cache/cache-policy.server";
import { createCalls } from "./cache/calls.server";
import { createCoolDowns } from "./cache/cool-downs.server";
import type { Answer } from "./cache/freshness.server";
import { createMarketMetrics } from "./cache/metrics.server";
import { type CallRequest, createRateLimiter } from "./cache/rate-limiter.server";
import { createTurnedAwayLog } from "./cache/turned-away-log.server";
import { createVisit, type Visit } from "./cache/visit.server";
import { createCoinRows } from "./coin-rows/coin-rows.server";
import { createKnownRows } from "./coin-rows/known-rows.server";
import { createSeenCoins } from "./seen-coins.server";
import { createReadShared } from "./shared/read-shared.server";
import { NOT_SHARED, type SharedMarketData } from "./shared/shared-market-data.server";
import { STORED_VALUES } from "./shared/stored-values.server";

export interface ReadersOptions {
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

interface ReadOptions<Value> {
  readonly key: string;
  readonly endpoint: string;
  readonly policy: CachePolicy;
  /** The coin that is asked for, which may be made up. */
  readonly id?: string;
  /** Whether no visitor waits for it: visitors' calls then go first. */
  readonly isBackground?: boolean;
  readonly visit?: Visit | undefined;
  /** Called with each new answer. */
  readonly onNew?: (answer: Answer<Value>) => void;
  readonly call: () => Promise<Value>;
}

/** Creates a cache for each kind of data; what forbids and limits calls holds for all of them. */
export function createReaders({
  callsPerMinute = 0,
  isSample = false,
  shared = NOT_SHARED,
  registry = new Registry(),
  clock = SYSTEM_CLOCK,
  random = Math.random,
}: ReadersOptions) {
  const coolDowns = createCoolDowns({ clock, random, needsFullPlan });
  const rateLimiter = createRateLimiter({ callsPerMinute, takeSharedSlot: shared.takeSlot, clock });
  const metrics = createMarketMetrics(registry, rateLimiter.waiting);
  const readShared = createReadShared(shared, coolDowns, rateLimiter);
  const makeCall = createCalls({ rateLimiter, coolDowns, shared, readShared, metrics, clock });
  const onTurnedAway = createTurnedAwayLog(clock);
  const seen = createSeenCoins();

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
    return (options: ReadOptions<Value>) => {
      const {
        key,
        endpoint,
        policy: usual,
        id,
        isBackground = false,
        visit = createVisit(),
        onNew,
        call,
      } = options;
      const policy = isSample && !TIMELESS_KINDS.has(kind) ? ONE_MINUTE : usual;
      const lane = isSample || id === undefined || seen.has(id) ? "visitor" : "unseen";
      const load = (request: CallRequest) =>
        makeCall({ key, kind, endpoint, schema, call, ...policy }, request);
      return read({ key, policy, lane: isBackground ? "refresh" : lane, visit, load, onNew });
    };
  }

  const noteAll = (coins: readonly Pick<FoundCoin, "id" | "rank" | "image">[]) => {
    for (const coin of coins) seen.note(coin.id, coin);
  };
  const readers = {
    coins: readerOf<readonly CoinSummary[]>("coins", STORED_VALUES.coins, noteAll),
    coinTable: readerOf<readonly CoinRow[]>("coinTable", STORED_VALUES.coinTable, noteAll),
    coin: readerOf<Coin>("coin", STORED_VALUES.coin, (coin) => noteAll([coin])),
    history: readerOf<readonly PricePoint[]>("history", STORED_VALUES.history),
    exchanges: readerOf<readonly Exchange[]>("exchanges", STORED_VALUES.exchanges),
    names: readerOf<CoinNames>("names", STORED_VALUES.names),
    ranks: readerOf<readonly RankedCoin[]>("ranks", STORED_VALUES.ranks, noteAll),
    trending: readerOf<readonly FoundCoin[]>("trending", STORED_VALUES.trending, noteAll),
  };
  const rowsPolicy = isSample ? ONE_MINUTE : CACHE_POLICIES.coinRows;
  const knownRows = createKnownRows({ policy: rowsPolicy, seen, clock, random });
  const coinRows = createCoinRows({
    kind: "coinRows",
    endpoint: "coin_rows",
    policy: rowsPolicy,
    schema: STORED_VALUES.coinTable,
    known: knownRows,
    makeCall,
    readShared,
    coolDowns,
    metrics,
    clock,
    maxWaitMs: rateLimiter.maxWaitMs,
    seen,
    isSample,
    onTurnedAway,
  });
  return { readers, coinRows, knownRows, coolDowns, seen };
}

export function historyKey(id: string, currency: string, range: string): string {
  return `history/${id}/${currency}/${range}`;
}

function needsFullPlan(key: string): boolean {
  return key.startsWith("history/") && key.endsWith("/max");
}
