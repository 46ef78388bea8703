import { expect, it } from "vitest";
import { HOUR, MINUTE, marketWithFunction, SECOND } from "./market-under-test";

function marketOfMinutes() {
  const { market, clock, calls } = marketWithFunction({ isSample: true });
  const readAll = async () => {
    const answers = [
      await market.coins("usd", 1),
      await market.coin("bitcoin"),
      await market.priceHistory("bitcoin", "usd", "max"),
      await market.exchanges(),
    ];
    return answers.map(({ fetchedAt, freshForMs }) => ({ fetchedAt, freshForMs }));
  };
  return { clock, calls, readAll };
}

it("keeps everything until its minute is over, and serves none of it in the next", async () => {
  const { clock, calls, readAll } = marketOfMinutes();
  const start = clock.now();
  clock.advance(40 * SECOND);
  await readAll();
  clock.advance(20 * SECOND - 1);
  for (const answer of await readAll())
    expect(answer).toEqual({ fetchedAt: start + 40 * SECOND, freshForMs: 1 });
  expect(calls).toHaveLength(4);
  clock.advance(1);
  for (const answer of await readAll())
    expect(answer).toEqual({ fetchedAt: start + MINUTE, freshForMs: MINUTE });
  expect(calls).toHaveLength(8);
});

it("knows prices for an hour where a page shows them without a call", async () => {
  const { market, clock, calls, service } = marketWithFunction({ isSample: true });
  service.answer = () => [{ id: "bitcoin", market_cap_rank: 1, current_price: 3 }];
  await market.coins("usd", 1);
  clock.advance(HOUR);
  expect(market.knownCoins("usd").map(({ id }) => id)).toEqual(["bitcoin"]);
  expect(market.bitcoinPrice("usd")).toBe(3);
  expect(market.bitcoinPrice("eur")).toBeNull();
  // A page that can ask has nothing of another minute.
  expect(market.known("bitcoin", "usd")).toBeNull();
  clock.advance(1);
  expect(market.knownCoins("usd")).toEqual([]);
  expect(market.bitcoinPrice("usd")).toBeNull();
  expect(calls).toHaveLength(1);
});
