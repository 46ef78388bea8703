import { expect, it } from "vitest";
import { moversOf } from "~/domain/market/movers";

const coin = (rank: number | null, change24h: number | null, price: number | null = 1) => {
  const id = `coin-${rank}`;
  return { id, symbol: id, name: id, image: null, rank, price, change24h, week: "" };
};

const ranksOf = (coins: readonly { readonly rank: number | null }[]) => coins.map(({ rank }) => rank);

it("the largest coins are the first by rank, and none from far below them", () => {
  expect(ranksOf(moversOf([9, 3, 1, 2, 7, 8, 4].map((rank) => coin(rank, 1))).largest)).toEqual([
    1, 2, 3, 4, 7,
  ]);
  expect(moversOf([coin(200, 1), coin(300, 1)]).largest).toEqual([]);
});

it("gainers and losers are the five with the largest moves in their direction", () => {
  const { gainers, losers, covered } = moversOf(
    [0.001, 5, -2, 3, 7, 1, 2, 4, -9, null].map((change, index) => coin(index + 1, change)),
  );
  expect(gainers.map(({ change24h }) => change24h)).toEqual([7, 5, 4, 3, 2]);
  expect(losers.map(({ change24h }) => change24h)).toEqual([-9, -2]);
  expect(covered).toBe(9);
});

it("unranked coins, small ones and those without a price are left out", () => {
  const movers = moversOf([coin(null, 900), coin(1001, 900), coin(2, 900, null), coin(1000, 4)]);
  expect(ranksOf(movers.gainers)).toEqual([1000]);
  expect(movers.covered).toBe(1);
});

it("what is not shown is left out of the page's data", () => {
  const [largest] = moversOf([coin(1, 2)]).largest;
  expect(Object.keys(largest ?? {}).sort()).toEqual([
    "change24h",
    "id",
    "image",
    "name",
    "price",
    "rank",
    "symbol",
  ]);
});
