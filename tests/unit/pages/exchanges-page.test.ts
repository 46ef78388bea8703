import { expect, it, vi } from "vitest";
import { parseExchangeView } from "~/domain/market/exchange";
import { createRequestBudget } from "~/services/market-data/calls/request-budget.server";
import { exchangesPage } from "~/services/pages/exchanges-page.server";
import { openMarket } from "./open-market";

vi.mock("~/services/market-data/configured.server", () => import("./open-market"));

it("asks again for the exchanges soon while Bitcoin's price is unknown, and without a call of its own for it", async () => {
  const { market, calls } = openMarket();
  const { signal } = new AbortController();
  const show = () => exchangesPage("usd", parseExchangeView(new URLSearchParams()), signal);
  const first = await show();
  expect(first).toMatchObject({ freshForMs: 60_000, model: { bitcoinPrice: null, count: 1 } });
  expect(calls).toEqual(["/exchanges"]);
  await market.coins("usd", 1, createRequestBudget(signal));
  const second = await show();
  expect(second.model.bitcoinPrice).toBe(64_668.5);
  expect(second.freshForMs).toBeGreaterThan(60_000);
});
