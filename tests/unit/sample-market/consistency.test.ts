import { describe, expect, it } from "vitest";
import { CURRENCIES } from "~/domain/market/currency";
import { ask, askChart, askCoin, askMarkets, DAY_MS, HOUR_MS, MINUTE_MS, NOW_MS } from "./ask";

const COINS = [
  ["bitcoin", 1],
  ["tether", 3],
  ["pepe", null],
  ["sample-coin-142", 142],
  ["sample-coin-207", 207],
  ["sample-coin-219", 219],
  ["sample-coin-9000", 9000],
] as const;

const CASES = CURRENCIES.flatMap((currency) => COINS.map(([id, rank]) => [id, currency, rank] as const));

describe.each(CASES)("%s in %s", (id, currency, rank) => {
  async function row() {
    const rows = await askMarkets(`vs_currency=${currency}&per_page=${rank ? 1 : 100}&page=${rank ?? 1}`);
    const found = rows.find((candidate) => candidate.id === id);
    if (found === undefined) throw new Error(`${id} is not where it was looked for`);
    return found;
  }

  it("costs the same in the list, on its own and at the end of every chart", async () => {
    const price = (await row()).current_price;
    expect((await askCoin(id)).market_data.current_price[currency]).toBe(price);
    for (const days of ["24h", "7d", "90", "365d", "max"]) {
      const chart = await askChart(id, `vs_currency=${currency}&days=${days}`);
      expect(chart.prices.at(-1)?.[1], days).toBe(price);
      expect(chart.market_caps.at(-1)?.[1], days).toBe((await row()).market_cap);
      expect(chart.total_volumes.at(-1)?.[1], days).toBe((await row()).total_volume);
    }
  });

  it("has the 24-hour figures that its 24-hour chart shows", async () => {
    const prices = (await askChart(id, `vs_currency=${currency}&days=24h`)).prices.map(([, price]) => price);
    const listed = await row();
    const first = prices.at(0) ?? 0;
    const last = prices.at(-1) ?? 0;
    const percent = first === 0 ? 0 : (last / first - 1) * 100;
    expect(listed.high_24h).toBe(Math.max(...prices));
    expect(listed.low_24h).toBe(Math.min(...prices));
    expect(listed.price_change_percentage_24h).toBeCloseTo(percent, 4);
    expect(listed.price_change_24h).toBe(Number((last - first).toPrecision(8)));

    const { market_data } = await askCoin(id);
    expect(market_data.high_24h[currency]).toBe(listed.high_24h);
    expect(market_data.low_24h[currency]).toBe(listed.low_24h);
    expect(market_data.price_change_percentage_24h_in_currency[currency]).toBe(
      listed.price_change_percentage_24h,
    );
  });

  it("never leaves the span between its lowest and its highest price", async () => {
    const { ath, atl, ath_date, atl_date, high_24h, low_24h } = await row();
    for (const days of ["24h", "7d", "60d", "365d", "max"]) {
      const prices = (await askChart(id, `vs_currency=${currency}&days=${days}`)).prices.map(([, p]) => p);
      expect(Math.max(...prices), days).toBeLessThanOrEqual(ath ?? Number.NaN);
      expect(Math.min(...prices), days).toBeGreaterThanOrEqual(atl ?? Number.NaN);
    }
    expect(high_24h).toBeLessThanOrEqual(ath ?? Number.NaN);
    expect(low_24h).toBeGreaterThanOrEqual(atl ?? Number.NaN);
    for (const date of [ath_date, atl_date]) {
      expect(new Date(date ?? "").toISOString()).toBe(date);
      expect(Date.parse(date ?? "")).toBeLessThan(NOW_MS);
    }
    expect((await askCoin(id)).market_data.ath[currency]).toBe(ath);
    expect((await askCoin(id)).market_data.atl[currency]).toBe(atl);
  });

  it("has a market capitalisation of price times circulating supply", async () => {
    const { current_price, circulating_supply, market_cap } = await row();
    expect(market_cap).toBe((current_price ?? 0) * (circulating_supply ?? 0));
    expect((await askCoin(id)).market_data.market_cap[currency]).toBe(market_cap);
  });

  it("has no price of more than eight significant digits", async () => {
    const { prices } = await askChart(id, `vs_currency=${currency}&days=7d`);
    for (const [, price] of prices) expect(price).toBe(Number(price.toPrecision(8)));
  });
});

describe("every coin of the first three pages", () => {
  it.each(CURRENCIES)("stays between its bounds over the last day, in %s", async (currency) => {
    for (const page of [1, 2, 3]) {
      for (const row of await askMarkets(`vs_currency=${currency}&page=${page}`)) {
        if (row.current_price === null || row.high_24h === null || row.low_24h === null) continue;
        const ascending = [row.atl ?? 0, row.low_24h, row.current_price, row.high_24h, row.ath ?? 0];
        expect(ascending, row.id).toEqual(ascending.toSorted((a, b) => a - b));
      }
    }
  });

  it("moves within an hour, unless it is worth nothing", async () => {
    for (const page of [1, 2, 3]) {
      const before = await askMarkets(`vs_currency=usd&page=${page}`);
      const after = await askMarkets(`vs_currency=usd&page=${page}`, NOW_MS + HOUR_MS);
      for (const [index, row] of before.entries()) {
        if (row.current_price) expect(after[index]?.current_price, row.id).not.toBe(row.current_price);
      }
    }
  });
});

describe("stable coins", () => {
  it.each(["tether", "usd-coin", "dai", "usds", "ethena-usde"])("%s stays at a dollar", async (id) => {
    const { prices } = await askChart(id, "vs_currency=usd&days=max");
    for (const [, price] of prices) expect(Math.abs(price - 1)).toBeLessThan(0.0011);
  });
});

describe("the sample market's clock", () => {
  const PATHS = [
    "/coins/markets?vs_currency=eur&page=2",
    "/coins/dogecoin",
    "/coins/dogecoin/market_chart?vs_currency=inr&days=7d",
    "/exchanges",
  ];

  it.each(PATHS)("two markets whose clocks agree answer %s with the same bytes", async (path) => {
    expect(await (await ask(path)).text()).toBe(await (await ask(path)).text());
  });

  it.each(PATHS)("%s is the same for a whole minute and differs an hour later", async (path) => {
    const minute = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS;
    const text = await (await ask(path, minute)).text();
    expect(await (await ask(path, minute + 59_999)).text()).toBe(text);
    expect(await (await ask(path, minute + HOUR_MS)).text()).not.toBe(text);
  });

  it("a coin was last updated at the start of the minute", async () => {
    const { last_updated } = await askCoin("bitcoin");
    expect(last_updated).toBe("2026-04-18T10:23:00.000Z");
  });

  it.each([
    ["a minute", MINUTE_MS],
    ["a day", DAY_MS],
  ])("records and their dates do not change in %s", async (_, laterMs) => {
    const { ath, ath_date, atl, atl_date } = (await askCoin("bitcoin")).market_data;
    expect((await askCoin("bitcoin", NOW_MS + laterMs)).market_data).toMatchObject({
      ath,
      ath_date,
      atl,
      atl_date,
    });
  });
});
