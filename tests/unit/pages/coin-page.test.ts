import { beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_CHART_VIEW } from "~/domain/chart/chart-view";
import type { RequestBudget } from "~/services/market-data/calls/request-budget.server";
import type { ServedAnswer } from "~/services/market-data/facts/answers.server";
import { type FailureReason, MarketDataFailure } from "~/services/market-data/failure.server";
import { readCoin } from "~/services/market-data/provider/coin.server";
import { coinAnswers, coinPage } from "~/services/pages/coin-page.server";

const AGES = vi.hoisted(() => ({ coin: 0, history: 0, isCoinOld: true, renewed: null as unknown }));
const FAILING = vi.hoisted(() => ({ coin: null as Error | null, history: null as Error | null }));
/** Times until the calls can start. */
const SLOTS = vi.hoisted(() => ({ coinMs: 0, historyMs: 0 }));
const ASKED = vi.hoisted(() => ({ arePricesEnough: false }));
const RECORD = vi.hoisted(() => ({ known: null as unknown }));

interface AskedHistory {
  readonly budget: RequestBudget;
  readonly arePricesEnough: boolean;
}

function served<Fields extends object>(fetchedAt: number, fields: Fields): ServedAnswer<object> & Fields {
  return { value: {}, fetchedAt, freshForMs: 1000, isOutOfDate: true, ...fields };
}

vi.mock("~/services/market-data/configured.server", () => ({
  marketData: {
    known: () => RECORD.known,
    renewPrices: async () => AGES.renewed,
    coin: async (_: string, { maxWaitMs }: RequestBudget) => {
      if (FAILING.coin !== null || SLOTS.coinMs > maxWaitMs) throw FAILING.coin ?? noSlot(SLOTS.coinMs);
      const value = readCoin({ id: "bitcoin", name: "Bitcoin" }, "/coins/bitcoin");
      RECORD.known ??= { ...value, ...value.quotes.usd, fetchedAt: AGES.coin };
      return { ...served(AGES.coin, { value }), isOutOfDate: AGES.isCoinOld };
    },
    priceHistory: async ({ budget: { maxWaitMs }, arePricesEnough }: AskedHistory) => {
      ASKED.arePricesEnough = arePricesEnough;
      if (FAILING.history !== null || SLOTS.historyMs > maxWaitMs)
        throw FAILING.history ?? noSlot(SLOTS.historyMs);
      return served(AGES.history, { value: [[AGES.history, 5]], isOneYearOnly: false });
    },
  },
}));

function noSlot(retryAfterMs: number) {
  return new MarketDataFailure("overloaded", "no slot", { retryAfterMs });
}

beforeEach(() => {
  Object.assign(SLOTS, { coinMs: 0, historyMs: 0 });
  Object.assign(FAILING, { coin: null, history: null });
  Object.assign(AGES, { renewed: null });
  RECORD.known = null;
});

const { signal } = new AbortController();

const failing = (reason: FailureReason, retryAfterMs?: number) => {
  FAILING.history = new MarketDataFailure(reason, "for the log only", { retryAfterMs });
  return coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal);
};

it.each([
  ["overloaded", 7500, 7500],
  ["rate-limited", 60_000, 60_000],
  ["overloaded", 0, 2000],
  ["rate-limited", undefined, 5000],
] as const)(
  "is sent without a history that is %s for %d ms, and asks for it after %d ms",
  async (reason, ms, asked) => {
    const { model } = await failing(reason, ms);
    expect(model).toMatchObject({ coin: { name: "Bitcoin" }, history: null, retryInMs: asked });
  },
);

it.each(["bad-response", "unreachable", "timed-out", "not-found"] as const)(
  "fails where the call for its history is %s",
  async (reason) => {
    await expect(failing(reason)).rejects.toThrow("for the log only");
  },
);

it.each([
  ["price", true],
  ["market_cap", false],
] as const)(
  "asks, for a chart of the %s and for its files, for prices alone: %s",
  async (metric, isAsked) => {
    const view = { ...DEFAULT_CHART_VIEW, metric };
    await coinPage("bitcoin", "usd", "7d", view, signal);
    expect(ASKED.arePricesEnough).toBe(isAsked);
    ASKED.arePricesEnough = !isAsked;
    await coinAnswers("bitcoin", "usd", "7d", view, signal);
    expect(ASKED.arePricesEnough).toBe(isAsked);
  },
);

it("waits for a slot of its history that comes soon, and lacks nothing", async () => {
  SLOTS.historyMs = 1000;
  const { model } = await coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal);
  expect(model.history?.drawing.points).toHaveLength(1);
  expect(model.retryInMs).toBeNull();
});

it("does not wait for a slot of its history that comes later", async () => {
  SLOTS.historyMs = 2500;
  expect((await coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal)).model).toMatchObject({
    history: null,
    retryInMs: 2500,
  });
});

it("waits longer for its own slot while nothing is known of it", async () => {
  SLOTS.coinMs = 5000;
  expect((await coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal)).model).toMatchObject({
    coin: { name: "Bitcoin" },
    retryInMs: null,
  });
  RECORD.known = { id: "bitcoin", name: "Known", fetchedAt: Date.now() };
  expect((await coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal)).model).toMatchObject({
    coin: { name: "Known" },
    retryInMs: 5000,
  });
});

describe("a coin whose own call has to wait", () => {
  const wait = () => {
    SLOTS.coinMs = 9000;
    return coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal);
  };
  const record = {
    id: "bitcoin",
    name: "Bitcoin",
    maxSupply: 21,
    price: 5,
    allTimeLow: 4,
    allTimeLowAt: null,
  };

  it("is shown from its record with that time, and is requested again", async () => {
    const fetchedAt = Date.now() - 30_000;
    RECORD.known = { ...record, fetchedAt };
    const { model, freshForMs } = await wait();
    expect(model).toMatchObject({
      coin: { id: "bitcoin", name: "Bitcoin" },
      quote: { price: 5 },
      history: { limit: null },
      fetchedAt,
      isOutOfDate: true,
      oldHistoryFrom: AGES.history,
      retryInMs: 9000,
    });
    expect(model.figures).toContainEqual({ term: "Max Supply", value: "21" });
    expect(model.figures).toContainEqual({
      term: "All Time Low",
      value: "$4.00",
      note: "now\u00a025.00\u00a0% higher",
    });
    expect(freshForMs).toBe(0);
  });

  it("says how old its record is, once that is older than two minutes", async () => {
    const fetchedAt = Date.now() - 130_000;
    RECORD.known = { ...record, fetchedAt };
    expect((await wait()).model).toMatchObject({ fetchedAt, isOutOfDate: true });
    expect((await wait()).model.oldHistoryFrom).toBeUndefined();
  });

  it("and its history are requested once both calls can have been made", async () => {
    RECORD.known = { ...record, fetchedAt: Date.now() };
    SLOTS.historyMs = 4000;
    expect((await wait()).model).toMatchObject({ quote: { price: 5 }, history: null, retryInMs: 9000 });
  });

  it("fails where nothing is known of it, or where its call fails", async () => {
    await expect(wait()).rejects.toThrow("no slot");
    RECORD.known = { ...record, fetchedAt: Date.now() };
    FAILING.coin = new MarketDataFailure("unreachable", "broken");
    await expect(coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal)).rejects.toThrow("broken");
  });
});

it.each([
  ["an older", 1000],
  ["a younger", 9000],
])("has the age of the price with %s history", async (_, history) => {
  Object.assign(AGES, { coin: 5000, history });
  const { model } = await coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal);
  expect(model).toMatchObject({ fetchedAt: 5000, isOutOfDate: true });
});

it("has the age of prices that are renewed by themselves", async () => {
  const age = { fetchedAt: 7000, freshForMs: 400, isOutOfDate: false };
  Object.assign(AGES, { coin: 5000, history: 1000, renewed: age });
  const { model, freshForMs } = await coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal);
  expect([model.fetchedAt, model.oldHistoryFrom, freshForMs]).toEqual([7000, 1000, 400]);
});

it("says when only the history is old, and how old", async () => {
  Object.assign(AGES, { coin: 5000, history: 1000, isCoinOld: false });
  expect((await coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal)).model).toMatchObject({
    isOutOfDate: true,
    oldHistoryFrom: 1000,
  });
  Object.assign(AGES, { isCoinOld: true });
  expect(
    (await coinPage("bitcoin", "usd", "7d", DEFAULT_CHART_VIEW, signal)).model.oldHistoryFrom,
  ).toBeUndefined();
});
