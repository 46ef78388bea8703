import { expect, it, vi } from "vitest";
import {
  failureOf,
  MINUTE,
  marketWithFunction,
  promisesSettled,
  SECOND,
  watchWarnings,
} from "./market-under-test";

/** A fault of our own code, not a failure of the service. */
function fault(): never {
  throw new TypeError("Cannot read properties of undefined");
}

it("keeps serving the old answer, calls once per cool-down, and is logged once with its stack", async () => {
  const warnings = watchWarnings();
  const { market, clock, calls, service } = marketWithFunction();
  const known = await market.exchanges();
  service.answer = fault;
  clock.advance(10 * MINUTE + 1);
  for (let reader = 0; reader < 100; reader++) {
    expect((await market.exchanges()).value).toBe(known.value);
    await promisesSettled();
  }
  expect(calls).toHaveLength(2);
  clock.advance(5 * SECOND + 1);
  await market.exchanges();
  await promisesSettled();
  expect(calls).toHaveLength(3);
  expect(warnings.mock.calls.map(([line]) => String(line).replace(/\d+ ms/, "N ms"))).toEqual(
    Array(2).fill("market data: bad-response: /exchanges: a fault while reading the response (N ms)"),
  );
  const errors = vi.mocked(console.error);
  expect(errors.mock.calls.map(([error]) => error)).toEqual([
    expect.objectContaining({ stack: expect.stringContaining("faults.test.ts") }),
  ]);
  errors.mockClear();
});

it("is a bad response where nothing is cached", async () => {
  watchWarnings();
  const { market, calls, service } = marketWithFunction();
  service.answer = fault;
  expect((await failureOf(market.exchanges())).reason).toBe("bad-response");
  expect((await failureOf(market.exchanges())).reason).toBe("bad-response");
  expect(calls).toHaveLength(1);
  vi.mocked(console.error).mockClear();
});
