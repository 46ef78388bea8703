import { beforeEach, expect, it, vi } from "vitest";
import { formatPrice } from "~/domain/format/money";
import { parseCurrency } from "~/domain/market/currency";
import { atomFeed } from "~/services/exports/atom.server";
import { coinFeed } from "~/services/exports/coin-feed.server";
import { fileResponse } from "~/services/exports/file-response.server";
import { sampleCoins } from "~/services/sample-market/sample-coins.server";
import { createSampleMarket } from "~/services/sample-market/sample-market.server";
import { readAtom } from "../../support/atom";
import { DAY, failUnreachable, HOUR, MINUTE, promisesSettled } from "../market-data/market-under-test";
import { openMarket } from "../page-models/open-market";

vi.mock("~/services/market-data/configured.server", () => import("../page-models/open-market"));

const MORNING = Date.UTC(2026, 10, 20, 9, 30);

let setting: ReturnType<typeof openMarket>;

/** The pages of another replica, or of one that has been started again. */
function openSite(options: Parameters<typeof openMarket>[0] = {}): ReturnType<typeof openMarket> {
  setting = openMarket({ start: MORNING, ...options });
  const { clock } = setting;
  const sample = createSampleMarket({ now: clock.now });
  setting.service.answer = async (path) => (await sample(new Request(`https://a.test/api/v3${path}`))).json();
  return setting;
}

beforeEach(() => void openSite());

async function ask(id: string, query = "currency=usd") {
  const response = await fileResponse(
    coinFeed(id, new URLSearchParams(query), new AbortController().signal),
    atomFeed,
  );
  return { response, body: await response.text() };
}

async function read(id = "bitcoin", query?: string) {
  const { response, body } = await ask(id, query);
  expect(response.status, body).toBe(200);
  return readAtom(body);
}

/** The price that the sample market has at a moment. */
async function priceAt(time: number, id: string, currency: string): Promise<number> {
  const sample = createSampleMarket({ now: () => time });
  const address = `https://a.test/api/v3/coins/${id}/market_chart?vs_currency=${currency}&days=1`;
  return (await (await sample(new Request(address))).json()).prices.at(-1)[1];
}

it.each([
  ["bitcoin", "usd"],
  ["bitcoin", "inr"],
  ["pepe", "eur"],
])("the feed of %s in %s has the closes of the last thirty days that have ended", async (id, currency) => {
  const { entries, updated, links, title } = await read(id, `currency=${currency}`);
  expect(entries).toHaveLength(30);
  expect(title).toMatch(new RegExp(`: each day’s close in ${currency.toUpperCase()}$`));
  expect(links).toEqual({
    self: `/coin/${id}/feed.atom?currency=${currency}`,
    alternate: `/coin/${id}?currency=${currency}`,
  });
  const midnight = Date.UTC(2026, 10, 20);
  for (const [age, entry] of entries.entries()) {
    const end = midnight - age * DAY;
    const [close, before] = [await priceAt(end, id, currency), await priceAt(end - DAY, id, currency)];
    const change = Math.abs((close / before - 1) * 100).toFixed(2);
    expect(entry.updated).toBe(new Date(end).toISOString());
    expect(entry.title).toContain(` closed at ${formatPrice(close, parseCurrency(currency))} on `);
    expect(entry.title).toMatch(new RegExp(`${close < before ? "−" : "\\+"}${change}\u00a0%\\)$`));
    expect(entry.content).toMatch(/ Low \S+, high \S+, of hourly prices\.$/);
  }
  expect(updated).toBe(entries[0]?.updated);
});

it("over three days each close comes once, and what was told stays as it was", async () => {
  const told = new Map<string | undefined, object>();
  const times: string[] = [];
  for (let step = 0; step < 3 * 24; step += 1) {
    for (const entry of (await read()).entries) {
      const before = told.get(entry.id);
      if (before === undefined && step > 0)
        times.push(new Date(setting.clock.now()).toISOString().slice(11, 13));
      expect(entry).toEqual(before ?? entry);
      told.set(entry.id, entry);
    }
    setting.clock.advance(HOUR);
    await promisesSettled();
  }
  expect(told.size).toBe(33);
  // Asked for at 01:30, and there for the next reader.
  expect(times).toEqual(["02", "02", "02"]);
  // Two in the beginning: the names of all coins, and a history. Then one a day.
  expect(setting.calls).toHaveLength(5);
});

it("thousands of feeds cause no more calls in an hour than one visitor", async () => {
  const ids = [...sampleCoins().keys()].slice(0, 3000);
  const { clock, calls } = openSite({ callsPerMonth: 10_000 });
  const statuses = new Set<number>();
  for (const [index, id] of ids.entries()) {
    statuses.add((await ask(id)).response.status);
    if (index % 250 === 249) clock.advance(5 * MINUTE);
  }
  expect(calls[0]).toBe("/coins/list");
  expect(calls.length).toBeLessThanOrEqual(7);
  expect(statuses).toEqual(new Set([200, 503]));
});

it("another replica tells the same, without a call, and goes on telling it while the service is gone", async () => {
  const answers = new Map<string, { body: string; fetchedAt: number }>();
  const store = {
    read: async (name: string) => ({ answer: answers.get(name) ?? null, pauseMs: 0 }),
    write: (name: string, answer: { body: string; fetchedAt: number }) => void answers.set(name, answer),
    ...{
      all: async function* () {},
      lock: async () => ({ release: () => {} }),
      pause: async () => {},
      close: () => {},
    },
    ...{ countCall: async () => 0, countInMonth: async () => null },
  };
  openSite({ store });
  const first = await ask("bitcoin");
  const { calls } = openSite({ store, start: MORNING + 5 * HOUR });
  expect((await ask("bitcoin")).body).toBe(first.body);
  expect(calls).toEqual([]);
  openSite({ store, start: MORNING + 2 * DAY }).service.answer = failUnreachable;
  const later = readAtom((await ask("bitcoin")).body);
  expect(later.entries).toEqual(readAtom(first.body).entries.slice(0, 28));
  // What is stored is not trusted.
  for (const body of ["", "[{}]", '[{"day":1e9}]', "null"]) {
    answers.set("days/usd/bitcoin", { body, fetchedAt: MORNING });
    openSite({ store });
    expect((await ask("bitcoin")).body).toBe(first.body);
  }
});

it("a made-up id is a 404 without a call, and a feed without data a 503 with the time to come back", async () => {
  for (const id of ["ghost", "a/b", "..", "x".repeat(300), "\u0000"])
    expect(await ask(id)).toMatchObject({ response: { status: 404 }, body: "There is no such coin.\n" });
  expect(setting.calls).toEqual(["/coins/list"]);
  openSite().service.answer = failUnreachable;
  const { response } = await ask("bitcoin");
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

it.each([
  ["<b>&\"'Bold]]>"],
  ["Bell\u0007 and \u0000null\uffff"],
  ["עברית עملة"],
  ["👩‍🚀 \ud800rocket &amp;"],
])("a coin named %j makes a valid feed", async (name) => {
  const { service } = openSite();
  const { answer } = service;
  service.answer = async (path) =>
    path === "/coins/list" ? [{ id: "bitcoin", symbol: "<&>", name }] : answer(path);
  const { title, entries } = await read();
  expect(entries).toHaveLength(30);
  expect(title).toContain(name.includes("<b>") ? name : "each day");
});

it.each([[], [[MORNING - HOUR, 5]], Array.from({ length: 40 }, (_, day) => [MORNING - day * DAY, 1e-13])])(
  "of a coin with a history that has no closes the feed is valid, and empty",
  async (...prices) => {
    const { service } = openSite();
    const { answer } = service;
    service.answer = (path) => (path.includes("market_chart") ? { prices } : answer(path));
    expect((await read()).entries).toEqual([]);
  },
);
