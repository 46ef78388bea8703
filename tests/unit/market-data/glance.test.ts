import { describe, expect, it } from "vitest";
import { readGlobal } from "~/services/market-data/provider/global.server";
import { describeMarket } from "~/services/pages/glance.server";
import { globalBody } from "../../support/fake-bodies";
import {
  eventually,
  failUnreachable,
  HOUR,
  MINUTE,
  marketWithFunction,
  watchWarnings,
} from "./market-under-test";

/** A market whose service answers only for the whole market, and what its calls are. */
function wholeMarket(isSample = false) {
  const setting = marketWithFunction({ isSample });
  setting.service.answer = () => globalBody();
  const known = () => setting.market.glance()?.coinCount ?? null;
  return { ...setting, known };
}

describe("the whole market", () => {
  it("is asked for in the background: nobody waits for it, and whoever comes later finds it", async () => {
    const { known, calls } = wholeMarket();
    expect(known()).toBeNull();
    await eventually(() => expect(known()).toBe(17_214));
    expect(calls).toEqual(["/global"]);
  });

  it("is asked for once in ten minutes, and only when somebody looks", async () => {
    const { known, calls, clock } = wholeMarket();
    known();
    await eventually(() => expect(known()).toBe(17_214));
    clock.advance(10 * MINUTE);
    known();
    expect(calls).toHaveLength(1);
    clock.advance(1);
    expect(known()).toBe(17_214);
    await eventually(() => expect(calls).toHaveLength(2));
  });

  it("stays known through the minutes of the sample market, in which all prices change", async () => {
    const { known, calls, clock } = wholeMarket(true);
    known();
    await eventually(() => expect(known()).toBe(17_214));
    clock.advance(5 * MINUTE);
    expect(known()).toBe(17_214);
    expect(calls).toHaveLength(1);
  });

  it("is not shown while it cannot be had, nor when it is older than an hour", async () => {
    const { known, calls, service, clock } = wholeMarket();
    known();
    await eventually(() => expect(known()).toBe(17_214));
    watchWarnings();
    service.answer = failUnreachable;
    clock.advance(HOUR);
    expect(known()).toBe(17_214);
    await eventually(() => expect(calls).toHaveLength(2));
    clock.advance(1);
    expect(known()).toBeNull();
  });
});

describe("the line of the whole market", () => {
  const lineOf = (body: unknown, currency: "usd" | "inr") =>
    describeMarket(readGlobal(body, "/global"), currency);

  it("has capitalisation and its change, volume, dominance and the number of coins", () => {
    const body = { data: { ...globalBody().data, market_cap_percentage: { btc: 58.123, eth: 11.96 } } };
    expect(lineOf(body, "usd")).toEqual({
      start: "Market cap $2.34T",
      percent: -1.23,
      rest: "in 24h\u00a0· Volume $98.2B\u00a0· Bitcoin 58.1\u00a0%, Ethereum 12.0\u00a0%\u00a0· 17,214 coins",
    });
  });

  it("says that the change is measured in dollars where other amounts are not", () => {
    expect(lineOf(globalBody(), "inr")).toEqual({
      start: expect.stringMatching(/^Market cap ₹[\d,.]+ lakh crore$/),
      percent: -1.23,
      rest: expect.stringMatching(/^in 24h in USD\u00a0· /),
    });
  });

  it("leaves out what is unknown, and is not there where nothing is known", () => {
    const rest = { total_market_cap: { usd: 0 }, total_volume: null, market_cap_percentage: "none" };
    expect(lineOf({ data: { ...rest, active_cryptocurrencies: 17_214 } }, "usd")).toEqual({
      start: "",
      percent: null,
      rest: "17,214 coins",
    });
    const { market_cap_change_percentage_24h_usd: _change, ...data } = globalBody().data;
    expect(lineOf({ data }, "usd")).toMatchObject({
      percent: null,
      rest: expect.stringMatching(/^\u00a0· Volume /),
    });
    expect(lineOf({ data: rest }, "usd")).toBeNull();
    expect(lineOf({ data: {} }, "usd")).toBeNull();
    expect(describeMarket(null, "usd")).toBeNull();
  });

  it("is a failure of the call where the body has no data", () => {
    for (const body of [[], null, { data: null }, "x"])
      expect(() => readGlobal(body, "/global")).toThrow("the body has no data");
  });
});
