import { Registry } from "prom-client";
import { expect, it, vi } from "vitest";
import { createMarketData } from "~/services/market-data/market-data.server";
import { createClock, failureOf, MINUTE, promisesSettled, SECOND, watchWarnings } from "./market-under-test";

/** A market whose source has a fault of its own, from the moment at which the test says so. */
function marketWithFault() {
  const clock = createClock();
  const state = { isFaulty: false, calls: 0 };
  const exchanges = async () => {
    state.calls += 1;
    if (state.isFaulty) throw new TypeError("Cannot read properties of undefined");
    return [];
  };
  const none = () => Promise.reject(new Error("not asked for"));
  const source = {
    coins: none,
    coinTable: none,
    coinRows: none,
    coin: none,
    priceHistory: none,
    coinNames: none,
    rankedCoins: none,
    trendingCoins: none,
  };
  const market = createMarketData({
    source: { ...source, exchanges },
    clock,
    random: () => 0,
    registry: new Registry(),
  });
  return { market, clock, state };
}

it("keeps what is shown, calls once a cool-down, and is logged once with its stack", async () => {
  const warnings = watchWarnings();
  const { market, clock, state } = marketWithFault();
  const known = await market.exchanges();
  state.isFaulty = true;
  clock.advance(10 * MINUTE + 1);
  for (let reader = 0; reader < 100; reader++) {
    expect((await market.exchanges()).value).toBe(known.value);
    await promisesSettled();
  }
  expect(state.calls).toBe(2);
  clock.advance(5 * SECOND + 1);
  await market.exchanges();
  await promisesSettled();
  expect(state.calls).toBe(3);
  expect(warnings.mock.calls.map(([line]) => String(line).replace(/\d+ ms/, "N ms"))).toEqual(
    Array(2).fill("market data: bad-response: exchanges: a fault while reading the response (N ms)"),
  );
  const errors = vi.mocked(console.error);
  expect(errors.mock.calls.map(([error]) => error)).toEqual([
    expect.objectContaining({ stack: expect.stringContaining("faults.test.ts") }),
  ]);
  errors.mockClear();
});

it("is a bad response where nothing is known", async () => {
  watchWarnings();
  const { market, state } = marketWithFault();
  state.isFaulty = true;
  expect((await failureOf(market.exchanges())).reason).toBe("bad-response");
  expect((await failureOf(market.exchanges())).reason).toBe("bad-response");
  expect(state.calls).toBe(1);
  vi.mocked(console.error).mockClear();
});
