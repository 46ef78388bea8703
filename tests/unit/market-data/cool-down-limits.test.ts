import { expect, it } from "vitest";
import { createCoolDowns } from "~/services/market-data/cache/cool-downs.server";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import { createClock } from "./market-under-test";

const notFound = new MarketDataFailure("not-found", "not found", { status: 404 });
const broken = new MarketDataFailure("unreachable", "no connection");

it("made-up ids evict only each other, not the cool-downs of failing pages", () => {
  const coolDowns = createCoolDowns({ clock: createClock(), random: () => 0 });
  coolDowns.failed(["coins/usd/1"], broken, false);
  for (let id = 0; id <= 10_000; id++) coolDowns.failed([`coin/made-up-${id}`], notFound, false);
  expect(coolDowns.blocking("coins/usd/1")?.reason).toBe("unreachable");
  expect(coolDowns.blocking("coin/made-up-0")).toBeNull();
  expect(coolDowns.blocking("coin/made-up-10000")?.reason).toBe("not-found");
});

it("failing pages do not evict coins that are known not to exist", () => {
  const coolDowns = createCoolDowns({ clock: createClock(), random: () => 0 });
  coolDowns.failed(["coin/ghost"], notFound, false);
  for (let page = 0; page <= 10_000; page++) coolDowns.failed([`history/coin-${page}/usd/7d`], broken, false);
  expect(coolDowns.blocking("coin/ghost")?.reason).toBe("not-found");
});
