import { expect, it } from "vitest";
import { examplePairs } from "~/domain/compare/example-pairs";

const coin = (week: readonly number[]) => ({ symbol: "x", image: null, change24h: 1, change7d: 7, week });

it.each([
  ["both weeks are known", [2, 3], [8, 4], "7d", ["M167 24L168 2", "M167 24L168 46"], [7, 7]],
  ["a week is level", [2, 2], [3, 3], "7d", ["M167 46L168 46", "M167 46L168 46"], [7, 7]],
  ["a week is unknown", [2, 3], [], "24h", null, [1, 1]],
  ["a week began at nothing", [0, 3], [2, 3], "24h", null, [1, 1]],
  ["nothing is known", null, null, "24h", null, [null, null]],
])("a pair is drawn in one scale as far as it is known: %s", (_, bitcoin, other, range, paths, changes) => {
  const [pair] = examplePairs((id) => {
    const week = id === "bitcoin" ? bitcoin : other;
    return week === null ? null : coin(week);
  });
  const coins = ["Bitcoin", "Ethereum"].map((name, place) => ({ name, change: changes[place] }));
  expect(pair).toMatchObject({ range, paths, coins });
});
