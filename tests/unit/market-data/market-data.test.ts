import { describe, expect, it } from "vitest";
import { TIME } from "~/domain/time";
import type { MarketData } from "~/services/market-data/market-data.server";
import { MarketDataFailure } from "~/services/market-data/policy/failure.server";
import {
  categoryOf,
  failUnreachable,
  failureOf,
  historyOf,
  marketOnPlan,
  marketWithFunction,
  noteWholeList,
  promisesSettled,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

const CARDS = "/coins/markets?vs_currency=usd&page=1";
const COLUMNS = "sparkline=true&price_change_percentage=1h,24h,7d";
const TABLE = `${CARDS}&order=market_cap_desc&${COLUMNS}`;
const BY_VOLUME = `${CARDS}&order=volume_desc&${COLUMNS}`;
const ROW = `/coins/markets?vs_currency=usd&ids=bitcoin&include_rehypothecated=true&${COLUMNS}`;
const RANKS = `/coins/markets?vs_currency=usd&per_page=250&${COLUMNS}&page=1`;

const IN = "&category=a%2Fb";
const historyPath = (days: string) => `/coins/bitcoin/market_chart?vs_currency=usd&days=${days}`;

async function coinPage(market: MarketData) {
  await market.coin("bitcoin");
  await market.renewPrices(["bitcoin"], "usd");
  await historyOf(market, "24h");
}

it.each<[page: string, visit: (market: MarketData) => unknown, calls: string[], onPlan?: string[]]>([
  ["cards", (market) => market.coins("usd", 1), [CARDS], [TABLE]],
  ["the table", (market) => market.coins("usd", 1, "market_cap_desc"), [TABLE]],
  ["another order of it", (market) => market.coins("usd", 1, "volume_desc"), [BY_VOLUME]],
  ["a category", (market) => categoryOf(market, "a/b"), [`${CARDS}${IN}`], [`${TABLE}${IN}`]],
  ["single coins", (market) => market.coinRows(["bitcoin"], "usd"), [ROW]],
  // On a plan the row brings the line of the week, unless the service has none.
  ["a coin", coinPage, ["/coins/bitcoin", historyPath("24h")], ["/coins/bitcoin", ROW, historyPath("60d")]],
  ["exchanges", (market) => market.common.exchanges.read(), ["/exchanges"]],
  ["names of exchanges", (market) => market.common.exchangeNames.read(), ["/exchanges"]],
  ["names", (market) => market.common.coinNames.read(), ["/coins/list"]],
  ["ranks", (market) => market.rankedCoins(1), [RANKS]],
  ["trending coins", (market) => market.common.trending.read(), ["/search/trending"]],
  ["the whole market", (market) => market.common.glance.read(), ["/global"]],
])(
  "the first visit of %s costs these calls without a limit of the month, and with one, and the next visit none",
  async (_page, visit, calls, onPlan = calls) => {
    const settings = [marketWithFunction(), marketOnPlan()];
    for (const { market } of settings) {
      await visit(market);
      await promisesSettled();
      await visit(market);
    }
    expect(settings.map((setting) => setting.calls)).toEqual([calls, onPlan]);
  },
);

it("cards come from the table's answer while that is fresh, but from no other page, order or currency", async () => {
  const { market, clock, calls } = marketWithFunction();
  await market.coins("usd", 2, "market_cap_desc");
  await market.coins("usd", 1, "volume_desc");
  await market.coins("eur", 1, "market_cap_desc");
  await market.coins("usd", 1);
  expect(calls.at(-1)).toBe(CARDS);
  const { value, fetchedAt } = await market.coins("inr", 1, "market_cap_desc");
  clock.advance(40 * TIME.SECOND);
  expect(await market.coins("inr", 1)).toMatchObject({ value, fetchedAt, freshForMs: 20 * TIME.SECOND });
  expect(calls).toHaveLength(5);
});

it("ranks are known for two hours, each coin once", async () => {
  const { market, clock } = marketWithFunction();
  expect(market.knownRanks()).toBeNull();
  for (const page of [1, 2]) await market.rankedCoins(page);
  const fetchedAt = clock.now();
  clock.advance(2 * TIME.HOUR);
  expect(market.knownRanks()).toMatchObject({ fetchedAt, value: [{ id: "bitcoin" }] });
  clock.advance(1);
  expect(market.knownRanks()).toBeNull();
});

it("the whole market is known for an hour", async () => {
  const { market, calls, clock, service } = marketWithFunction();
  const known = async () => {
    const glance = market.common.glance.known();
    market.common.glance.read(null).catch(() => {});
    await promisesSettled();
    return [glance?.coinCount, calls.length];
  };
  expect(await known()).toEqual([undefined, 1]);
  clock.advance(10 * TIME.MINUTE);
  expect(await known()).toEqual([17_214, 1]);
  service.answer = failUnreachable;
  clock.advance(50 * TIME.MINUTE);
  expect(await known()).toEqual([17_214, 2]);
  clock.advance(1);
  expect(await known()).toEqual([undefined, 2]);
});

/** A service that answers with this status; 200: as usual. */
function marketWithStatus(first: number) {
  const setting = marketWithFunction();
  const { market, service } = setting;
  const answer = { status: first };
  service.answer = (path) => {
    if (answer.status === 200) return bodyFor(path);
    throw new MarketDataFailure("bad-response", `HTTP ${answer.status}`, { status: answer.status });
  };
  /** Reads a coin, lets the refresh that it begins end, and reads it once more. */
  async function reread() {
    await market.coin("bitcoin");
    await promisesSettled();
    return market.coin("bitcoin");
  }
  return { ...setting, answer, reread };
}

describe("a coin that the service does not know", () => {
  it("is asked for again after ten minutes each time, and blocks no calls for others", async () => {
    const { market, clock, calls, answer } = marketWithStatus(404);
    for (let time = 1; time <= 3; time++) {
      for (const ms of [0, 10 * TIME.MINUTE - 1]) {
        clock.advance(ms);
        expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
        expect(calls).toHaveLength(time);
      }
      clock.advance(1);
    }
    answer.status = 200;
    expect((await market.coin("bitcoin")).value.id).toBe("bitcoin");
  });

  it("is never requested if the list of all coins lacks it, unless an answer has it", async () => {
    const { market, calls, clock } = marketWithStatus(200);
    await market.coins("usd", 1);
    noteWholeList({ market, clock }, ["listed"]);
    expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
    for (const id of ["bitcoin", "listed"]) expect((await market.coin(id)).value.id).toBe(id);
    expect(calls.slice(1)).toEqual(["/coins/bitcoin", "/coins/listed"]);
  });

  it.each([
    ["at once after an hour", 61, []],
    ["after the second 404", 1, [404]],
    ["after a 500 and two 404s", 1, [500, 404]],
    ["after a 404 that was taken back and two others", 1, [404, 200, 404]],
  ])("is gone, though it was known before, %s", async (_when, minutes, statuses) => {
    const { market, clock, answer, reread } = marketWithStatus(200);
    const known = await market.coin("bitcoin");
    for (const status of statuses) {
      clock.advance(minutes * TIME.MINUTE + 1);
      answer.status = status;
      expect((await reread()).value).toEqual(known.value);
    }
    clock.advance(minutes * TIME.MINUTE + 1);
    answer.status = 404;
    expect((await failureOf(reread())).reason).toBe("not-found");
  });
});

it.each([
  ["a list", (market: MarketData) => market.coins("usd", 1)],
  ["a history", (market: MarketData) => historyOf(market, "24h")],
  ["the exchanges", (market: MarketData) => market.common.exchanges.read()],
])("a 404 for %s is a failure of the service, which leaves what was known", async (_what, read) => {
  const { market, clock, calls, answer } = marketWithStatus(404);
  expect((await failureOf(read(market))).reason).toBe("bad-response");
  answer.status = 200;
  clock.advance(5 * TIME.SECOND);
  const { value } = await read(market);
  answer.status = 404;
  for (const made of [2, 3]) {
    clock.advance(11 * TIME.MINUTE);
    expect((await read(market)).value).toEqual(value);
    expect(calls).toHaveLength(made);
    await promisesSettled();
  }
});

it.each([404, 200])("an unknown category is not found, by HTTP %d", async (status) => {
  const { market, calls, clock, service } = marketWithStatus(404);
  if (status === 200) service.answer = () => [];
  const read = (page: number) => categoryOf(market, "made-up", page);
  for (const ms of [0, 10 * TIME.MINUTE - 1, 1]) {
    clock.advance(ms);
    expect((await failureOf(read(1))).reason).toBe("not-found");
  }
  expect(calls).toHaveLength(2);
  // Beyond the last coin of one that is known.
  if (status === 200) expect((await read(2)).value).toEqual([]);
});

describe("an id", () => {
  it.each([
    ...["", ".", "..", "a/b", "../exchanges", "a\nb", "a\u0000b", "a\u007fb", "a\u0085b", "a\ud83d"],
    ...["a\u202eb", "a\u200bb", "a".repeat(129)],
  ])("that cannot be one, %j, is not found without a call or a line in the log", async (id) => {
    const { market, calls } = marketWithFunction();
    expect((await failureOf(market.coin(id))).reason).toBe("not-found");
    expect((await failureOf(historyOf(market, "7d", id))).reason).toBe("not-found");
    expect(calls).toEqual([]);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it.each([
    ...["1move token", "_", "...", "币安", "🚀", "a?b=c&d#e", "a%2Fb", "%2e%2e", "a;b+c", "x".repeat(128)],
  ])("like %j is written as exactly one segment", async (id) => {
    const { market, calls } = marketWithFunction();
    expect((await market.coin(id)).value.id).toBe(id);
    await historyOf(market, "7d", id);
    const path = `/coins/${encodeURIComponent(id)}`;
    expect(calls).toEqual([path, `${path}/market_chart?vs_currency=usd&days=7d`]);
  });
});
