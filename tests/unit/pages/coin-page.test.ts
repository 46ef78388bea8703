import { beforeEach, expect, it, vi } from "vitest";
import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";
import { type FailureReason, MarketDataFailure } from "~/services/market-data/failure.server";
import { coinPage } from "~/services/pages/coin-page.server";

const AGES = vi.hoisted(() => ({ coin: 0, history: 0, isCoinOld: true }));
const FAILING = vi.hoisted(() => ({ history: null as Error | null }));

function served<Fields extends object>(fetchedAt: number, fields: Fields): ServedAnswer<object> & Fields {
  return { value: {}, fetchedAt, freshForMs: 1000, isOutOfDate: true, ...fields };
}

vi.mock("~/services/market-data/configured.server", () => ({
  marketData: {
    coin: () => ({
      ...served(AGES.coin, { value: { id: "bitcoin", name: "Bitcoin", quotes: { usd: {} } } }),
      isOutOfDate: AGES.isCoinOld,
    }),
    priceHistory: async () => {
      if (FAILING.history !== null) throw FAILING.history;
      return served(AGES.history, { value: [[AGES.history, 5]], isOneYearOnly: false });
    },
  },
}));

beforeEach(() => {
  FAILING.history = null;
});

const failing = (reason: FailureReason, retryAfterMs?: number) => {
  FAILING.history = new MarketDataFailure(reason, "for the log only", { retryAfterMs });
  return coinPage("bitcoin", "usd", "7d", new AbortController().signal);
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

it("lacks nothing with its history", async () => {
  const { model } = await coinPage("bitcoin", "usd", "7d", new AbortController().signal);
  expect(model.history?.points).toHaveLength(1);
  expect(model.retryInMs).toBeNull();
});

it.each([
  ["an older", 1000],
  ["a younger", 9000],
])("has the age of the price with %s history", async (_, history) => {
  Object.assign(AGES, { coin: 5000, history });
  const { model } = await coinPage("bitcoin", "usd", "7d", new AbortController().signal);
  expect(model).toMatchObject({ fetchedAt: 5000, isOutOfDate: true });
});

it("says when only the history is old, and from when it is", async () => {
  const { signal } = new AbortController();
  Object.assign(AGES, { coin: 5000, history: 1000, isCoinOld: false });
  expect((await coinPage("bitcoin", "usd", "7d", signal)).model).toMatchObject({
    isOutOfDate: true,
    oldHistoryFrom: 1000,
  });
  Object.assign(AGES, { isCoinOld: true });
  expect((await coinPage("bitcoin", "usd", "7d", signal)).model.oldHistoryFrom).toBeUndefined();
});
