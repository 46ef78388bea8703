import { expect, it, vi } from "vitest";
import type { ServedAnswer } from "~/services/market-data/cache/answer-cache.server";
import { coinPage } from "~/services/pages/coin-page.server";

const AGES = vi.hoisted(() => ({ coin: 0, history: 0, isCoinOld: true }));

function served<Fields extends object>(fetchedAt: number, fields: Fields): ServedAnswer<object> & Fields {
  return { value: {}, fetchedAt, freshForMs: 1000, isOutOfDate: true, ...fields };
}

vi.mock("~/services/market-data/configured.server", () => ({
  marketData: {
    coin: () => ({
      ...served(AGES.coin, { value: { id: "bitcoin", name: "Bitcoin", quotes: { usd: {} } } }),
      isOutOfDate: AGES.isCoinOld,
    }),
    priceHistory: () => served(AGES.history, { value: [[AGES.history, 5]], isOneYearOnly: false }),
  },
}));

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
