import { expect, it } from "vitest";
import { NOT_SHARED, type SharedCache } from "~/services/market-data/shared/shared-cache.server";
import { createGate, HOUR, marketWithFunction, promisesSettled } from "./market-under-test";

it("an answer that expired while another replica refreshed it is not served: its reader makes a call", async () => {
  const locks: (ReturnType<SharedCache["lock"]> | undefined)[] = [];
  const { market, clock, calls } = marketWithFunction({
    shared: { ...NOT_SHARED, lock: (path) => locks.shift() ?? NOT_SHARED.lock(path) },
  });
  await market.coins("usd", 1);
  clock.advance(HOUR);
  // Another replica has the lock, and this one finds out late.
  const gate = createGate<null>();
  locks.push(gate.opened);
  await market.coins("usd", 1);
  await promisesSettled();
  clock.advance(1);
  const late = market.coins("usd", 1);
  gate.open(null);
  expect((await late).fetchedAt).toBe(clock.now());
  expect(calls).toHaveLength(2);
});
