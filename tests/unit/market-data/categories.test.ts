import { expect, it } from "vitest";
import { MarketDataFailure } from "~/services/market-data/failure.server";
import { failureOf, fakeTimers, HOUR, MINUTE, marketWithFunction, watchWarnings } from "./market-under-test";
import { bodyFor } from "./small-bodies";

/** A market that knows one category. @param answerUnknown what the service does for others */
function categories(answerUnknown: () => unknown) {
  watchWarnings();
  const setting = marketWithFunction();
  setting.service.answer = (path) => {
    const category = /&category=([^&]+)/.exec(path)?.[1];
    return category === undefined || category === "layer-1" ? bodyFor(path) : answerUnknown();
  };
  const read = (category: string, pageNumber = 1) =>
    setting.market.category(category, "usd", pageNumber, null);
  return { ...setting, read };
}

const refuse = () => {
  throw new MarketDataFailure("bad-response", "HTTP 404", { status: 404 });
};

it("the coins of a category are asked for like all coins, and kept apart from them", async () => {
  const { market, calls, read } = categories(refuse);
  await market.coins("usd", 1);
  await read("layer-1");
  await market.category("layer-1", "usd", 1, "volume_desc");
  await read("layer-1");
  expect(calls).toEqual([
    "/coins/markets?vs_currency=usd&page=1",
    "/coins/markets?vs_currency=usd&page=1&category=layer-1",
    "/coins/markets?vs_currency=usd&page=1&order=volume_desc&sparkline=true&price_change_percentage=1h,24h,7d&category=layer-1",
  ]);
});

it.each([
  ["says so", refuse],
  ["sends no coins", () => []],
])(
  "an unknown category is not found, for ten minutes without a call, where the service %s",
  async (_how, answer) => {
    const { read, calls, clock } = categories(answer);
    for (const times of [1, 2, 3])
      expect([times, (await failureOf(read("made-up"))).reason]).toEqual([times, "not-found"]);
    expect(calls).toHaveLength(1);
    clock.advance(10 * MINUTE + 1);
    await failureOf(read("made-up"));
    expect(calls).toHaveLength(2);
  },
);

it("a page beyond the last coin of a category is empty", async () => {
  const { service, read } = categories(refuse);
  service.answer = () => [];
  expect((await read("layer-1", 2)).value).toEqual([]);
});

it("made-up categories use up the quota of unverified ids and none of the visitors' calls", async () => {
  const endFaking = fakeTimers();
  const { market, read, calls } = categories(refuse);
  const reasons: string[] = [];
  for (let number = 0; number < 8; number += 1)
    reasons.push((await failureOf(read(`made-up-${number}`))).reason);
  expect(reasons).toEqual([...Array(5).fill("not-found"), ...Array(3).fill("overloaded")]);
  expect(calls).toHaveLength(5);
  expect((await market.coins("usd", 1)).value).toHaveLength(1);
  endFaking();
});

it("what is known of the ranks is good for two hours", async () => {
  const { market, clock } = marketWithFunction();
  expect(market.knownRanks()).toBeNull();
  await market.rankedCoins(1);
  // The same coin once more.
  await market.rankedCoins(2);
  const fetchedAt = clock.now();
  clock.advance(2 * HOUR);
  expect(market.knownRanks()).toMatchObject({ fetchedAt, coins: [{ id: "bitcoin" }] });
  expect(market.knownRanks()?.coins).toHaveLength(1);
  clock.advance(1);
  expect(market.knownRanks()).toBeNull();
});
