import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createMarketData } from "~/services/market-data/market-data.server";
import { createVersion3Source } from "~/services/market-data/provider/version-3-source.server";
import { NOT_SHARED, type SharedMarketData } from "~/services/market-data/shared/shared-market-data.server";
import { createClock, createGate, HOUR, promisesSettled } from "./market-under-test";
import { bodyFor } from "./small-bodies";

it("an answer that grew too old while another replica refreshed it is not served: its reader makes a call", async () => {
  const clock = createClock();
  const calls: string[] = [];
  const locks: (ReturnType<SharedMarketData["lock"]> | undefined)[] = [];
  const market = createMarketData({
    source: createVersion3Source(async (path) => {
      calls.push(path);
      return bodyFor(path);
    }),
    shared: { ...NOT_SHARED, lock: (key) => locks.shift() ?? NOT_SHARED.lock(key) },
    clock,
    registry: new Registry(),
  });
  await market.coins("usd", 1);
  clock.advance(HOUR);
  // Another replica has the lock, and this one hears of it late.
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
