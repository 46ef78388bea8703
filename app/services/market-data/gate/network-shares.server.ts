import { LRUCache } from "lru-cache";
import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import { overloaded } from "../policy/failure.server";
import type { CallQueue } from "./call-queue.server";
import type { MonthlyLimit } from "./monthly-limit.server";

/** Maximum number of remembered networks; a forgotten one has its whole share again. */
const MAX_NETWORKS = 10_000;

/** One network's share of the calls per minute, and of those that a month's limit has in six hours: a dozen new pages. */
const SHARE = { ofMinute: 1 / 3, ofHours: 1 / 5, hours: 6 } as const;

/** While less of a minute's calls is used, no network takes any from others. */
const MIN_USED_OF_MINUTE = 1 / 2;

/**
 * Calls for ids that are most likely made up: part of a minute's, or of as many as these where there is no limit; one network's part of
 * them; and the share of the month's reserve that they leave to others.
 */
const SPARE = { ofMinute: 1 / 5, ofUnlimited: 50, ofNetwork: 1 / 2, reserve: 1 / 3 } as const;

/**
 * Calls for feeds and tiles, which programs read: those of one visitor an hour, who opens six charts, or fewer on a small plan; and the
 * share of the month's reserve that they leave to visitors.
 */
const PROGRAMS = { perHour: 6, ofPlan: 1 / 10, reserve: 1 / 2 } as const;

/** The names under which the calls of all networks are counted, and of those that are hidden; spare ones; and those of programs. */
const [ALL, SPARES, OF_PROGRAMS] = ["", "spare", "programs"];

/**
 * Counts the calls caused by each network, so that none uses up the shared limits. Networks with hidden addresses have no share.
 *
 * Unused calls of a minute are lost, so its share limits only once half of them are used. The month keeps its unused calls for
 * others, so its share always limits; it grows with them.
 * @param limit calls a minute of the service's limit; 0: none
 */
export function createNetworkShares(limit: number, queue: CallQueue, month: MonthlyLimit, clock: Clock) {
  /** Calls by the time at which they were caused, oldest first: of networks in the last six hours, of all in the last minute. */
  const callsOf = new LRUCache<string, readonly { readonly at: number }[]>({ max: MAX_NETWORKS });

  /** There is room once the period of the call that was so many calls ago has ended. */
  function untilRoom(name: string, calls: number, periodMs: number): number {
    const call = callsOf.get(name)?.at(-Math.max(1, Math.round(calls)));
    return (call?.at ?? Number.NEGATIVE_INFINITY) + periodMs - clock.monotonic();
  }

  /** Milliseconds until half of the minute's calls are free. */
  const untilFree = () =>
    limit > 0 ? untilRoom(ALL, queue.callsPerMinute() * MIN_USED_OF_MINUTE, TIME.MINUTE) : 0;

  function waitMs(network: string | null): number {
    if (network === null) return 0;
    const untilShare = limit > 0 ? untilRoom(network, limit * SHARE.ofMinute, TIME.MINUTE) : 0;
    const ofHours = SHARE.hours * month.callsPerHour() * SHARE.ofHours;
    return Math.max(
      0,
      Math.min(untilShare, untilFree()),
      untilRoom(network, ofHours, SHARE.hours * TIME.HOUR),
    );
  }

  function note(name: string, call: { readonly at: number }, periodMs: number): void {
    const calls = callsOf.get(name) ?? [];
    callsOf.set(name, [...calls.filter(({ at }) => at >= call.at - periodMs), call]);
  }

  /**
   * Counts a call that somebody could do without, beside `take`: while half of the minute's calls are free.
   * @param limits how many there may be in a period, by the names under which they count
   * @returns whether it may be made
   */
  function takeIfFree(limits: Readonly<Record<string, number>>, periodMs: number, reserve: number): boolean {
    const isFree = Math.max(untilFree(), month.waitMs(1, reserve)) <= 0 && queue.pausing() === null;
    const hasRoom = Object.entries(limits).every(([name, calls]) => untilRoom(name, calls, periodMs) <= 0);
    if (!isFree || !hasRoom) return false;
    for (const name of Object.keys(limits)) note(name, { at: clock.monotonic() }, periodMs);
    return true;
  }

  return {
    waitMs,
    /** Counts a call for an id that is most likely made up. @returns whether it may be made */
    takeSpare(network: string | null): boolean {
      const calls = (queue.callsPerMinute() || SPARE.ofUnlimited) * SPARE.ofMinute;
      const limits = { [SPARES]: calls, [`${SPARES} ${network}`]: calls * SPARE.ofNetwork };
      return waitMs(network) <= 0 && takeIfFree(limits, TIME.MINUTE, SPARE.reserve);
    },
    /** Counts a call for what programs read, whatever their networks. @returns whether it may be made */
    takeForPrograms(): boolean {
      const calls = Math.min(PROGRAMS.perHour, month.callsPerHour() * PROGRAMS.ofPlan);
      return takeIfFree({ [OF_PROGRAMS]: calls }, TIME.HOUR, PROGRAMS.reserve);
    },
    /**
     * Counts a call that a network causes.
     * @param network null: hidden, or the call is for everybody
     * @returns a function that uncounts a call that was not made
     * @throws {MarketDataFailure} if the network has used up its share
     */
    take(network: string | null): () => void {
      const ms = waitMs(network);
      if (ms > 0) throw overloaded("a network has used up its share of the calls", ms);
      const isLimited = limit > 0 || Number.isFinite(month.callsPerHour());
      if (!isLimited) return () => {};
      const call = { at: clock.monotonic() };
      note(ALL, call, TIME.MINUTE);
      if (network !== null) note(network, call, SHARE.hours * TIME.HOUR);
      return () => {
        for (const name of [ALL, network ?? ALL]) {
          const others = callsOf.get(name)?.filter((other) => other !== call);
          callsOf.set(name, others);
        }
      };
    },
  };
}
