import { describe, expect, it } from "vitest";
import { intervalsOf } from "~/domain/chart/intervals";
import type { PricePoint } from "~/domain/chart/price-history";
import type { Currency } from "~/domain/market/currency";
import { parseRange, RANGE_DETAILS, RANGES, type Range } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import { MarketDataFailure } from "~/services/market-data/policy/failure.server";
import { priceHistoryBody } from "../../support/fake-bodies";
import { type Behaviour, FAULTS, type UpstreamCall } from "../../support/faulty-upstream";
import {
  answerNormally,
  failureOf,
  historyOf,
  marketOnPlan,
  marketWithFunction,
  marketWithServer,
  promisesSettled,
  storeInMemory,
} from "./market-under-test";

const daysOf = (paths: readonly string[]) => paths.flatMap((path) => path.split("&days=")[1] ?? []);

describe("the whole history", () => {
  const refusing =
    (days: string, refusal: Behaviour = FAULTS.beyondPlan) =>
    (call: UpstreamCall) =>
      call.path.endsWith(`days=${days}`) ? refusal : answerNormally(call);

  /** A market in front of a service that answers calls for some ranges otherwise. */
  async function marketOfOneYear(behaviour = refusing("max")) {
    const setting = await marketWithServer(behaviour);
    const read = (id = "bitcoin", range: Range = "max", currency: Currency = "usd") =>
      historyOf(setting.market, range, id, currency);
    return { ...setting, read, days: () => daysOf(setting.upstream.calls.map(({ path }) => path)) };
  }

  it("is one year where the service refuses it, which is asked for once and never again, for any coin", async () => {
    const { clock, read, days } = await marketOfOneYear();
    const visitors = await Promise.all(Array.from({ length: 50 }, () => read()));
    expect(visitors.every(({ isOneYearOnly, value }) => isOneYearOnly && value.length === 1)).toBe(true);
    expect(days()).toEqual(["max", "365d"]);
    for (const id of ["bitcoin", "ethereum", "pepe"]) expect((await read(id)).isOneYearOnly).toBe(true);
    clock.advance(25 * TIME.HOUR);
    const { value } = await read("bitcoin", "max", "inr");
    // For readers of one year it is not limited.
    expect(await read("bitcoin", "1y", "inr")).toMatchObject({ value, isOneYearOnly: false });
    expect(days()).toEqual(["max", "365d", "365d", "365d", "365d"]);
  });

  const REFUSAL = { status: { error_code: 10_012 } };

  it.each([
    [401, REFUSAL, true],
    [401, { error: REFUSAL }, true],
    [200, { error: REFUSAL }, true],
    [401, { error: "key" }, "bad-response"],
    [401, { status: { error_code: 10_002 } }, "bad-response"],
    [401, "<h1>401</h1>", "bad-response"],
    [403, REFUSAL, "bad-response"],
    [500, { error: "internal" }, "bad-response"],
  ])("is refused, or fails, with HTTP %d and %j: %s", async (status, body, expected) => {
    const { read, days } = await marketOfOneYear(refusing("max", { kind: "answer", status, body }));
    const outcome = read().then(({ isOneYearOnly }) => isOneYearOnly);
    expect(await outcome.catch(({ reason }) => reason)).toBe(expected);
    expect(days()).toEqual(expected === true ? ["max", "365d"] : ["max"]);
  });

  it("is asked for in spite of the refusal of another range, which is a failure", async () => {
    const { read, days } = await marketOfOneYear(refusing("30d"));
    expect((await failureOf(read("bitcoin", "30d"))).reason).toBe("beyond-plan");
    expect((await read()).isOneYearOnly).toBe(false);
    expect(days()).toEqual(["30d", "max"]);
  });
});

/** A service as specified, with five-minute points for a day, hourly ones up to 90 days, and daily ones beyond, up to 23:55. */
const NEWEST = Date.UTC(2026, 10, 20, 23, 55);
const START = NEWEST + 5 * TIME.MINUTE;
const WEEK = Array.from({ length: 168 }, (_, hour) => 60_000 + hour);
const asSpecified = (days: string) => (days === "24h" ? "1" : days);
const refusal = (status: number) => new MarketDataFailure("bad-response", `HTTP ${status}`, { status });

function withHistories<Setting extends ReturnType<typeof marketWithFunction>>(setting: Setting) {
  const { service, market, calls } = setting;
  const now = { price: 60_200, week: WEEK, isYearOnly: false, readDays: asSpecified };
  service.answer = (path) => {
    const [, id = "", days = ""] = /^\/coins\/([^/]+)\/market_chart\?.*days=(\w+)/.exec(path) ?? [];
    if (days === "max" && now.isYearOnly)
      throw new MarketDataFailure("bad-response", "HTTP 401", { status: 401, code: 10_012 });
    if (days !== "") return priceHistoryBody(id, now.readDays(days), "usd");
    if (path.startsWith("/simple/price")) return { bitcoin: { usd: now.price } };
    const figures = { current_price: now.price, total_volume: 5, market_cap: 7 };
    return [{ id: "bitcoin", ...figures, sparkline_in_7d: { price: now.week } }];
  };
  const history = (range: Range, arePricesEnough = true) =>
    market.priceHistory({ id: "bitcoin", currency: "usd", range, arePricesEnough });
  /** Reads the histories of several ranges, and returns the points of the last one. */
  async function read(ranges: string) {
    const histories: Awaited<ReturnType<typeof history>>[] = [];
    for (const range of ranges.split(" ").map(parseRange)) histories.push(await history(range));
    return histories.at(-1)?.value ?? [];
  }
  return { ...setting, now, history, read, days: () => daysOf(calls) };
}

const unlimited = () => withHistories(marketWithFunction());

describe("a history", () => {
  const LIKE = ["14d 7d", "30d 7d", "60d 7d", "30d 14d", "60d 30d", "1y 200d", "max 200d", "max 1y"];
  const UNLIKE = ["7d 14d", "7d 24h", "60d 24h", "200d 60d", "max 7d"];

  it.each(LIKE)("is cut from a longer one as a call would bring it: %s", async (ranges) => {
    const { read, calls } = unlimited();
    const cut = await read(ranges);
    expect(calls).toHaveLength(1);
    expect(cut).toEqual(await unlimited().read(ranges.split(" ")[1] ?? ""));
    expect(Object.isFrozen(cut)).toBe(true);
  });

  it.each(UNLIKE)("is not cut from a shorter or coarser one: %s", async (ranges) => {
    const { read, days } = unlimited();
    await read(ranges);
    expect(days().join(" ")).toBe(ranges);
  });

  it("is cut as long as the longer one is fresh, as old as that, and not from another currency's or coin's", async () => {
    const { market, history, clock, calls } = unlimited();
    const { fetchedAt } = await history("30d");
    clock.advance(59 * TIME.MINUTE);
    expect(await history("7d")).toMatchObject({ fetchedAt, freshForMs: TIME.MINUTE });
    expect(calls).toHaveLength(1);
    await historyOf(market, "7d", "bitcoin", "eur");
    await historyOf(market, "7d", "ethereum");
    clock.advance(2 * TIME.MINUTE);
    await history("14d");
    expect(calls).toHaveLength(4);
  });

  // Downsampled, or coarser than it should be.
  it.each([5000, 60])("is not cut from one of %d points", async (count) => {
    const { read, clock, days, service } = unlimited();
    const pointOf = (_: unknown, index: number) => [clock.now() - (index * 30 * TIME.DAY) / count, index];
    service.answer = () => ({ prices: Array.from({ length: count + 1 }, pointOf) });
    await read("30d 7d");
    expect(days()).toEqual(["30d", "7d"]);
  });
});

/** A service like the real one, which reads `24h` as 24 days, or one that refuses labels. */
const asNumber = (days: string) => String(Number.parseInt(days, 10));
const refusing =
  (status: number, days = /[dh]$/) =>
  (asked: string) => {
    if (days.test(asked)) throw refusal(status);
    return asked;
  };

describe("a service that does not read labels as specified", () => {
  const setUp = (readDays: (days: string) => string, setting = {}) => {
    const service = withHistories(marketWithFunction(setting));
    Object.assign(service.now, { readDays });
    return service;
  };
  const intervals = (points: readonly PricePoint[]) => intervalsOf(points).usualMs / TIME.MINUTE;

  const notLong = (days: string) => (days === "200d" ? refusing(400)(days) : asNumber(days));

  it.each<[string, (days: string) => string, string, string]>([
    ["as specified", asSpecified, "24h 7d 24h 1y", "24h 7d 365d"],
    ["by their numbers", asNumber, "24h 60d 1y 24h", "24h 1 60d 365d"],
    ["not at all: 400", refusing(400), "24h 7d 60d 200d 1y max", "24h 1 7 60 200 365 max"],
    ["not at all: 422", refusing(422), "30d 14d 24h", "30d 30 1"],
    ["by their numbers, but not 200d", notLong, "24h 200d 60d", "24h 1 200d 200 60"],
  ])("is asked for numbers from then on, where it reads labels %s", async (_how, readDays, ranges, calls) => {
    const { read, days } = setUp(readDays);
    for (const range of ranges.split(" ").map(parseRange)) {
      const points = await read(range);
      const { stepMs, windowMs } = RANGE_DETAILS[range];
      const lengthMs = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0);
      expect([intervals(points) * TIME.MINUTE, lengthMs], range).toEqual([
        stepMs,
        Math.min(windowMs, 400 * TIME.DAY),
      ]);
    }
    expect(days().join(" ")).toBe(calls);
  });

  it("gives every visitor who waits the right chart at once, also of other coins, with a call of each kind for each", async () => {
    const { history, market, days } = setUp(asNumber);
    const others = ["ethereum", "pepe"].map((id) => historyOf(market, "24h", id));
    for (const { value } of await Promise.all([history("24h"), history("24h"), ...others]))
      expect(intervals(value)).toBe(5);
    expect(days().toSorted()).toEqual(["1", "1", "1", "24h", "24h", "24h"]);
    await historyOf(market, "24h", "dust");
    expect(days().at(-1)).toBe("1");
  });

  it.each([400, 404, 422, 500])(
    "that fails for numbers too (%d) fails, or shows the hours that it has sent",
    async (status) => {
      const { read, table, days, clock } = setUp(refusing(status, /./));
      await table();
      expect((await failureOf(read("7d"))).status).toBe(status);
      expect(days().join(" ")).toBe(status === 500 ? "7d" : "7d 7");
      const hours = setUp((days) => (days === "1" ? refusing(status)("1d") : asNumber(days)));
      for (const _ of [1, 2]) {
        const points = await hours.read("24h");
        expect([points.length, intervals(points)]).toEqual([25, 60]);
      }
      clock.advance(TIME.HOUR);
      expect(hours.days()[0]).toBe("24h");
    },
  );

  it("is not asked twice for a coin that nobody knows", async () => {
    const { read, days } = setUp(refusing(404, /./));
    expect((await failureOf(read("24h"))).status).toBe(404);
    expect(days()).toEqual(["24h"]);
  });

  it("is remembered by the store, for replicas and the next start, until it is another one", async () => {
    // It keeps what the service reads, and no answers.
    const { store, stored } = storeInMemory((name) => !name.startsWith("/"));
    const replicas = [asNumber, refusing(400), refusing(400), refusing(400, /^\d+$/), asNumber].map((reads) =>
      setUp(reads, { store }),
    );
    const calls: string[] = [];
    for (const { read, days } of replicas) {
      await read("24h 7d");
      calls.push(days().join(" "));
    }
    expect(calls).toEqual(["24h 1 7d", "1 7d 7", "1 7", "1 24h 7d", "24h 1 7d"]);
    stored.set("history-days", { body: "weeks", fetchedAt: 0 });
    const { read, days } = setUp(asSpecified, { store });
    await read("24h");
    expect(days()).toEqual(["24h"]);
  });
});

describe("a history is asked for again when the service may have something new", () => {
  it.each<[Range, number, number]>([
    ["24h", 5, 5],
    ["24h", 60, 60],
    ["7d", 60, 60],
    ["60d", 1440, 720],
    ["1y", 1440, 720],
    ["max", 60, 720],
  ])("of %s with points every %d minutes: after %d", async (range, everyMinutes, freshMinutes) => {
    const { history, service, clock } = unlimited();
    const at = (index: number) => clock.now() - (24 - index) * everyMinutes * TIME.MINUTE;
    const prices = Array.from({ length: 25 }, (_, index) => [at(index), 1]);
    service.answer = () => ({ prices });
    expect((await history(range)).freshForMs).toBe(freshMinutes * TIME.MINUTE);
    clock.advance(freshMinutes * TIME.MINUTE - 1);
    expect((await history(range)).freshForMs).toBe(1);
    clock.advance(2);
    expect((await history(range)).freshForMs).toBe(0);
  });
});

describe("the end of a history", () => {
  it.each([
    ["without a limit of the month", marketWithFunction, "24h 7d 14d 30d 60d 200d 365d max"],
    ["on a limited plan", marketOnPlan, "60d 365d max"],
  ])("is the price of the moment, after those that were seen meanwhile, %s", async (_what, create, calls) => {
    const { market, clock, now, read, table, days } = withHistories(create({ start: START }));
    for (const price of [60_200, 60_300, 60_400]) {
      if (price > 60_200) clock.advance(10 * TIME.MINUTE);
      now.price = price;
      await Promise.all([table(), market.renewPrices(["bitcoin"], "usd")]);
      await promisesSettled();
    }
    for (const range of RANGES) {
      const end = (await read(range)).filter(([time]) => time > START);
      const points = end.map(([time, price]) => [(time - START) / TIME.MINUTE, price]);
      expect(points.flat(), range).toEqual([10, 60_300, 20, 60_400]);
    }
    expect(days().join(" ")).toBe(calls);
  });

  it("is the service's own where no price is known, or only one that is older than the end", async () => {
    const { read, table } = withHistories(marketOnPlan({ start: NEWEST - 10 * TIME.MINUTE }));
    const end = (await read("60d")).at(-1);
    expect(end?.[0]).toBe(NEWEST);
    await table();
    expect((await read("60d")).at(-1)).toEqual(end);
  });
});

describe("on a limited plan", () => {
  const onPlan = () => withHistories(marketOnPlan({ start: START }));

  it.each([
    ["24h 7d", ""],
    ["14d 30d 60d", "60d"],
    ["200d 1y", "365d"],
    ["max 1y 200d", "max"],
    ["1y max", "365d max"],
    ["max 1y max", "max 365d", true],
  ])("the ranges %s take, beside a list, the calls: %s", async (ranges, calls, isYearOnly = false) => {
    const { now, table, read, days } = onPlan();
    now.isYearOnly = isYearOnly;
    await table();
    await read(ranges);
    expect(days().join(" ")).toBe(calls);
  });

  it("the line of the week has an hour between its points, and ends with the price of the moment", async () => {
    const { read, table, clock } = onPlan();
    await table();
    const points = WEEK.map((price, hour) => [clock.now() - (167 - hour) * TIME.HOUR, price]);
    const end = [clock.now(), 60_200];
    expect(await read("7d")).toEqual([...points.slice(0, -1), end]);
    expect(await read("24h")).toEqual([...points.slice(-25, -1), end]);
  });

  it("a row brings that line, unless one of sixty days is known", async () => {
    const [one, other] = [onPlan(), onPlan()];
    await one.read("24h 7d");
    expect(one.calls).toEqual([expect.stringContaining("ids=bitcoin&")]);
    await other.read("60d 7d");
    expect(other.calls).toEqual([expect.stringContaining("days=60d")]);
  });

  it.each([1 / 3.01, 1 / 2.99, 2.99, 3.01])("a line in another currency is not used: %d", async (ratio) => {
    const { now, table, read, days } = onPlan();
    now.week = [...WEEK.slice(0, -1), ratio * now.price];
    await table();
    await read("24h 7d");
    expect(days()).toEqual(ratio < 1 / 3 || ratio > 3 ? ["60d"] : []);
  });

  it("volumes and market caps come with a history of sixty days, and with its end", async () => {
    const { history, table, days, service } = onPlan();
    await table();
    const [prices, total_volumes, market_caps] = [1, 2, 3].map((value) => [[START - TIME.HOUR, value]]);
    service.answer = () => ({ prices, total_volumes, market_caps });
    const points = [START - TIME.HOUR, 1, 2, 3, START, 60_200, 5, 7];
    for (const range of ["7d", "24h"] as const)
      expect((await history(range, false)).value.flat()).toEqual(points);
    expect(days()).toEqual(["60d"]);
  });

  it("the finer history of 24 hours is asked for where lists are fresh for an hour or less", async () => {
    const setting = marketOnPlan({ start: Date.UTC(2026, 10, 1) });
    const { read, table, days } = withHistories(setting);
    await table();
    setting.clock.advance(5 * TIME.DAY);
    expect(await setting.freshMs("facts")).toBeLessThanOrEqual(TIME.HOUR);
    await read("24h 7d");
    expect(days()).toEqual(["24h"]);
  });
});
