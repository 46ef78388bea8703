import { Registry } from "prom-client";
import { beforeEach, expect, it, vi } from "vitest";
import { createRequestBudget } from "~/services/market-data/cache/request-budget.server";
import { createMarketData } from "~/services/market-data/market-data.server";
import { createClient } from "~/services/market-data/provider/client.server";
import {
  createClock,
  failureOf,
  fakeTimers,
  MINUTE,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(fakeTimers);
beforeEach(() => void watchWarnings());

/** A market in front of a service that allows so many calls a minute, and adds headers to its answers. */
function marketWithLimit(callsPerMinute = 30) {
  const clock = createClock();
  const registry = new Registry();
  const service = { limit: callsPerMinute, headers: {} as Record<string, string> };
  const starts: number[] = [];
  let refused = 0;
  const getBody = createClient({
    baseUrl: "http://service.test",
    apiKey: null,
    timeoutMs: 0,
    async fetch({ url }) {
      const { pathname, search } = new URL(url);
      const now = clock.monotonic();
      if (starts.filter((start) => start > now - MINUTE).length >= service.limit) {
        refused += 1;
        return new Response("{}", { status: 429, headers: { "retry-after": "60" } });
      }
      starts.push(now);
      return Response.json(bodyFor(`${pathname}${search}`), { headers: service.headers });
    },
  });
  const market = createMarketData({ getBody, callsPerMinute, clock, random: () => 0, registry });
  let page = 0;
  return {
    market,
    clock,
    service,
    starts,
    refused: () => refused,
    rate: async () => Number(/^market_data_calls_per_minute (\S+)$/m.exec(await registry.metrics())?.[1]),
    /** Lets visitors ask for more than any limit allows, for some time. */
    async crowd(ms: number) {
      for (let passed = 0; passed < ms; passed += SECOND) {
        for (let visitor = 0; visitor < 2; visitor++) {
          page += 1;
          market.coins("usd", page).catch(() => {});
        }
        clock.advance(SECOND);
        await vi.advanceTimersByTimeAsync(SECOND);
        await promisesSettled();
      }
    },
  };
}

it("halves the calls a minute once for the calls that are refused together, and raises them slowly at first", async () => {
  const { service, clock, rate, crowd, refused } = marketWithLimit();
  service.limit = 0;
  await crowd(SECOND);
  expect(refused()).toBeGreaterThan(1);
  expect(await rate()).toBe(15);
  service.limit = 30;
  clock.advance(MINUTE);
  expect(await rate()).toBeCloseTo(15.1, 1);
  clock.advance(5 * MINUTE);
  expect(await rate()).toBeCloseTo(17.7, 1);
  clock.advance(4 * MINUTE);
  expect(await rate()).toBeCloseTo(22.5, 1);
  clock.advance(60 * MINUTE);
  expect(await rate()).toBe(30);
});

it("finds a service's limit by itself, with few refusals", async () => {
  const { service, refused, starts, crowd, clock } = marketWithLimit();
  service.limit = 8;
  await crowd(10 * MINUTE);
  expect(starts.length).toBeGreaterThan(40);
  expect(refused()).toBeLessThanOrEqual(8);
  service.limit = 30;
  await crowd(20 * MINUTE);
  expect(starts.filter((start) => start > clock.monotonic() - MINUTE).length).toBeGreaterThanOrEqual(20);
});

it("still calls a service that has refused everything for a quarter of an hour", async () => {
  const { service, starts, crowd, rate } = marketWithLimit();
  service.limit = 0;
  await crowd(15 * MINUTE);
  expect(await rate()).toBeGreaterThanOrEqual(3);
  service.limit = 30;
  await crowd(2 * MINUTE);
  expect(starts.length).toBeGreaterThanOrEqual(3);
});

it.each([
  { what: "seconds", reset: () => "20" },
  { what: "a time in seconds", reset: (now: number) => String(now / SECOND + 20) },
])(
  "makes no call before the next window where a service says that none remain, in $what",
  async ({ reset }) => {
    vi.setSystemTime(Date.UTC(2026, 10, 20));
    const { market, service, clock, starts } = marketWithLimit();
    service.headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(clock.now()) };
    await market.coins("usd", 1);
    const failure = await failureOf(market.coins("usd", 2, createRequestBudget(undefined, 0)));
    expect(failure.reason).toBe("overloaded");
    expect(failure.retryAfterMs).toBe(20 * SECOND);
    clock.advance(20 * SECOND);
    await market.coins("usd", 3);
    // The second page's call has waited as well.
    expect(starts.map((start) => start - (starts[0] ?? 0))).toEqual([0, 20 * SECOND, 20 * SECOND]);
  },
);

it("slows down to the limit that a service reports, and never beyond its own", async () => {
  const { market, service, rate } = marketWithLimit();
  service.headers = { "x-ratelimit-limit": "100000" };
  await market.coins("usd", 1);
  expect(await rate()).toBe(30);
  service.headers = { "x-ratelimit-limit": "12" };
  await market.coins("usd", 2);
  expect(await rate()).toBe(12);
  // A tenth of the limit is left in any case.
  service.headers = { "x-ratelimit-limit": "0" };
  await market.coins("usd", 3);
  expect(await rate()).toBe(3);
});

it.each([
  { "x-ratelimit-limit": "-1", "x-ratelimit-remaining": "none", "x-ratelimit-reset": "soon" },
  { "x-ratelimit-limit": "1e1", "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "60" },
  { "x-ratelimit-limit": "100, 100;window=60", "x-ratelimit-reset": "99999999999999" },
  { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "86400" },
  { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" },
])("goes on as usual where the headers make no sense: %j", async (headers) => {
  const { market, service, rate, clock } = marketWithLimit();
  service.headers = headers;
  await market.coins("usd", 1);
  expect(await rate()).toBe(30);
  clock.advance(3 * SECOND);
  expect((await market.coins("usd", 2)).value).toHaveLength(1);
});
