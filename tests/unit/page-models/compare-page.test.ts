import { beforeEach, describe, expect, it, vi } from "vitest";
import { formatPercent } from "~/domain/format/number";
import type { Range } from "~/domain/market/range";
import { createPatience } from "~/services/market-data/gate/patience.server";
import { MarketDataFailure } from "~/services/market-data/policy/failure.server";
import { comparePage } from "~/services/page-models/compare-page.server";
import {
  failUnreachable,
  failureOf,
  HOUR,
  idsOf,
  MINUTE,
  numbered,
  refuseFor,
} from "../market-data/market-under-test";
import { openMarket } from "./open-market";

const search = vi.hoisted(() => ({ find: (_query: string): unknown => null }));

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));
vi.mock("~/services/search/configured.server", () => ({
  coinSearch: { tryFind: async (query: string) => search.find(query) },
}));

const NEWEST = Date.UTC(2026, 10, 20);

let setting: ReturnType<typeof openMarket>;
/** Answers that replace the usual ones, by the prefix of a path. */
let odd: Record<string, () => unknown>;
/** What else the rows have. */
let fields: object;

beforeEach(() => {
  odd = {};
  fields = { price_change_percentage_24h: 600 };
  setting = openMarket();
  setting.service.answer = answer;
});

/** A service that knows coins named after fruits, `fruit-1` and so on, whose price was 1 a day ago. */
function answer(path: string): unknown {
  const [, other] = Object.entries(odd).find(([beginning]) => path.startsWith(beginning)) ?? [];
  if (other !== undefined) return other();
  if (path === "/coins/list") return [{ id: "fruit-1", symbol: "fru", name: "Fruit 1" }];
  if (path.startsWith("/coins/markets?")) {
    const ids = idsOf(path) ?? ["fruit-1", "fruit-2"];
    return ids
      .filter((id) => id.startsWith("fruit-"))
      .map((id) => ({ id, name: `Fruit ${id.slice(6)}`, symbol: "fru", current_price: 7, ...fields }));
  }
  return { prices: [1, 1.5, 2].map((price, step) => [NEWEST - (2 - step) * 12 * HOUR, price]) };
}

function compared(ids: readonly string[], { range = "24h" as Range, query = "" } = {}) {
  const { signal } = new AbortController();
  return comparePage({ ids, currency: "usd", range, scale: "linear", query }, signal);
}

const shows = (page: Pick<Awaited<ReturnType<typeof compared>>, "model">) =>
  page.model.coins.map((coin) =>
    typeof coin.shows === "object" ? formatPercent(coin.shows.change) : coin.shows,
  );

const histories = () => setting.calls.filter((path) => path.includes("/market_chart?"));

describe("a comparison", () => {
  it.each([
    [{ price_change_percentage_24h: 598.5 }, "+598.50\u00a0%"],
    [{}, "NA"],
  ])("has the change of 24 hours of the coin's own page, with rows that have %j", async (given, change) => {
    fields = given;
    const page = await compared(["fruit-2", "fruit-1"]);
    expect(shows(page)).toEqual([change, change]);
    const figures = page.model.comparison?.figures.find(({ name }) => name === "Change, 24 hours");
    expect(figures?.cells.map(({ text }) => text)).toEqual([change, change]);
  });

  it("marks a price that is clearly older than the page", async () => {
    const ago = (ms: number) => new Date(setting.clock.now() - ms).toISOString();
    odd["/coins/markets?"] = () =>
      [3 * HOUR, 59 * MINUTE, 12 * 24 * HOUR].map((ms, index) => ({
        ...{ id: `fruit-${index + 1}`, current_price: 7, last_updated: ago(ms) },
      }));
    const { model } = await compared(numbered(3, "fruit"));
    const [price] = model.comparison?.figures ?? [];
    expect(price?.cells.map(({ from }) => from)).toEqual(["19 Nov", undefined, "8 Nov"]);
  });

  it("asks for all rows at once and for the history of each coin, and returns each one's change up to its price", async () => {
    const page = await compared(["fruit-2", "fruit-1"]);
    expect(shows(page)).toEqual(["+600.00\u00a0%", "+600.00\u00a0%"]);
    expect(page.model.coins.map(({ name }) => name)).toEqual(["Fruit 2", "Fruit 1"]);
    // Their symbols are the same, so their lines have their names.
    for (const { name, shows } of page.model.coins)
      expect(shows).toMatchObject({ label: name, values: [0, 50, 600] });
    const figures = page.model.comparison?.figures.map(({ name }) => name).join(", ");
    const ofRange = "Price, Change, 24 hours, Low, 24 hours, High, 24 hours";
    expect(figures).toBe(`${ofRange}, Change, 1 hour, Change, 7 days, Rank, Market cap, Volume, 24 hours`);
    expect(setting.calls).toEqual([
      expect.stringContaining("ids=fruit-1,fruit-2&"),
      "/coins/fruit-2/market_chart?vs_currency=usd&days=24h",
      "/coins/fruit-1/market_chart?vs_currency=usd&days=24h",
    ]);
    expect(page.freshForMs).toBeGreaterThan(50_000);
  });

  it("of a thousand invented combinations makes one call for each coin in them", async () => {
    const coins = numbered(12, "fruit");
    for (let seed = 1; seed <= 1000; seed += 1) {
      const ids = coins.filter((_, index) => ((seed * 2_654_435_761) >>> index) % 3 === 0).slice(0, 5);
      if (ids.length > 1) await compared(ids);
    }
    expect(histories().length).toBeLessThanOrEqual(coins.length);
    expect(setting.calls.length - histories().length).toBeLessThanOrEqual(coins.length);
  });

  it("makes no call for the history of a coin that does not exist, and shows the others", async () => {
    const page = await compared(["fruit-1", "made-up", "fruit-2"]);
    expect(shows(page)).toEqual(["+600.00\u00a0%", "not-found", "+600.00\u00a0%"]);
    expect(histories()).toHaveLength(2);
    expect(page.freshForMs).toBeGreaterThan(0);
  });

  it("shows the others when one history fails or is empty, and is not cached", async () => {
    odd["/coins/fruit-2/"] = failUnreachable;
    odd["/coins/fruit-3/"] = () => ({ prices: [] });
    const page = await compared(["fruit-1", "fruit-2", "fruit-3"]);
    expect(shows(page)).toEqual(["+600.00\u00a0%", "failed", "no-prices"]);
    expect(page.freshForMs).toBe(0);
  });

  it("draws the available lines, and says which ones follow, and when", async () => {
    await compared(["fruit-1", "fruit-3"]);
    odd["/coins/fruit-2/"] = () => refuseFor(MINUTE);
    const { model } = await compared(["fruit-1", "fruit-2", "fruit-3"]);
    expect(shows({ model })).toEqual(["+600.00\u00a0%", "awaited", "+600.00\u00a0%"]);
    expect(model.retryInMs).toBeGreaterThan(55_000);
  });

  it("has its key figures while all lines have to wait", async () => {
    odd["/coins/fruit-"] = () => refuseFor(MINUTE);
    const { model } = await compared(["fruit-1", "fruit-2"]);
    expect(shows({ model })).toEqual(["awaited", "awaited"]);
    expect(model.comparison?.figures[0]?.cells[0]?.text).toBe("$7.00");
    expect(model.retryInMs).toBeGreaterThan(55_000);
  });

  it("shows histories and data of other answers when the rows fail, if the coins are known", async () => {
    await setting.market.coins("usd", 1);
    odd["/coins/markets?"] = failUnreachable;
    const page = await compared(["fruit-1", "fruit-2", "fruit-9"]);
    expect(shows(page)).toEqual(["+600.00\u00a0%", "+600.00\u00a0%", "failed"]);
    expect(page.model.coins.map(({ name }) => name)).toEqual(["Fruit 1", "Fruit 2", "fruit-9"]);
    expect([page.model.comparison?.isWithoutRows, page.freshForMs]).toEqual([true, 0]);
  });

  it("says that key figures are missing where those of one coin are not available", async () => {
    await setting.market.coinRows(["fruit-1"], "usd", createPatience(new AbortController().signal));
    odd["/coins/markets?"] = failUnreachable;
    const page = await compared(["fruit-1", "fruit-3"]);
    expect(page.model.comparison?.isWithoutRows).toBe(true);
  });

  it("says so when more coins are named than can be compared", async () => {
    const { model } = await compared(numbered(6, "fruit"));
    expect(model.isCut).toBe(true);
    expect(model.coins).toHaveLength(5);
    expect(histories()).toHaveLength(5);
  });

  it("shows one year where the plan includes no more", async () => {
    const refuse = () => {
      throw new MarketDataFailure("beyond-plan", "401", { status: 401, code: 10012 });
    };
    for (const id of ["fruit-1", "fruit-2"])
      odd[`/coins/${id}/market_chart?vs_currency=usd&days=max`] = refuse;
    const { model } = await compared(["fruit-1", "fruit-2"], { range: "max" });
    expect([model.comparison?.shownRange, model.range]).toEqual(["1y", "max"]);
  });
});

describe("with fewer than two coins", () => {
  it("one coin is shown, without its history", async () => {
    const page = await compared(["fruit-1"]);
    expect(page.model.comparison).toBeNull();
    expect(shows(page)).toEqual(["alone"]);
    expect(setting.calls).toHaveLength(1);
  });

  it("no coin makes no call", async () => {
    const { model, freshForMs } = await compared([]);
    expect(model).toMatchObject({ coins: [], comparison: null, found: [] });
    expect(freshForMs).toBe(60_000);
    expect(setting.calls).toEqual([]);
  });
});

describe("a search for another coin", () => {
  const found = [{ id: "fruit-3", symbol: "fru", name: "Fruit 3", image: null, rank: 3 }];
  const finds = (outcome: object) => {
    search.find = () => ({ coins: found, nearest: [], count: 1, exact: null, freshForMs: 1000, ...outcome });
  };

  it("is shown beside the comparison", async () => {
    finds({});
    const { model, freshForMs } = await compared(["fruit-1", "fruit-2"], { query: "fruit" });
    expect(model.found).toEqual(found);
    expect(model.comparison).not.toBeNull();
    expect(freshForMs).toBe(1000);
  });

  it("for a whole name or symbol adds its coin, unless it is compared already or five are", async () => {
    finds({ exact: found[0] });
    const added: unknown = await compared(["fruit-1"], { query: "fruit 3" }).catch((thrown) => thrown);
    expect(added instanceof Response && added.headers.get("Location")).toBe(
      "/compare?ids=fruit-1,fruit-3&currency=usd&range=24h",
    );
    expect((await compared(["fruit-3"], { query: "fruit 3" })).model.found).toEqual(found);
    const five = [1, 2, 4, 5, 6].map((number) => `fruit-${number}`);
    expect((await compared(five, { query: "fruit 3" })).model.found).toEqual(found);
  });

  it.each([
    ["fruit 1, fru; FRUIT 2", "fruit-2,fruit-1,fruit-3", ""],
    ["fruit 1, friut", "fruit-2,fruit-1", "friut"],
    ["two, friut", "fruit-2", "friut"],
    ["fru vs two", "fruit-2,fruit-3", ""],
    ["one, one, fru and two", "fruit-2,fruit-1", "fru and two"],
  ])("for a list of names, %s, adds their coins and searches for the others", async (query, ids, rest) => {
    const names = ["one", "fruit 1", "two", "FRUIT 2", "fru"];
    search.find = (name) => {
      const place = names.indexOf(name);
      const exact = place < 0 ? null : { ...found[0], id: `fruit-${Math.floor(place / 2) + 1}` };
      return { coins: [], nearest: found, count: 0, exact, freshForMs: 1000 };
    };
    const added: unknown = await compared(["fruit-2"], { query }).catch((thrown) => thrown);
    const { searchParams } = new URL(
      (added instanceof Response && added.headers.get("Location")) || "",
      "http://site",
    );
    expect([searchParams.get("ids"), searchParams.get("q") ?? ""]).toEqual([ids, rest]);
  });

  it("that finds nothing shows the nearest names", async () => {
    finds({ coins: [], nearest: found, count: 0 });
    expect((await compared([], { query: "friut" })).model.found).toEqual(found);
  });

  it("that fails does not fail the comparison", async () => {
    search.find = () => null;
    const page = await compared(["fruit-1", "fruit-2"], { query: "fruit" });
    expect(page.model.found).toBeNull();
    expect(page.freshForMs).toBe(0);
  });
});

describe("a comparison with nothing to show fails", () => {
  const reasonOf = async (...ids: readonly string[]) => (await failureOf(compared(ids))).reason;

  it("with the service's failure when the rows are not available", async () => {
    odd["/coins/"] = failUnreachable;
    expect(await reasonOf("fruit-1", "fruit-2")).toBe("unreachable");
    expect(await reasonOf("fruit-1")).toBe("unreachable");
  });

  it("with that of the histories when all of them fail, even beside an unknown coin", async () => {
    odd["/coins/fruit-"] = failUnreachable;
    expect(await reasonOf("made-up", "fruit-1", "fruit-2")).toBe("unreachable");
  });

  it("with any other error, unchanged", async () => {
    search.find = () => {
      throw new TypeError("a fault of ours");
    };
    await expect(compared(["fruit-1"], { query: "x" })).rejects.toThrow("a fault of ours");
  });
});
