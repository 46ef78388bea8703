import { beforeEach, expect, it, vi } from "vitest";
import { fileAddress } from "~/domain/addresses/file-addresses";
import { formatPrice } from "~/domain/format/money";
import { parseCurrency } from "~/domain/market/currency";
import { loader } from "~/routes/coin.$id_.$file";
import { sampleCoins } from "~/services/sample-market/sample-coins.server";
import { readAtom } from "../../support/atom";
import {
  DAY,
  failUnreachable,
  HOUR,
  MINUTE,
  promisesSettled,
  storeInMemory,
} from "../market-data/market-under-test";
import { openSampleMarket, samplePrice } from "../page-models/open-market";

vi.mock("~/services/market-data/configured.server", () => import("../page-models/open-market"));

const MORNING = Date.UTC(2026, 10, 20, 9, 30);

let setting: ReturnType<typeof openSampleMarket>;

/** The pages of another replica, or of one that has been started again. */
function openSite(options: Parameters<typeof openSampleMarket>[0] = {}) {
  setting = openSampleMarket({ start: MORNING, ...options });
  return setting;
}

beforeEach(() => void openSite());

async function ask(id: string, query = "currency=usd") {
  const request = new Request(`http://site.test/coin/${id}/feed.atom?${query}`);
  const response = await loader({ params: { id, file: "feed.atom" }, request, context: {} });
  return { response, body: await response.text() };
}

async function read(id = "bitcoin", query?: string) {
  const { response, body } = await ask(id, query);
  expect(response.status, body).toBe(200);
  return readAtom(body);
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
    const [close, before] = [
      await samplePrice(end, id, currency),
      await samplePrice(end - DAY, id, currency),
    ];
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

it("coins of known lists have feeds without a call; days that are known later are older, and nothing else changes", async () => {
  const { market, calls, clock } = openSite({ callsPerMonth: 10_000 });
  await market.coins("usd", 1, "market_cap_desc");
  await ask("pepe");
  const before = calls.length;
  const ids = [...sampleCoins().keys()].slice(0, 20);
  const told = await Promise.all(ids.map(async (id) => (await read(id)).entries));
  expect(calls.length - before).toBeLessThanOrEqual(1);
  for (const entries of told) expect(entries.length).toBeGreaterThanOrEqual(5);
  const at = told.findIndex((entries) => entries.length < 30);
  const id = ids[at] ?? expect.fail();
  for (const [age, { title }] of (told[at] ?? []).entries())
    expect(title).toContain(
      formatPrice(await samplePrice(Date.UTC(2026, 10, 20) - age * DAY, id, "usd"), "usd"),
    );
  clock.advance(HOUR);
  await market.priceHistory({ id, currency: "usd", range: "60d" });
  const later = (await read(id)).entries;
  expect(later).toHaveLength(30);
  expect(later.slice(0, told[at]?.length)).toEqual(told[at]);
});

it("another replica tells the same, without a call, and goes on telling it while the service is gone", async () => {
  const { store, stored } = storeInMemory();
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
    stored.set("days/usd/bitcoin", { body, fetchedAt: MORNING });
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

/** A service with a price every hour, so far; the latest is the current one. */
function serve(pricesFrom: number, prices: readonly number[], current: object = {}) {
  const { service, clock } = setting;
  service.answer = (path) => {
    if (path === "/coins/list") return [{ id: "bitcoin", symbol: "btc", name: "Bitcoin" }];
    if (path.startsWith("/coins/markets")) return [{ id: "bitcoin", name: "Bitcoin", ...current }];
    const known = prices.map((price, hour) => [pricesFrom + hour * HOUR, price] as const);
    return { prices: known.filter(([time]) => time <= clock.now()) };
  };
}

const JUMP = Date.UTC(2026, 10, 17);
const hours = (count: number, price: number) => Array<number>(count).fill(price);
/** Three days: a rise above 100 at noon of the first, twice on the second, a fall on the third. */
const PRICES = [
  ...[...hours(12, 90), ...hours(18, 110), ...hours(3, 95), ...hours(3, 120)],
  ...[...hours(4, 99.99), ...hours(20, 100), ...hours(22, 80)],
];

it("a feed tells on which days a price was reached, at most once a day and direction", async () => {
  serve(JUMP, PRICES);
  const told = async (query: string) =>
    (await read("bitcoin", `currency=usd&${query}`)).entries.map(
      ({ title, updated }) => `${updated?.slice(8, 10)} ${title}`,
    );
  const rose = ["18", "17"].map((day) => `${day} Bitcoin rose to $100.00 or more`);
  expect(await told("above=100")).toEqual(rose);
  expect(await told("below=99.990&above=111&move=20")).toEqual([
    "19 Bitcoin fell by 20\u00a0% or more within 24 hours",
    "19 Bitcoin fell to $99.99 or less",
    "18 Bitcoin rose by 20\u00a0% or more within 24 hours",
    "18 Bitcoin fell to $99.99 or less",
    "18 Bitcoin rose to $111.00 or more",
  ]);
  expect(await told("above=120.01&below=79&move=1000")).toEqual([]);
});

/** What shows to a replica that the price was 105 at 09:20. */
const SIGHTS: Readonly<Record<string, () => Promise<unknown>>> = {
  async "a list"() {
    serve(JUMP, PRICES, { current_price: 105, last_updated: new Date(MORNING - 10 * MINUTE).toISOString() });
    await setting.table();
  },
  async "a chart of the day"() {
    serve(JUMP, PRICES);
    const { answer } = setting.service;
    setting.service.answer = (path) =>
      path.includes("days=24h")
        ? { prices: [90, 105, 90].map((price, index) => [MORNING - (3 - index) * 10 * MINUTE, price]) }
        : answer(path);
    await setting.market.priceHistory({ id: "bitcoin", currency: "usd", range: "24h" });
  },
  async "a later history"() {
    serve(JUMP, [...PRICES, 105, 80, 80]);
    setting.clock.advance(HOUR);
  },
};

it("what a replica saw is the same entry, whatever showed it, and all replicas go on telling it", async () => {
  const { store } = storeInMemory();
  const told: unknown[] = [];
  for (const see of Object.values(SIGHTS)) {
    openSite();
    await see();
    told.push((await read("bitcoin", "currency=usd&above=100")).entries[0]);
  }
  expect(new Set(told.map((entry) => JSON.stringify(entry))).size).toBe(1);
  expect(told[0]).toMatchObject({
    title: "Bitcoin rose to $100.00 or more",
    updated: "2026-11-20T00:00:00.000Z",
  });
  openSite({ store });
  await SIGHTS["a list"]?.();
  const [entry] = (await read("bitcoin", "currency=usd&above=50&below=1")).entries;
  expect(entry).toBeUndefined();
  for (const days of [0, 1, 9, 30]) {
    openSite({ store, start: MORNING + days * DAY });
    serve(JUMP, [...PRICES, ...hours(24 * days, 80)]);
    expect((await read("bitcoin", "currency=usd&above=100")).entries[0]).toEqual(told[0]);
  }
  openSite({ store, start: MORNING + 31 * DAY });
  serve(JUMP, [...PRICES, ...hours(24 * 31, 80)]);
  expect((await read("bitcoin", "currency=usd&above=100")).entries).toEqual([]);
});

it.each([..."abc 0 -5 1e5 0.0 Infinity ½ 1,5 <".split(" "), "9".repeat(16), "1".repeat(500), "70 000"])(
  "a feed for a price of %j is refused with a sentence",
  async (value) => {
    for (const name of ["above", "below", "move"]) {
      const { response, body } = await ask("bitcoin", String(new URLSearchParams({ [name]: value })));
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
      const sentence = `The value of “${name}” cannot be read. Use digits above zero, such as 70000 or 0.5.`;
      expect(body).toBe(`${sentence}\n`);
    }
    expect(setting.calls).toEqual([]);
  },
);

it.each([
  ["above=070,000.50&currency=USD", "currency=usd&above=70000.5"],
  ["move=5.0&below=1,00,000&above=&x=1", "currency=inr&below=100000&move=5"],
  ["above=0.000000000000000001", "currency=inr&above=0.000000000000000001"],
  ["above=abc%20&below=0", "currency=inr&above=abc&below=0"],
  ["range=7d", "currency=inr"],
])("the address with %s is that with %s", (sent, canonical) => {
  const address = new URL(`https://a.test/coin/bitcoin/feed.atom?${sent}`);
  expect(fileAddress(address)).toBe(`/coin/bitcoin/feed.atom?${canonical}`);
});
