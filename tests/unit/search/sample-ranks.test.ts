import { expect, it } from "vitest";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { createCoinSearch } from "~/services/search/coin-search.server";
import { DAY, MINUTE, marketWithFunction } from "../market-data/market-under-test";

it.each([
  ["a minute", MINUTE],
  ["an hour", 59 * MINUTE],
  ["a month", 30 * DAY],
])("shows the ranks that the sample market has now, %s after the search before", async (_, ms) => {
  const { market, clock, service } = marketWithFunction({ isSample: true });
  const sample = createSampleMarket({ now: clock.now });
  service.answer = async (path) => (await sample(new Request(`http://sample.test/api/v3${path}`))).json();
  const { find } = createCoinSearch(market, clock);
  await find("sample coin 11", 50);
  clock.advance(ms);
  const found = (await find("sample coin 11", 50)).coins.filter(({ rank }) => (rank ?? 900) < 900);
  expect(found.length).toBeGreaterThan(5);
  for (const { id, rank } of found) {
    expect((await market.coin(id)).value.rank, id).toBe(rank);
    expect((await market.coinRows([id], "eur")).value[0]?.rank, id).toBe(rank);
  }
});
