import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FoundCoin } from "~/domain/market/coin";
import { searchPage, similarCoins, suggestions } from "~/services/page-models/search-page.server";
import { runForNetwork } from "~/services/visitor-network.server";
import { DAY, failUnreachable, idsOf } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

const MOCKED = vi.hoisted(() => ({ find: vi.fn() }));

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));
vi.mock("~/services/search/configured.server", () => ({
  coinSearch: {
    find: MOCKED.find,
    tryFind: async (...query: readonly unknown[]) => MOCKED.find(...query).catch(() => null),
  },
}));

let setting: ReturnType<typeof openMarket>;
/** What each coin that is asked for costs. */
let prices: Map<string, number>;

const { signal } = new AbortController();
const coin = (id: string): FoundCoin => ({ id, symbol: id, name: id, image: null, rank: null });
const coins = (count: number) => Array.from({ length: count }, (_, index) => coin(`coin-${index}`));
function finds(found: readonly FoundCoin[], nearest: readonly FoundCoin[] = []): void {
  MOCKED.find.mockImplementation(async (_query: string, limit: number) => ({
    coins: found.slice(0, limit),
    count: found.length,
    nearest,
    exchanges: [1, 2, 3].map((number) => ({ id: `exchange-${number}` })),
    exact: found.find(({ id }) => id === "exact") ?? null,
    fetchedAt: 1,
    freshForMs: 1000,
  }));
}

beforeEach(() => {
  MOCKED.find.mockReset();
  prices = new Map();
  setting = openMarket({ start: Date.now() });
  setting.service.answer = (path) =>
    (idsOf(path) ?? [...prices.keys()])
      .filter((id) => prices.has(id))
      .map((id) => ({ id, current_price: prices.get(id), price_change_percentage_24h: -1, total_volume: 9 }));
});

describe("coins that resemble an unknown one", () => {
  const ids = async (id: string) => (await similarCoins(id, signal)).map((each) => each.id);

  it.each([
    ["are up to three that a search finds", "coin", coins(5), [], ["coin-0", "coin-1", "coin-2"]],
    ["never include the unknown one", "gone", [coin("gone"), ...coins(2)], [], ["coin-0", "coin-1"]],
    ["are none where only the unknown one is still on the list", "gone", [coin("gone")], [], []],
    ["have similar names where none is found", "gone", [], [coin("near"), coin("gone")], ["near"]],
  ])("%s", async (_, id, found, nearest, expected) => {
    finds(found, nearest);
    expect(await ids(id)).toEqual(expected);
  });

  it("are found for twenty ids of a network within a minute", async () => {
    finds(coins(1));
    const foundFor = async (network: string | null) => {
      const found = [];
      for (let id = 0; id < 30; id++) found.push(await runForNetwork(network, () => ids(`made-up-${id}`)));
      return found.filter(({ length }) => length > 0).length;
    };
    for (const network of ["203.0.113.7", "2001:db8:0:1"]) expect(await foundFor(network)).toBe(20);
    // Nobody knows whether hidden ones are of one network.
    expect(await foundFor(null)).toBe(30);
    expect(MOCKED.find).toHaveBeenCalledTimes(70);
  });

  it("are none for an id without a letter, or where the search fails", async () => {
    finds(coins(1));
    expect(await ids(" ")).toEqual([]);
    MOCKED.find.mockImplementation(async () => failUnreachable());
    expect(await ids("coin")).toEqual([]);
  });
});

describe("a search", () => {
  async function redirected(query: string, currency: "usd" | "eur"): Promise<Response> {
    const thrown: unknown = await searchPage(query, currency, false, signal).catch((response) => response);
    return thrown instanceof Response ? thrown : expect.fail();
  }
  const shows = async (query: string) => {
    const { model } = await searchPage(query, "usd", false, signal);
    return [model.shows, model.coins.map(({ id }) => id).join(" ")];
  };

  it("shows what it finds, or else similar names", async () => {
    finds(coins(2));
    expect(await shows("coin")).toEqual(["found", "coin-0 coin-1"]);
    finds([], [coin("near")]);
    expect(await shows("coin")).toEqual(["nearest", "near"]);
  });

  it("shows prices and changes where they are known, in the currency asked for, and nothing else of a record", async () => {
    finds(coins(2));
    prices.set("coin-1", 2);
    await setting.market.coins("usd", 1);
    await setting.market.coins("eur", 2);
    setting.service.answer = failUnreachable;
    const { model } = await searchPage("coin", "usd", false, signal);
    expect(model.coins).toEqual([
      { ...coin("coin-0"), price: null, priceFrom: undefined, change24h: null },
      { ...coin("coin-1"), price: 2, priceFrom: undefined, change24h: -1 },
    ]);
    expect((await suggestions("coin", "usd", signal)).model.coins).toEqual(model.coins);
  });

  it("has unknown prices fetched by one call, of which suggestions make none", async () => {
    finds(coins(3));
    prices.set("coin-1", 2);
    await setting.market.coins("usd", 1);
    const before = setting.calls.length;
    await suggestions("coin", "usd", signal);
    expect(setting.calls).toHaveLength(before);
    prices = new Map(["coin-0", "coin-2"].map((id) => [id, 1]));
    const priced = async () =>
      (await searchPage("coin", "usd", false, signal)).model.coins.map(({ price }) => price);
    for (const _visit of [1, 2]) expect(await priced()).toEqual([1, 2, 1]);
    expect(setting.calls.slice(before).map(idsOf)).toEqual([["coin-0", "coin-2"]]);
  });

  it("for a whole name or symbol leads to the coin, unless all matches are asked for", async () => {
    finds([coin("exact"), coin("other")]);
    const { status, headers } = await redirected("exact", "usd");
    expect([status, headers.get("Cache-Control")]).toEqual([302, "no-store"]);
    expect(headers.get("Location")).toBe("/coin/exact?currency=usd");
    const { model } = await searchPage("exact", "usd", true, signal);
    expect(model.coins.map(({ id }) => id)).toEqual(["exact", "other"]);
  });

  it("for a link leads to the coin without searching, because the list may lack it", async () => {
    const { headers } = await redirected("/coin/a%20b", "eur");
    expect(headers.get("Location")).toBe("/coin/a%20b?currency=eur");
    expect(MOCKED.find).not.toHaveBeenCalled();
    finds([coin("a b")]);
    expect((await searchPage("/coin/a%20b", "eur", true, signal)).model.coins).toMatchObject([{ id: "a b" }]);
  });

  it("for an empty query shows trending coins, or the ten largest where there are none", async () => {
    prices = new Map(coins(12).map(({ id }) => [id, 1]));
    const { answer } = setting.service;
    let trending: () => unknown = () => ({ coins: [{ item: coin("hot") }] });
    setting.service.answer = (path) => (path === "/search/trending" ? trending() : answer(path));
    expect(await shows("")).toEqual(["trending", "hot"]);
    const ten = coins(10).map(({ id }) => id);
    for (const none of [() => ({ coins: [] }), failUnreachable]) {
      trending = none;
      setting.clock.advance(2 * DAY);
      expect(await shows("")).toEqual(["largest", ten.join(" ")]);
    }
  });
});

describe("suggestions", () => {
  it("are at most eight coins, with the number of all, and two exchanges", async () => {
    finds(coins(20));
    const { model } = await suggestions("coin", "usd", signal);
    expect([model.coins.length, model.count]).toEqual([8, 20]);
    expect(model.exchanges.map(({ id }) => id)).toEqual(["exchange-1", "exchange-2"]);
  });

  it("for an empty query are none, without a search", async () => {
    expect((await suggestions("", "usd", signal)).model).toEqual({ coins: [], count: 0, exchanges: [] });
    expect(MOCKED.find).not.toHaveBeenCalled();
  });
});
