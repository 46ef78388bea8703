import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readColourMode } from "~/domain/colour-mode";
import { readCurrency } from "~/domain/market/currency";
import { readListChange, readWatchlist } from "~/domain/watchlist/watchlist";
import { createMarketData } from "~/services/market-data/market-data.server";
import { createAnswerFile } from "~/services/market-data/store/answer-file.server";

// What version 0.1 has written, byte for byte. Later versions read it: operators and visitors lose nothing by an upgrade.

it("the file of known data is read without a call, and with the calls of the month", async () => {
  const folder = await mkdtemp(join(tmpdir(), "version-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "market-data");
  await copyFile("tests/support/version-0.1/market-data", path);
  // A minute after it was written.
  const now = 1795893482916 + 60_000;
  const clock = { now: () => now, monotonic: () => 0 };
  const store = createAnswerFile(path, "http://127.0.0.1:3151/api/v3", clock);
  const getBody = () => Promise.reject(new Error("No call is needed."));
  const market = createMarketData({ getBody, callsPerMonth: 10_000, store, clock });
  onTestFinished(() => market.close());
  await market.restored;
  const categories = await market.common.categories.read();
  expect(categories).toMatchObject({ fetchedAt: 1795893482404 });
  expect(categories.value.length).toBeGreaterThan(5);
  expect((await market.common.glance.read()).fetchedAt).toBe(1795893481056);
  expect(await store.countInMonth("2026-11", 1, 20_000)).toBe(9285);
  expect(market.records.observed.since("bitcoin", "eur", 0)).not.toEqual([]);
});

it("cookies are read", () => {
  const list = [
    { id: "bitcoin", amount: "0.5", cost: { price: "30000", currency: "usd" } },
    { id: "ethereum", amount: "2" },
    { id: "pepe", amount: null },
  ];
  expect(readWatchlist("watchlist=bitcoin:0.5@30000usd/ethereum:2/pepe")).toEqual(list);
  expect(readListChange("watchlist=bitcoin/ethereum; watchlist_change=add/ethereum//bitcoin")).toEqual({
    ...{ kind: "add", id: "ethereum", name: null },
    before: [{ id: "bitcoin", amount: null }],
    after: ["bitcoin", "ethereum"].map((id) => ({ id, amount: null })),
  });
  expect(readCurrency("currency=eur; colour-mode=dark")).toBe("eur");
  expect(readColourMode("currency=eur; colour-mode=dark")).toBe("dark");
});
