import { LRUCache } from "lru-cache";
import * as v from "valibot";
import type { PricePoint } from "~/domain/chart/price-history";
import { type Day, daysOf, joinDays } from "~/domain/feed/days";
import type { Currency } from "~/domain/market/currency";
import { dayAt, TIME } from "~/domain/time";
import type { Gate } from "../gate/gate.server";
import { createPatience, type Patience, SHORT_WAIT_MS } from "../gate/patience.server";
import { overloaded } from "../policy/failure.server";
import type { CoinRecords } from "./coin-records.server";
import type { createHistories } from "./histories.server";
import { readTold, writeTold } from "./told.server";

export interface DaysRequest {
  readonly id: string;
  readonly currency: Currency;
  /** Whether today counts: otherwise nothing is asked for once yesterday is known. */
  readonly hasToday: boolean;
  /** Of a visitor, for whom the history is fetched as for the chart of 60d; null: of a program. */
  readonly patience: Patience | null;
}

/** Books of five kilobytes each. */
const MAX_BOOKS = 2000;

/** A program causes at most one call for a coin in this time. */
const ASKED_EVERY_MS = TIME.HOUR;

const WEEK_DAYS = 7;

/** Milliseconds after midnight from which the service has the hour after it. */
const CLOSED_AFTER_MS = 65 * TIME.MINUTE;

const passed = v.array(v.tuple([v.number(), v.number()]));
const price = v.nullable(v.number());
const stored = v.array(
  v.object({
    day: v.pipe(v.number(), v.integer()),
    figures: v.nullable(v.tuple([v.number(), price, price])),
    ...{ rises: passed, falls: passed, surges: passed, slumps: passed },
  }),
);

/**
 * Keeps what feeds tell of each coin's last days, here and in the store: what was told once stays as it was, whichever replica is
 * asked. For programs only known histories are read, but for a few calls.
 */
export function createDayBooks(
  gate: Gate,
  histories: ReturnType<typeof createHistories>,
  records: CoinRecords,
) {
  const { shares, freshness } = gate;
  const { clock } = freshness;
  const books = new LRUCache<string, { readonly days: readonly Day[]; readonly askedAt: number }>({
    max: MAX_BOOKS,
  });

  /** The history of sixty days, from which all figures are; null if a program may not ask for it. */
  async function readHistory(request: DaysRequest, askedAt: number, isTold: boolean) {
    const { id, currency, patience } = request;
    const hours = { id, currency, range: "60d" } as const;
    if (patience !== null) return { sent: await histories.sent({ ...hours, patience }), askedAt };
    const known = histories.known(hours);
    const isAsked = clock.monotonic() - askedAt < ASKED_EVERY_MS;
    if (isTold || isAsked || known?.freshForMs || !shares.takeForPrograms()) return { sent: known, askedAt };
    // A stale one is served at once, while it is refreshed. A failure is logged by the call.
    const asked = histories.sent({ ...hours, patience: createPatience(undefined, SHORT_WAIT_MS) });
    const sent = await asked.catch(() => known);
    return { sent, askedAt: clock.monotonic() };
  }

  /** The line of the week, which comes with lists: a price a full hour, and that of the answer. */
  function hoursOfWeek(id: string, currency: Currency): readonly PricePoint[] {
    const points = records.weekPrices(id, currency);
    const hourOf = (time: number) => Math.ceil(time / TIME.HOUR) * TIME.HOUR;
    return points.map(([time, price], index) => [points[index + 1] ? hourOf(time) : time, price]);
  }

  /** What was seen of a coin besides: prices, and its change of 24 hours. */
  function seenOf(id: string, currency: Currency) {
    const { price = null, change24h = null, pricedAt = 0 } = records.read(id, currency)?.coin ?? {};
    return {
      prices: [
        ...(histories.known({ id, currency, range: "24h" })?.value ?? []),
        ...records.observed.since(id, currency, 0),
        ...(price === null ? [] : [[pricedAt, price] as const]),
      ],
      changes: change24h === null ? [] : [[pricedAt, change24h] as const],
    };
  }

  /** @throws {MarketDataFailure} if nothing is known of the coin's days */
  return async function readDays(request: DaysRequest) {
    const { id, currency, hasToday } = request;
    const [name, today] = [`days/${currency}/${id}`, dayAt(clock.now())];
    const before = await readTold(gate, name, stored);
    const book = books.get(name) ?? { days: [], askedAt: Number.NEGATIVE_INFINITY };
    const told = joinDays(before.values, book.days, today);
    const newest = dayAt(clock.now() - CLOSED_AFTER_MS) - 1;
    // What was told from the line of the week goes on with older days, once there is a call for them.
    const isLong = told.length > WEEK_DAYS;
    const isTold = !hasToday && isLong && told.some(({ day, figures }) => day === newest && figures !== null);
    const { sent, askedAt } = await readHistory(request, book.askedAt, isTold);
    const { prices, changes } = seenOf(id, currency);
    const hours = sent?.value ?? hoursOfWeek(id, currency);
    const found = daysOf(hours, prices, changes);
    // A week begins within a day.
    const whole = sent === null ? found.filter(({ day }) => day > dayAt(hours[0]?.[0] ?? 0)) : found;
    const all = joinDays(told, whole, today);
    books.set(name, { days: all, askedAt });
    if (sent === null && !all.some(({ figures }) => figures !== null)) throw overloaded(name, ASKED_EVERY_MS);
    await writeTold(gate, name, before, all);
    const last = all.findLast(({ figures }) => figures !== null)?.day ?? 0;
    const fetchedAt = sent?.fetchedAt ?? 0;
    /** The first day whose figures may still come: a coin that nobody trades has none. */
    const finalBefore = Math.max(last + 1, dayAt(fetchedAt - CLOSED_AFTER_MS));
    return { days: all, finalBefore };
  };
}
