import { beforeEach, expect, it } from "vitest";
import {
  createGate,
  failUnreachable,
  failureOf,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  watchWarnings,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(() => void watchWarnings());

/** The samples of one metric, without its comments. */
function samples(text: string, name: string): string[] {
  return text.split("\n").filter((line) => line.startsWith(name));
}

it("counts calls by endpoint and outcome", async () => {
  const { market, registry, service } = marketWithFunction();
  await market.coins("usd", 1);
  await market.coins("usd", 2);
  await market.coin("bitcoin");
  await market.priceHistory("bitcoin", "usd", "7d");
  service.answer = failUnreachable;
  await failureOf(market.exchanges());
  await failureOf(market.exchanges());
  expect(samples(await registry.metrics(), "market_data_calls_total").sort()).toEqual([
    'market_data_calls_total{endpoint="coin",outcome="ok"} 1',
    'market_data_calls_total{endpoint="coins",outcome="ok"} 2',
    'market_data_calls_total{endpoint="exchanges",outcome="unreachable"} 1',
    'market_data_calls_total{endpoint="market_chart",outcome="ok"} 1',
  ]);
});

it("counts hits, misses, stale answers and failures", async () => {
  const { market, clock, registry, service } = marketWithFunction();
  await market.coins("usd", 1);
  await market.coins("usd", 1);
  await market.coins("usd", 1);
  clock.advance(MINUTE + 1);
  service.answer = failUnreachable;
  await market.coins("usd", 1);
  await promisesSettled();
  await market.coins("usd", 1);
  await failureOf(market.coins("usd", 2));
  expect(samples(await registry.metrics(), "market_data_answers_total").sort()).toEqual([
    'market_data_answers_total{kind="coins",state="failed"} 1',
    'market_data_answers_total{kind="coins",state="hit"} 2',
    'market_data_answers_total{kind="coins",state="miss"} 1',
    'market_data_answers_total{kind="coins",state="stale"} 2',
  ]);
});

it("measures the age of the data that was served, in seconds", async () => {
  const { market, clock, registry } = marketWithFunction();
  await market.exchanges();
  clock.advance(9 * MINUTE);
  await market.exchanges();
  const text = await registry.metrics();
  expect(text).toContain('market_data_age_seconds_sum{kind="exchanges"} 540\n');
  expect(text).toContain('market_data_age_seconds_count{kind="exchanges"} 2\n');
});

it("counts the calls that wait for a slot", async () => {
  const { market, registry, service } = marketWithFunction();
  const gate = createGate();
  service.answer = (path) => gate.opened.then(() => bodyFor(path));
  const readers = Array.from({ length: 10 }, (_, index) => market.coins("usd", index + 1));
  await promisesSettled();
  expect(samples(await registry.metrics(), "market_data_queue_length")).toEqual([
    "market_data_queue_length 6",
  ]);
  gate.open();
  await Promise.all(readers);
  expect(samples(await registry.metrics(), "market_data_queue_length")).toEqual([
    "market_data_queue_length 0",
  ]);
});

it("measures how long calls took", async () => {
  const { market, registry } = marketWithFunction();
  await market.exchanges();
  const text = await registry.metrics();
  expect(text).toContain('market_data_call_seconds_count{endpoint="exchanges"} 1\n');
  expect(text).toContain("# TYPE market_data_call_seconds histogram\n");
});

it("has no coin among its labels, so that the number of series stays small", async () => {
  const { market, registry } = marketWithFunction();
  await Promise.all(Array.from({ length: 100 }, (_, index) => market.coin(`rare-coin-${index}`)));
  expect(await registry.metrics()).not.toContain("rare-coin");
});
