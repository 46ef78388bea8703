import { LRUCache } from "lru-cache";
import * as v from "valibot";
import { changeOf, TOLD_DAYS } from "~/domain/feed/days";
import type { MoversDay } from "~/domain/feed/feed-entries";
import { biggestMovers, type MoversView } from "~/domain/market/coin-selection";
import type { Currency } from "~/domain/market/currency";
import { dayAt, TIME } from "~/domain/time";
import type { Gate } from "../gate/gate.server";
import { overloaded } from "../policy/failure.server";
import type { CoinRecords } from "./coin-records.server";
import { readTold, writeTold } from "./told.server";

export interface MoversRequest extends Pick<MoversView, "list" | "top"> {
  readonly currency: Currency;
}

const MAX_TOLD_COINS = 10;
/** Of the coins of a list: with fewer lines of the week, a day is not told. */
const MIN_SHARE = 0.8;

const stored = v.array(
  v.object({
    day: v.pipe(v.number(), v.integer()),
    coins: v.array(v.object({ id: v.string(), name: v.string(), change: v.number() })),
  }),
);

/**
 * Keeps which coins rose or fell most on each of the last days, from the lines of the week that lists bring: as it was known first,
 * here and in the store, because the coins of a list change.
 */
export function createToldMovers(gate: Gate, records: CoinRecords) {
  const { clock } = gate.freshness;
  const cached = new LRUCache<string, readonly MoversDay[]>({ max: 20 });

  function moversOn(day: number, { list, top, currency }: MoversRequest): MoversDay | null {
    const moves = records.ranked(currency, top).flatMap(({ id, name, fetchedAt, pricedAt }) => {
      // One a full hour, but for the last, which is that of the answer: the others' times are reckoned back from it.
      const hours = records.weekPrices(id, currency).slice(0, -1);
      const prices = new Map(hours.map(([time, price]) => [Math.ceil(time / TIME.HOUR), price] as const));
      const [before, after] = [prices.get(day * 24), prices.get((day + 1) * 24)];
      const change = before && after ? changeOf(after, before) : null;
      return change === null ? [] : [{ id, name, fetchedAt, pricedAt, change24h: change }];
    });
    if (moves.length < MIN_SHARE * top) return null;
    const coins = biggestMovers(moves, list, "change24h").slice(0, MAX_TOLD_COINS);
    return { day, coins: coins.map(({ id, name, change24h }) => ({ id, name, change: change24h ?? 0 })) };
  }

  return {
    /** @throws {MarketDataFailure} if nothing is known of any day */
    async read(request: MoversRequest): Promise<readonly MoversDay[]> {
      const [name, today] = [nameOf(request), dayAt(clock.now())];
      const before = await readTold(gate, name, stored);
      const days = new Map([...(cached.get(name) ?? []), ...before.values].map((each) => [each.day, each]));
      for (let day = today - 6; day < today; day += 1) {
        const found = days.has(day) ? null : moversOn(day, request);
        if (found !== null) days.set(day, found);
      }
      const all = [...days.values()]
        .filter(({ day }) => day >= today - TOLD_DAYS && day < today)
        .sort((one, other) => one.day - other.day);
      if (all.length === 0) throw overloaded(name, TIME.HOUR);
      cached.set(name, all);
      await writeTold(gate, name, before, all);
      return all;
    },
    /** Whether yesterday is told. */
    isTold: (request: MoversRequest): boolean =>
      cached.get(nameOf(request))?.at(-1)?.day === dayAt(clock.now()) - 1,
  };
}

function nameOf({ list, top, currency }: MoversRequest): string {
  return `movers/${list}/${top}/${currency}`;
}
