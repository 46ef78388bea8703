import { beforeEach, expect, it, vi } from "vitest";
import { createPatience, type Patience } from "~/services/market-data/gate/patience.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import {
  failUnreachable,
  failureOf,
  fakeTimers,
  historyOf,
  hurried,
  MINUTE,
  marketInTime,
  metricOf,
  promisesSettled,
  SECOND,
} from "./market-under-test";

beforeEach(fakeTimers);

/** A market, and the values of a metric by its labels. */
function marketWithMetrics(setting?: Parameters<typeof marketInTime>[0]) {
  const market = marketInTime(setting);
  async function values(metric: string): Promise<Record<string, number>> {
    const line = new RegExp(`^market_data_${metric}\\{(.*)\\} (\\S+)$`, "gm");
    const lines = (await market.registry.metrics()).matchAll(line);
    return Object.fromEntries(Array.from(lines, ([, labels, value]) => [labels, Number(value)]));
  }
  return { ...market, values, figure: (name: string) => metricOf(market.registry, `market_data_${name}`) };
}

it("calls are counted by kind and outcome, not by coin, and their seconds measured", async () => {
  const { market, registry, values, service } = marketWithMetrics();
  await market.coins("usd", 1);
  await market.coins("usd", 2);
  await market.coin("bitcoin");
  await historyOf(market, "7d");
  service.answer = failUnreachable;
  await failureOf(market.common.exchanges.read());
  await failureOf(market.common.exchanges.read());
  expect(await values("calls_total")).toEqual({
    'kind="coin",outcome="ok"': 1,
    'kind="coins",outcome="ok"': 2,
    'kind="exchanges",outcome="unreachable"': 1,
    'kind="hourlyHistory",outcome="ok"': 1,
  });
  expect(await values("call_seconds_count")).toMatchObject({ 'kind="coins"': 2, 'kind="exchanges"': 1 });
  expect(await registry.metrics()).not.toContain("bitcoin");
});

const IDS = ["", "bitcoin", "ethereum", "solana"];

type Read = (market: MarketData, page: number, patience?: Patience) => Promise<unknown>;

it.each<[kind: string, read: Read]>([
  ["coins", (market, page, patience) => market.coins("usd", page, null, patience)],
  ["records", (market, page, patience) => market.coinRows([IDS[page] ?? ""], "usd", patience)],
])("readers of %s are counted by what they got, and the age of that is measured", async (kind, read) => {
  const { market, clock, values, service } = marketWithMetrics({ callsPerMinute: 6 });
  for (const seconds of [0, 0, 30]) {
    clock.advance(seconds * SECOND);
    await read(market, 1);
  }
  expect(await values("age_seconds_sum")).toEqual({ [`kind="${kind}"`]: 30 });
  expect(await values("age_seconds_count")).toEqual({ [`kind="${kind}"`]: 3 });
  service.answer = failUnreachable;
  clock.advance(10 * MINUTE);
  for (const _reader of [1, 2]) {
    await read(market, 1);
    await promisesSettled();
  }
  clock.advance(MINUTE);
  await failureOf(read(market, 2));
  await failureOf(read(market, 3, hurried()));
  const counts = Object.entries({ miss: 1, hit: 2, stale: 2, failed: 1, rejected: 1 });
  const expected = counts.map(([state, count]) => [`kind="${kind}",state="${state}"`, count]);
  expect(await values("answers_total")).toEqual(Object.fromEntries(expected));
});

it("a monthly limit has its calls, and how long data stay fresh; without one there are no such metrics", async () => {
  const { market, figure } = marketWithMetrics({ callsPerMonth: 10_000, start: Date.UTC(2026, 10, 1) });
  await market.common.exchanges.read();
  expect(await figure("month_calls_used")).toBe(1);
  expect(await figure("month_calls_left")).toBe(9999);
  expect(await figure("prices_fresh_seconds")).toBeCloseTo(163.6, 0);
  expect(await figure("facts_fresh_seconds")).toBeGreaterThan(3600);
  expect(await marketWithMetrics().registry.metrics()).not.toMatch(/market_data_(month|prices|facts)/);
});

it("the log counts rejected readers in one line every ten seconds, but not those who have left", async () => {
  const { market, wait } = marketWithMetrics({ callsPerMinute: 30 });
  await failureOf(market.coins("usd", 1, null, createPatience(AbortSignal.abort())));
  for (let second = 0; second < 20; second++) {
    for (let visitor = 0; visitor < 20; visitor++) market.coin(`coin-${second}-${visitor}`).catch(() => {});
    await wait(SECOND, SECOND);
  }
  const lines = ["1", "\\d{3}"].map((count) => `: readers rejected: ${count}; the last: .+: no slot within`);
  const matching = lines.map((line) => [expect.stringMatching(`^market data: overloaded${line}`)]);
  expect(vi.mocked(console.warn).mock.calls).toEqual(matching);
});
