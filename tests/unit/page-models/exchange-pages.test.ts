import { expect, it, vi } from "vitest";
import { parseExchangeView } from "~/domain/market/exchange";
import { createPatience } from "~/services/market-data/gate/patience.server";
import { exchangePage } from "~/services/page-models/exchange-page.server";
import { exchangesPage } from "~/services/page-models/exchanges-page.server";
import { exchangeBody } from "../../support/fake-bodies";
import { createGate, promisesSettled } from "../market-data/market-under-test";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

const { signal } = new AbortController();

it("an exchange's page takes one call, whose dollars are converted once the ratio of the totals is known", async () => {
  const { service, calls } = openMarket();
  const gate = createGate();
  const totals = { data: { total_market_cap: { usd: 10, inr: 850 } } };
  service.answer = (path) => (path === "/global" ? gate.opened.then(() => totals) : exchangeBody("binance"));
  const inDollars = (await exchangePage("binance", "usd", signal)).model;
  expect(calls).toEqual(["/exchanges/binance?dex_pair_format=symbol"]);
  expect(inDollars.figures.slice(0, 3)).toEqual([
    { term: "Trust Rank", value: "#1" },
    { term: "Trust Score", value: "10/10" },
    { term: "Volume (24h)", value: "$63.31B", note: "979,051\u00a0BTC" },
  ]);
  expect(inDollars.markets[0]).toMatchObject({
    name: { text: "BTC/USDT", href: "/coin/bitcoin?currency=usd" },
    cells: ["BTC/USDT", "$64,668.50", "$452.68M", "0.01\u00a0%", "High", expect.stringContaining("ago")],
  });
  const first = await exchangePage("binance", "inr", signal);
  expect(first.model).toMatchObject({ shownIn: "usd", markets: { 0: { cells: { 1: "$64,668.50" } } } });
  expect(first.freshForMs).toBeLessThanOrEqual(60_000);
  gate.open();
  await promisesSettled();
  const second = (await exchangePage("binance", "inr", signal)).model;
  expect(second).toMatchObject({ shownIn: "inr", markets: { 0: { cells: { 1: "₹54,96,822.50" } } } });
  expect(second.figures[2]?.value).toBe("₹5.38 lakh crore");
  expect(calls).toEqual(["/exchanges/binance?dex_pair_format=symbol", "/global"]);
});

it("an exchange without figures has NA for them, its volume in bitcoins alone, and no word of trust", async () => {
  const { service } = openMarket();
  service.answer = () => ({ name: "Bare", trade_volume_24h_btc: 12 });
  const { figures, markets, facts, isTrustKnown } = (await exchangePage("bare", "usd", signal)).model;
  expect(figures.map(({ value }) => value)).toEqual(["12\u00a0BTC", "NA", "NA", "NA"]);
  expect([markets, facts, isTrustKnown]).toEqual([[], [], false]);
  service.answer = () => ({ name: "Idle", trade_volume_24h_btc: 0 });
  const idle = (await exchangePage("idle", "usd", signal)).model;
  expect(idle.figures[0]).toEqual({ term: "Volume (24h)", value: "NA" });
});

it("asks again for the exchanges soon while Bitcoin's price is unknown, and without a call of its own for it", async () => {
  const { market, calls } = openMarket();
  const show = () => exchangesPage("usd", parseExchangeView(new URLSearchParams()), signal);
  const first = await show();
  expect(first).toMatchObject({ freshForMs: 60_000, model: { bitcoinPrice: null, count: 1 } });
  expect(calls).toEqual(["/exchanges"]);
  await market.coins("usd", 1, null, createPatience(signal));
  const second = await show();
  expect(second.model.bitcoinPrice).toBe(64_668.5);
  expect(second.freshForMs).toBeGreaterThan(60_000);
});
