import { describe, expect, it } from "vitest";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { ask, askChart, askCoin, askExchanges, askMarkets, DAY_MS, HOUR_MS, NOW_MS } from "./ask";

// What docs/market-data.md says of the real service, where it differs from what one would expect.

const timesOf = async (id: string, days: string) =>
  (await askChart(id, `vs_currency=usd&days=${days}`)).prices.map(([atMs]) => atMs);

describe("like the real service, the sample market", () => {
  it.each([
    ["24h", 24],
    ["24", 24],
    ["365d", 365],
    ["1", 1],
  ])("reads days=%s as %i days", async (days, expected) => {
    const times = await timesOf("bitcoin", days);
    expect(((times.at(-1) ?? 0) - (times[0] ?? 0)) / DAY_MS).toBeCloseTo(expected, -0.1);
  });

  it("has no trust scores of markets, at coins and at exchanges", async () => {
    const exchange = await (await ask("/exchanges/binance")).json();
    const tickers = [...(await askCoin("bitcoin")).tickers, ...exchange.tickers];
    expect(tickers.length).toBeGreaterThan(100);
    expect(new Set(tickers.map(({ trust_score }) => trust_score))).toEqual(new Set([null]));
  });

  it("has prices that are days old: some of all coins, and one of the hundred largest", async () => {
    const old = async (query: string) => {
      const rows = await askMarkets(`vs_currency=usd&${query}`);
      return rows.filter((row) => row.last_updated && Date.parse(row.last_updated) < NOW_MS - 12 * HOUR_MS);
    };
    const pages = await Promise.all([2, 3, 4].map((page) => old(`per_page=250&page=${page}`)));
    expect(pages.flat().length / 750).toBeGreaterThan(0.01);
    expect(pages.flat().length / 750).toBeLessThan(0.04);
    const [row, ...others] = await old("per_page=100");
    expect([row?.id, others]).toEqual(["hashnote-usyc", []]);
    expect(row).toMatchObject({ high_24h: null, low_24h: null, price_change_percentage_24h: null });
    const { last_updated, market_data } = await askCoin("hashnote-usyc");
    expect(last_updated).toBe(row?.last_updated);
    expect(market_data).toMatchObject({ high_24h: {}, price_change_percentage_24h_in_currency: {} });
    const { prices } = await askChart("hashnote-usyc", "vs_currency=usd&days=30d");
    expect(prices.at(-1)).toEqual([Date.parse(last_updated ?? ""), row?.current_price]);
    expect(await timesOf("hashnote-usyc", "1")).toEqual([]);
  });

  it("has histories with gaps of days", async () => {
    const times = await timesOf("sample-coin-104", "90");
    const gaps = times.map((atMs, index) => atMs - (times[index - 1] ?? atMs));
    expect(Math.max(...gaps)).toBeGreaterThan(3 * DAY_MS);
    expect(gaps.filter((gap) => gap === HOUR_MS).length).toBeGreaterThan(1000);
  });

  it("has a coin whose all-time high is below its price", async () => {
    const { current_price, ath, high_24h } = (await askCoin("sample-coin-127")).market_data;
    expect(ath?.["usd"]).toBeLessThan(Number(current_price?.["usd"]));
    expect(ath?.["usd"]).toBeLessThan(Number(high_24h?.["usd"]));
  });

  it("warns of coins and exchanges in notices", async () => {
    const moved = await askCoin("sample-coin-105");
    expect([moved.public_notice, moved.additional_notices]).toEqual([expect.stringMatching(/worthless/), []]);
    expect((await askCoin("sample-coin-112")).additional_notices).toHaveLength(2);
    expect((await (await ask("/exchanges/hotcoin_global")).json()).alert_notice).not.toBe("");
    expect((await askCoin("bitcoin")).public_notice).toBeNull();
  });

  it("names tokens at decentralised exchanges by their contracts, unless symbols are asked for", async () => {
    const contract = (await askCoin("chainlink")).detail_platforms["ethereum"]?.contract_address ?? "";
    expect(contract).toMatch(/^0x[\da-f]{40}$/);
    const basesAt = async (query: string) => {
      const { tickers } = await (await ask(`/exchanges/uniswap_v3${query}`)).json();
      const own = tickers.filter(({ coin_id }: { coin_id: string }) => coin_id === "chainlink");
      return new Set(own.map(({ base }: { base: string }) => base));
    };
    expect(await basesAt("")).toEqual(new Set([contract.toUpperCase()]));
    expect(await basesAt("?dex_pair_format=symbol")).toEqual(new Set(["LINK"]));
  });

  it("gives prices in all currencies by ids, with what is asked for and their own time, and leaves out unknown coins", async () => {
    const query = "ids=bitcoin,ghost,hashnote-usyc&vs_currencies=inr,usd&include_last_updated_at=true";
    const prices = await (await ask(`/simple/price?${query}&include_market_cap=true`)).json();
    expect(Object.keys(prices)).toEqual(["bitcoin", "hashnote-usyc"]);
    const [row] = await askMarkets("vs_currency=usd&ids=bitcoin");
    expect(prices.bitcoin).toMatchObject({ usd: row?.current_price, usd_market_cap: row?.market_cap });
    const fields = ["inr", "inr_market_cap", "usd", "usd_market_cap", "last_updated_at"];
    expect(Object.keys(prices.bitcoin)).toEqual(fields);
    expect(prices["hashnote-usyc"].last_updated_at).toBeLessThan(NOW_MS / 1000 - 8 * 86_400);
  });

  it("has pictures of some coins, at its own addresses, and a file name without one for the others", async () => {
    const images = (await askMarkets("vs_currency=usd&page=2")).map(({ image = "" }) => image);
    const pictures = images.filter((image) => image !== "missing_large.png");
    expect([pictures.length > 25, pictures.length < 75]).toEqual([true, true]);
    const [first = ""] = pictures;
    const response = await createSampleMarket()(new Request(first));
    expect(response.headers.get("content-type")).toBe("image/png");
    const png = Buffer.from(await response.arrayBuffer());
    const [start, size] = [png.toString("latin1", 1, 4), [png.readUInt32BE(16), png.readUInt32BE(20)]];
    expect([start, size]).toEqual(["PNG", [64, 64]]);
    for (const unknown of ["bitcoin", "sample-coin-99999", "../../etc"]) {
      const request = new Request(new URL(`/pictures/${unknown}.png`, first));
      expect((await createSampleMarket()(request)).status).toBe(404);
    }
  });

  it("refuses more than a year of history on the free plan, with the code 10012", async () => {
    const market = createSampleMarket({ now: () => NOW_MS, plan: "free" });
    const answerFor = (days: string) =>
      market(new Request(`http://service/api/v3/coins/bitcoin/market_chart?vs_currency=usd&days=${days}`));
    expect((await answerFor("365d")).status).toBe(200);
    for (const days of ["max", "366"]) {
      const refused = await answerFor(days);
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ error: { status: { error_code: 10012 } } });
    }
  });

  it("knows no trust of a few exchanges, and no volume", async () => {
    const silent = (await askExchanges()).filter((row) => row.trade_volume_24h_btc === 0);
    expect(silent.length).toBeGreaterThan(0);
    expect(silent.map((row) => row.trust_score)).toEqual(silent.map(() => null));
  });
});
