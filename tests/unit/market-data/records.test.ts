import { describe, expect, it } from "vitest";
import { nearestPoint } from "~/domain/chart/price-history";
import { TIME } from "~/domain/time";
import { createMemoryBudget } from "~/services/market-data/memory/memory-budget.server";
import { createObservedPrices } from "~/services/market-data/memory/observed-prices.server";
import {
  categoryOf,
  marketOnPlan,
  marketWithFunction,
  numbered,
  promisesSettled,
  times,
} from "./market-under-test";

/** The last of them is the price of the moment when a test begins. */
const WEEK = Array.from({ length: 168 }, (_, hour) => 100 + hour);
const CHANGES = { price_change_percentage_1h_in_currency: 0.5, price_change_percentage_7d_in_currency: 4.25 };

/** A service that knows one coin. A euro is ten ninths of a dollar. */
function withBitcoin<Setting extends ReturnType<typeof marketWithFunction>>(setting: Setting) {
  const { service, market } = setting;
  const now: { price: number; week: readonly number[] } = { price: 267, week: WEEK };
  service.answer = (path) => {
    const prices = { usd: now.price, eur: now.price * 0.9 };
    if (path.startsWith("/simple/price")) return { bitcoin: prices };
    const coin = { id: "bitcoin", name: "Bitcoin", market_cap_rank: 1 };
    if (!path.startsWith("/coins/markets?")) return { ...coin, market_data: { current_price: prices } };
    const row = { ...coin, current_price: now.price, low_24h: 260, high_24h: 270, total_volume: 5 };
    if (!path.includes("price_change_percentage")) return [row];
    const week = path.includes("sparkline") ? { sparkline_in_7d: { price: now.week } } : {};
    return [{ ...row, ...CHANGES, ...week }];
  };
  return { ...setting, now, known: () => market.known("bitcoin", "usd") };
}

describe("what is known of a coin", () => {
  it("is everything in an answer, with its time, in its currency", async () => {
    const { market, clock, calls, known } = withBitcoin(marketWithFunction());
    expect(known()).toBeNull();
    const [coin] = (await categoryOf(market)).value;
    expect(known()).toEqual({ ...coin, fetchedAt: clock.now(), pricedAt: clock.now() });
    expect(known()).toMatchObject({ price: 267, low24h: 260, volume: 5, change7d: null, week: [] });
    expect(market.known("bitcoin", "eur")).toBeNull();
    expect(calls).toHaveLength(1);
  });

  it("has the latest price, and keeps the line of the week that not every answer has", async () => {
    const { market, clock, now, known } = withBitcoin(marketWithFunction());
    await market.coins("usd", 1, "volume_desc");
    clock.advance(90 * TIME.SECOND);
    now.price = 300;
    await market.coin("bitcoin");
    const stayed = { low24h: 260, volume: null, change1h: 0.5, change7d: 4.25, week: WEEK };
    expect(known()).toMatchObject({ price: 300, ...stayed, fetchedAt: clock.now() });
    expect(market.known("bitcoin", "eur")).toMatchObject({ price: 270, change1h: null, week: [] });
  });

  it("does not go back to an older answer that arrives later, and is not older than an hour", async () => {
    const { market, clock, now, known } = withBitcoin(marketWithFunction());
    const older = await market.coins("usd", 1);
    clock.advance(30 * TIME.SECOND);
    now.price = 300;
    await market.coin("bitcoin");
    market.records.noteCoins("usd", { ...older, receivedAt: clock.monotonic() - 30 * TIME.SECOND }, true);
    clock.advance(TIME.HOUR);
    expect(known()?.price).toBe(300);
    clock.advance(1);
    expect(known()).toBeNull();
    expect(market.records.facts("bitcoin").rank).toBe(1);
  });
});

describe("of two prices the newer one is known, in whichever order they are fetched", () => {
  const START = Date.UTC(2026, 10, 20);
  /** Answers come a minute apart: a price, and after `@` the minute after the start that it is from, where it says that. */
  it.each<[what: string, answers: string, price: number | null, minute: number]>([
    ["an older one that comes later is not taken", "1@0 2@-60", 1, 0],
    ["a newer one is", "1@-60 2@0", 2, 0],
    ["of the same moment, the later answer counts", "1@-60 2@-60", 2, -60],
    ["without a time, that of the fetch counts", "1 2", 2, 1],
    ["also beside one with a time", "1 2@-60", 1, 0],
    ["and before one that is newer still", "1 2@1", 2, 1],
    ["a time a little ahead is that of the fetch", "1@3 2", 2, 1],
    ["an old price keeps its time", "1@-9999 2@-60 3@-9999", 2, -60],
    ["a coin can lose its price", "1@0 none@1", null, 1],
  ])("%s", async (_what, answers, price, minute) => {
    const { market, service, clock } = marketWithFunction({ start: START });
    for (const [index, answer] of answers.split(" ").entries()) {
      if (index > 0) clock.advance(TIME.MINUTE);
      const [sent, from] = answer.split("@");
      const current_price = sent === "none" ? null : Number(sent);
      const last_updated = from && new Date(START + Number(from) * TIME.MINUTE).toISOString();
      service.answer = () => [{ id: "bitcoin", current_price, last_updated }];
      await market.coins("usd", index + 1, "market_cap_desc");
    }
    const pricedAt = START + minute * TIME.MINUTE;
    expect(market.known("bitcoin", "usd")).toMatchObject({ price, pricedAt, fetchedAt: clock.now() });
    expect(market.records.read("bitcoin", "usd")).toMatchObject({ state: "fresh", ageMs: 0 });
  });

  it.each([
    ["back, without their times", -TIME.HOUR, null],
    ["on, with their times", TIME.HOUR, START],
  ])("also where the clock was set %s", async (_what, stepMs, from) => {
    const { market, service, clock } = marketWithFunction({ start: START });
    for (const price of [1, 2]) {
      const last_updated = from === null ? null : new Date(from + price * TIME.MINUTE).toISOString();
      service.answer = () => [{ id: "bitcoin", current_price: price, last_updated }];
      clock.advance(2 * TIME.MINUTE);
      await market.coins("usd", price, "market_cap_desc");
      clock.step(stepMs);
    }
    expect(market.known("bitcoin", "usd")?.price).toBe(2);
  });

  it("also of those that come with a plan's call for prices, whose old ones do not make it call again", async () => {
    const { service, clock, table, calls } = marketOnPlan({ start: START });
    service.answer = (path) =>
      path.startsWith("/simple/price?")
        ? { bitcoin: { usd: 2, last_updated_at: START / 1000 - 7200 } }
        : [{ id: "bitcoin", current_price: 1, last_updated: new Date(START - TIME.HOUR).toISOString() }];
    await table();
    clock.advance(TIME.HOUR);
    await table();
    const [coin] = (await table()).value;
    expect(coin).toMatchObject({ price: 1, pricedAt: START - TIME.HOUR, fetchedAt: clock.now() });
    expect(calls.filter((path) => path.startsWith("/simple/price?"))).toHaveLength(1);
  });
});

it("looking for the largest coins does not change which coins are forgotten first", async () => {
  const { market } = marketWithFunction({ memoryBytes: 5_000_000 });
  const answer = await market.coins("usd", 1);
  // Long lines of the week, so that some coins fill the memory.
  const week = Array.from({ length: 10_000 }, () => 1);
  const note = (ids: readonly string[]) => {
    const value = ids.flatMap((id) => answer.value.map((coin) => ({ ...coin, id, rank: 1, week })));
    market.records.noteCoins("usd", { ...answer, value, receivedAt: 0 }, true);
  };
  let known = 0;
  while (known === 0 || market.records.has("coin-1")) note([`coin-${++known}`]);
  // As many as there is room for.
  note(numbered(known - 1));
  expect(market.known("coin-1", "usd")?.rank).toBe(1);
  expect(market.knownCoins("usd", 1)).toHaveLength(known - 1);
  note(numbered(20, "new"));
  expect([market.records.has("coin-1"), market.records.has("coin-2")]).toEqual([true, false]);
  expect(market.records.has(`coin-${known - 1}`)).toBe(true);
});

it("all ranked coins with a price are known for an hour, without a call, the largest first", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  const ranked = [3, 1].map((rank) => ({ id: `of-${rank}`, market_cap_rank: rank, current_price: 4 - rank }));
  const others = [
    { id: "bitcoin", current_price: 1 },
    { id: "unpriced", market_cap_rank: 2 },
  ];
  service.answer = () => [...ranked, ...others];
  await market.rankedCoins(1);
  expect(market.knownCoins("usd", 3).map(({ id }) => id)).toEqual(["of-1", "of-3"]);
  clock.advance(TIME.HOUR);
  expect(market.knownCoins("usd", 3)).toHaveLength(2);
  expect(market.knownCoins("eur", 3)).toEqual([]);
  clock.advance(1);
  expect(market.knownCoins("usd", 3)).toEqual([]);
  expect(calls).toHaveLength(1);
});

describe("single coins", () => {
  it("cost no call while their records have what is needed, and show that where the call for the rest fails", async () => {
    const { market, clock, calls, service } = withBitcoin(marketWithFunction());
    await market.coins("usd", 1);
    clock.advance(50 * TIME.SECOND);
    const value = [{ price: 267, change1h: null, week: [] }];
    const forCards = await market.coinRows(["bitcoin"], "usd", undefined, "price");
    expect(forCards).toMatchObject({ value, freshForMs: 10 * TIME.SECOND });
    expect(calls).toHaveLength(1);
    service.answer = () => ({ error: "no list" });
    expect(await market.coinRows(["bitcoin"], "usd")).toMatchObject({ value, freshForMs: 0 });
    expect(calls).toHaveLength(2);
  });

  it("cost one call for the columns of the table, which then last for five minutes of newer prices", async () => {
    const { market, clock, now, calls } = withBitcoin(marketWithFunction());
    await market.coins("usd", 1);
    await market.coinRows(["bitcoin"], "usd");
    expect(calls).toHaveLength(2);
    for (let minute = 1; minute < 5; minute++) {
      clock.advance(TIME.MINUTE + TIME.SECOND);
      now.price += 1;
      await market.coin("bitcoin");
      await promisesSettled();
      const { value } = await market.coinRows(["bitcoin"], "usd");
      expect(value[0]).toMatchObject({ price: 267 + minute, change7d: 4.25 });
    }
    expect(calls.filter((path) => path.includes("ids="))).toHaveLength(1);
  });
});

describe("figures that are older than the price", () => {
  /** Reads the table, and renews the price after so many minutes each. */
  async function knownAfter(prices: Readonly<Record<number, number>>) {
    const { market, clock, now, known, table } = withBitcoin(marketOnPlan());
    await table();
    const start = clock.now();
    for (const [minutes, price] of Object.entries(prices)) {
      clock.advance(start + Number(minutes) * TIME.MINUTE - clock.now());
      now.price = price;
      await market.renewPrices(["bitcoin"], "usd");
      await promisesSettled();
    }
    expect(known()?.price).toBe(now.price);
    return known();
  }
  const change = (before: number, price: number) => expect.closeTo((price / before - 1) * 100, 9);

  it.each([
    ["the service's for ten minutes", { 10: 270 }, 0.5, 4.25],
    // The first of its 168 points is the price of seven days ago, less an hour.
    ["computed from the week's line afterwards", { 16: 280 }, change(266, 280), change(100, 280)],
    ["computed from its last point", { 40: 280 }, change(267, 280), change(100, 280)],
    ["computed from a price that was seen", { 10: 500, 70: 600 }, change(500, 600), change(100, 600)],
    ["unknown where no price near is", { 181: 280 }, null, change(102, 280)],
  ])("changes are %s", async (_what, prices, change1h, change7d) => {
    expect(await knownAfter(prices)).toMatchObject({ change1h, change7d, week: WEEK });
  });

  it("a week older than a day is gone, and so are the changes", async () => {
    expect(await knownAfter({ [24 * 60]: 300 })).toMatchObject({ week: WEEK });
    const gone = { change1h: null, change7d: null, week: [] };
    expect(await knownAfter({ [24 * 60 + 1]: 300 })).toMatchObject(gone);
  });

  it("changes of a coin without a line of the week are gone when no price of that time was seen", async () => {
    const { market, clock, now, known } = withBitcoin(marketOnPlan());
    now.week = [];
    await market.rankedCoins(1);
    expect(known()).toMatchObject({ change1h: 0.5, change7d: 4.25 });
    clock.advance(3 * TIME.HOUR);
    now.price = 300;
    await market.renewPrices(["bitcoin"], "usd");
    expect(known()).toMatchObject({ price: 300, change1h: null, change7d: null });
  });

  it.each([
    [250, { low24h: 250, high24h: 270 }],
    [265, { low24h: 260, high24h: 270 }],
    [280, { low24h: 260, high24h: 280 }],
  ])("a day's low and high include a newer price of %d", async (price, range) => {
    expect(await knownAfter({ 10: price })).toMatchObject(range);
  });
});

describe("observed prices", () => {
  const START = Date.UTC(2026, 10, 20);

  const observedAt = (time: number, memory = createMemoryBudget()) =>
    createObservedPrices(memory, { now: () => time });

  it("are five minutes apart, an hour apart after a day, and none after eight days", () => {
    const observed = observedAt(START);
    const end = START + 9 * TIME.DAY;
    for (let time = START; time <= end; time += TIME.MINUTE) observed.note("bitcoin", "usd", time, time);
    const points = observed.since("bitcoin", "usd", 0);
    const gaps = points.slice(1).map(([time], index) => [time, time - (points[index]?.[0] ?? 0)] as const);
    // They are thinned out once in 64 prices.
    const slackMs = 64 * 5 * TIME.MINUTE;
    const gapsOf = (isOfInterest: (time: number) => boolean) =>
      new Set(gaps.filter(([time]) => isOfInterest(time)).map(([, gap]) => gap));
    expect(gapsOf((time) => time > end - TIME.DAY)).toEqual(new Set([5 * TIME.MINUTE]));
    expect(gapsOf((time) => time <= end - TIME.DAY - slackMs)).toEqual(new Set([TIME.HOUR]));
    expect(Math.abs((points[0]?.[0] ?? 0) - (end - 8 * TIME.DAY))).toBeLessThanOrEqual(slackMs);
    expect(points.at(-1)).toEqual([end, end]);
  });

  it("are found by time and read as they were written, of each coin and currency apart", async () => {
    const [observed, copy] = [observedAt(START), observedAt(START + 30 * TIME.DAY)];
    const noteAt = (minute: number) => observed.note("bitcoin", "usd", START + minute * TIME.MINUTE, minute);
    for (const minute of [0, 10, 4, 20]) noteAt(minute);
    observed.note("bitcoin", "eur", START, 7);
    copy.read(JSON.parse(await observed.write()));
    for (const each of [observed, copy]) {
      const points = each.since("bitcoin", "usd", 0);
      const seen = (minute: number) =>
        nearestPoint(points, START + minute * TIME.MINUTE, 6 * TIME.MINUTE)?.[1];
      expect([-7, -6, 4, 6, 14, 16, 27].map(seen)).toEqual([undefined, 0, 0, 10, 10, 20, undefined]);
      expect(each.since("bitcoin", "usd", START).map(([, price]) => price)).toEqual([10, 20]);
      expect(each.since("bitcoin", "eur", 0)).toEqual([[START, 7]]);
      expect(each.since("pepe", "usd", 0)).toEqual([]);
    }
    expect(await copy.write()).toBe(await observed.write());
  });

  it("are written while other work goes on, however many they are", async () => {
    const observed = observedAt(START);
    for (const id of numbered(300))
      for (const minute of times(300, (number) => 5 * number))
        observed.note(id, "usd", START + minute * TIME.MINUTE, minute);
    let hasOtherWorkGoneOn = false;
    setImmediate(() => {
      hasOtherWorkGoneOn = true;
    });
    expect(JSON.parse(await observed.write())).toHaveLength(300);
    expect(hasOtherWorkGoneOn).toBe(true);
  });

  it.each([
    ...["null", '"text"', "{}", '[["usd/btc"]]', "[[5,[[1,1]]]]", '[["usd/btc",[["soon",1]]]]'],
    ...[`${START}.5,1`, `${START},null`, `${START},1e999`].map((point) => `[["usd/btc",[[${point}]]]]`),
    // Times before the first Bitcoin, tomorrow, and beyond what a date can be.
    ...["1", String(START + TIME.DAY), "9e15"].map((time) => `[["usd/btc",[[${time},1]]]]`),
  ])("are not read from %s, which costs no other coin its prices", async (rubbish) => {
    const observed = observedAt(START);
    observed.read(JSON.parse(rubbish));
    expect(await observed.write()).toBe("[]");
    const rest = `["usd/eth",[[${START},1]]]`;
    if (!rubbish.startsWith("[[")) return;
    observed.read(JSON.parse(`${rubbish.slice(0, -1)},${rest}]`));
    expect(await observed.write()).toBe(`[${rest}]`);
  });
});
