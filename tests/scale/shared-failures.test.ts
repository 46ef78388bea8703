import { expect, it } from "vitest";
import { createPatience } from "~/services/market-data/gate/patience.server";
import { FAULTS, limited } from "../support/faulty-upstream";
import { createGate, eventually, failureOf, MINUTE, SECOND } from "../unit/market-data/market-under-test";
import { answerNormally, keysIn, replicasOfMarket } from "./replicas";

/** Redis has its own clock, which runs during the test. */
function seconds(ms: number | undefined): number {
  return Math.ceil((ms ?? 0) / SECOND);
}

it("stops the calls of all replicas for as long as the service asked one of them", async () => {
  const { upstream, replicas, advance } = await replicasOfMarket(() => limited("60"));
  const [first, ...others] = replicas(5);
  expect((await failureOf(first?.coins("usd", 1) ?? Promise.reject())).retryAfterMs).toBe(MINUTE);
  upstream.behave(answerNormally);
  for (const [index, market] of others.entries()) {
    const failure = await failureOf(market.coins("eur", index + 1));
    expect(failure.reason).toBe("rate-limited");
    expect(seconds(failure.retryAfterMs)).toBe(60);
  }
  expect(upstream.calls).toHaveLength(1);
  await advance(MINUTE + 1);
  await Promise.all(others.map((market) => market.coins("usd", 1)));
  expect(upstream.calls).toHaveLength(2);
});

it("serves stale answers to a new replica's visitors during such a pause", async () => {
  const { upstream, replica, advance } = await replicasOfMarket();
  const market = replica();
  const known = await market.coins("usd", 1);
  await advance(2 * MINUTE);
  upstream.behave(() => limited("600"));
  await failureOf(market.coins("usd", 2));
  expect((await replica().coins("usd", 1)).fetchedAt).toBe(known.fetchedAt);
  expect(upstream.calls).toHaveLength(2);
});

it("keeps the longer of two pauses", async () => {
  const { upstream, replica } = await replicasOfMarket();
  const [first, second] = [createGate(), createGate()];
  upstream.behave(({ path }) =>
    path.includes("page=1")
      ? { kind: "slow", until: first.opened, next: limited("300") }
      : { kind: "slow", until: second.opened, next: limited("20") },
  );
  const readers = [replica().coins("usd", 1), replica().coins("usd", 2)].map(failureOf);
  await eventually(() => expect(upstream.calls).toHaveLength(2));
  first.open();
  await readers[0];
  second.open();
  await readers[1];
  expect(seconds((await failureOf(replica().coins("usd", 3))).retryAfterMs)).toBe(300);
});

it("waits for its slot among the calls of all replicas, but not through a pause", async () => {
  const { upstream, replicas, replica } = await replicasOfMarket();
  const [first, second] = replicas(2, { callsPerMinute: 1 });
  await first?.coins("usd", 1);
  // Its slot is a minute away.
  const waiting = failureOf(second?.coins("usd", 2) ?? Promise.reject());
  upstream.behave(() => limited("60"));
  await failureOf(replica().coins("usd", 3));
  await failureOf(second?.coins("usd", 4) ?? Promise.reject());
  expect((await waiting).reason).toBe("rate-limited");
  expect(upstream.calls).toHaveLength(2);
});

it("calls an address that fails once per replica and cool-down", async () => {
  const { upstream, replicas, advance } = await replicasOfMarket(() => FAULTS.serverError);
  const markets = replicas(3);
  const fail = () => Promise.all(markets.map((market) => failureOf(market.coins("usd", 1))));
  await fail();
  for (const failure of await fail()) expect(failure.reason).toBe("bad-response");
  expect(upstream.calls).toHaveLength(3);
  await advance(5 * SECOND + 1);
  upstream.behave(answerNormally);
  await Promise.all(markets.map((market) => market.coins("usd", 1)));
  expect(upstream.calls).toHaveLength(4);
});

it("stores nothing in Redis after a flood of made-up coins", async () => {
  const { upstream, redis, replicas } = await replicasOfMarket(() => FAULTS.coinNotFound);
  const failures = replicas(3).flatMap((market, replica) =>
    Array.from({ length: 50 }, (_, index) =>
      failureOf(market.coin(`made-up-${replica}-${index}`, createPatience(undefined, 60 * SECOND))),
    ),
  );
  for (const { reason } of await Promise.all(failures)) expect(reason).toBe("not-found");
  expect(upstream.calls).toHaveLength(150);
  await eventually(async () => expect(await keysIn(redis)).toEqual([]));
});
