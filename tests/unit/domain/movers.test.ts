import { expect, it } from "vitest";
import { biggestMovers } from "~/domain/market/coin-selection";

const coins = [0.001, 5, -2, 3, 7, -9, null].map((change24h) => ({ change24h }));

it("gainers have risen and losers have fallen by what is shown, those with the largest moves first", () => {
  const changes = (list: "gainers" | "losers") =>
    biggestMovers(coins, list, "change24h").map(({ change24h }) => change24h);
  expect(changes("gainers")).toEqual([7, 5, 3]);
  expect(changes("losers")).toEqual([-9, -2]);
});
