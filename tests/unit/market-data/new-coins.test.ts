import { beforeEach, describe, expect, it } from "vitest";
import { createPatience } from "~/services/market-data/gate/patience.server";
import { MarketDataFailure } from "~/services/market-data/policy/failure.server";
import { runForNetwork } from "~/services/visitor-network.server";
import {
  failureOf,
  fakeTimers,
  HOUR,
  MINUTE,
  marketInTime,
  metricOf,
  noteWholeList,
  numbered,
  promisesSettled,
  refuseFor,
  SECOND,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(fakeTimers);

const [CROWD, OTHER] = ["203.0.113.7", "2001:db8:0:1"];

/** A market that knows the list of all coins, which has Bitcoin alone and is some time old. Of others the service has `new-…`. */
async function marketWithList(options: Parameters<typeof marketInTime>[0], listAgeMs: number) {
  const setting = marketInTime(options);
  const { market, service, clock, calls, wait } = setting;
  service.answer = (path) => {
    if (path.startsWith("/coins/made-up"))
      throw new MarketDataFailure("not-found", "HTTP 404", { status: 404 });
    return bodyFor(path);
  };
  await market.common.coinNames.read();
  clock.advance(listAgeMs);
  calls.length = 0;
  /** Opens coins at once. @returns the id of each that is served, and the reason why others are not */
  async function open(ids: readonly string[], network: string | null = CROWD, waitMs = 10 * SECOND) {
    const reads = ids.map((id) =>
      runForNetwork(network, () => market.coin(id, createPatience(undefined, HOUR))).then(
        ({ value }) => value.id,
        (failure: MarketDataFailure) => failure.reason,
      ),
    );
    await promisesSettled();
    await wait(waitMs, SECOND);
    return Promise.all(reads);
  }
  return { ...setting, open };
}

const LIMITED = { callsPerMinute: 30 };
const notFound = (count: number): string[] => Array(count).fill("not-found");

describe("an id that the list of all coins lacks", () => {
  it("is unknown without a call while the list is less than an hour old, and then asked for once", async () => {
    const { market, calls, clock, open, wait } = await marketWithList(LIMITED, 59 * MINUTE);
    expect(await open(["new-1"])).toEqual(["not-found"]);
    expect(calls).toEqual([]);
    clock.advance(2 * MINUTE);
    expect(await open(["new-1"])).toEqual(["new-1"]);
    expect(await open(["new-1"], OTHER)).toEqual(["new-1"]);
    expect(calls).toEqual(["/coins/new-1"]);
    // It stays a coin when nobody looks at it, also for lists.
    clock.advance(3 * HOUR);
    await wait(5 * MINUTE, MINUTE);
    await market.coinRows(["new-1", "new-2"], "usd").catch(() => {});
    expect(calls.at(-1)).toMatch(/[?&]ids=new-1&/);
  });

  it("is remembered as unknown for ten minutes when the service does not have it either", async () => {
    const { calls, clock, open } = await marketWithList({}, 2 * HOUR);
    for (const network of [CROWD, OTHER, CROWD])
      expect(await open(["made-up"], network)).toEqual(["not-found"]);
    expect(calls).toEqual(["/coins/made-up"]);
    clock.advance(10 * MINUTE);
    expect(await open(["made-up"])).toEqual(["not-found"]);
    expect(calls).toHaveLength(2);
  });

  it("fails as any coin does when the service fails", async () => {
    const { service, open, calls } = await marketWithList({}, 2 * HOUR);
    service.answer = () => {
      throw new MarketDataFailure("unreachable", "no connection");
    };
    expect(await open(["new-1", "new-1"])).toEqual(["unreachable", "unreachable"]);
    expect(calls).toHaveLength(1);
  });

  it("is on a newer list, before the search has read that", async () => {
    const { market, service, calls, clock, open } = await marketWithList({}, 25 * HOUR);
    service.answer = (path) => (path === "/coins/list" ? [{ id: "new-1", name: "New" }] : bodyFor(path));
    await market.common.coinNames.read();
    await promisesSettled();
    clock.advance(MINUTE);
    expect(await open(["new-1", "new-2"])).toEqual(["new-1", "not-found"]);
    expect(calls).toEqual(["/coins/list", "/coins/new-1"]);
  });
});

describe("a flood of made-up ids", () => {
  it.each([
    ["a plan of 30 calls a minute", LIMITED, 6],
    ["no limit", {}, 10],
    ["10,000 calls a month", { callsPerMonth: 10_000 }, 10],
  ])("takes a fifth of a minute's calls, half of it for one network, on %s", async (_plan, options, most) => {
    const { market, calls, clock, open } = await marketWithList(options, 2 * HOUR);
    expect(await open(numbered(40, "made-up"))).toEqual(notFound(40));
    expect(calls).toHaveLength(most / 2);
    expect(await open(["new-1", ...numbered(40, "made-up-too")], OTHER)).toEqual(["new-1", ...notFound(40)]);
    expect(calls).toHaveLength(most);
    expect(await open(numbered(40, "made-up-again"), null)).toEqual(notFound(40));
    expect(calls).toHaveLength(most);
    // Known coins are served as ever.
    expect((await market.coin("bitcoin")).value.id).toBe("bitcoin");
    clock.advance(MINUTE);
    expect(await open(numbered(40, "made-up-later"))).toEqual(notFound(40));
    expect(calls).toHaveLength(most + 1 + most / 2);
  });

  it("gets no call once half of the minute's calls are used, or while the service refuses calls", async () => {
    const { market, service, calls, clock, open } = await marketWithList(LIMITED, 2 * HOUR);
    noteWholeList({ market, clock }, numbered(15));
    expect(await open(numbered(15), null, 30 * SECOND)).toEqual(numbered(15));
    expect(await open(["new-1"])).toEqual(["not-found"]);
    expect(calls).toHaveLength(15);
    clock.advance(MINUTE);
    service.answer = () => refuseFor(MINUTE);
    await failureOf(market.common.exchanges.read());
    expect(await open(["new-1"])).toEqual(["not-found"]);
    expect(calls).toHaveLength(16);
  });

  it("leaves a third of the month's reserve to others", async () => {
    const { calls, clock, registry, open } = await marketWithList({ callsPerMonth: 10_000 }, 2 * HOUR);
    for (let minute = 0; minute < 12 * 60; minute += 1) {
      await open([`made-up-${minute}`], null);
      clock.advance(50 * SECOND);
    }
    // With half of it, prices are fresh for 7.7 minutes, and without any for 22.
    const freshMs = SECOND * (await metricOf(registry, "market_data_prices_fresh_seconds"));
    expect(calls.length).toBeGreaterThan(165);
    expect(freshMs / MINUTE).toBeCloseTo(10.8, 0);
  });
});
