import { TIME } from "~/domain/time";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { between, choose, type Random } from "./random";
import type { SimulatedTime } from "./simulated-time";

/** Calls a minute that the service allows: always as many, or another number every two minutes. */
export type ServiceLimit = number | "5 to 30";

interface ServiceOptions {
  readonly limit: ServiceLimit;
  /** Calls that it answers in the month; beyond them it refuses all. */
  readonly maxCalls: number;
  /** Those that it has had in the month so far. */
  readonly callsBefore: number;
  /** Coins in its catalogue. More than are asked for would only make the simulation slower. */
  readonly names: number;
  readonly random: Random;
  readonly time: SimulatedTime;
}

const MIN_LATENCY_MS = 200;
const MAX_LATENCY_MS = 3000;
const ERROR_SHARE = 0.03;
/** The real service names 53 to 119 seconds (recorded answers). */
const RETRY_LATER = { "retry-after": "60" };
const LIMIT_CHANGES_EVERY_MS = 2 * TIME.MINUTE;
/** The time on its way to the service is a part of a call's latency. */
const REQUEST_SHARE = 0.1;

/**
 * Plays a limited service, with the bodies of the sample market. It answers after 0.2 to 3 s, mostly within a second, and 3 %
 * of calls with 500 or 502.
 *
 * In any 60 seconds it answers so many calls, and refuses further ones with 429 and a `Retry-After` of a minute. Errors and
 * refused calls count too, as at the real service. How that measures its minute is not documented; one that slides is the
 * strictest.
 */
export function createService({ limit, maxCalls, callsBefore, names, random, time }: ServiceOptions) {
  // Its clock moves by hours, because it ranks all coins anew each time.
  const market = createSampleMarket({ now: () => Math.floor(time.now() / TIME.HOUR) * TIME.HOUR });
  const startMs = time.now();
  /** Moments of the latest calls, the oldest first. */
  let latest: readonly number[] = [];
  const limits: number[] = [];
  let calls = 0;
  let refused = 0;

  function limitNow(): number {
    if (limit !== "5 to 30") return limit;
    const period = Math.floor((time.now() - startMs) / LIMIT_CHANGES_EVERY_MS);
    while (limits.length <= period) limits.push(Math.floor(between(random, 5, 31)));
    return limits[period] ?? 5;
  }

  function isOverLimit(): boolean {
    const now = time.now();
    latest = [...latest.filter((atMs) => atMs > now - TIME.MINUTE), now];
    return latest.length > limitNow();
  }

  async function answer(request: Request): Promise<Response> {
    calls += 1;
    if (isOverLimit() || callsBefore + calls > maxCalls) {
      refused += 1;
      return new Response('{"status":{"error_code":429}}', { status: 429, headers: RETRY_LATER });
    }
    if (random() < ERROR_SHARE) {
      const status = choose(random, [
        [500, 1],
        [502, 1],
      ]);
      return new Response("<h1>Error</h1>", { status });
    }
    const response = await market(request);
    if (!request.url.endsWith("/coins/list")) return response;
    const all: unknown = await response.json();
    return Response.json(Array.isArray(all) ? all.slice(0, names) : all);
  }

  return {
    async fetch(request: Request): Promise<Response> {
      const latencyMs = MIN_LATENCY_MS + (MAX_LATENCY_MS - MIN_LATENCY_MS) * random() ** 3;
      await time.pause(REQUEST_SHARE * latencyMs);
      const response = await answer(request);
      await time.pause((1 - REQUEST_SHARE) * latencyMs);
      return response;
    },
    calls: () => calls,
    refused: () => refused,
  };
}
