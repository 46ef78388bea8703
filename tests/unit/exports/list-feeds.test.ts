import { beforeEach, expect, it, vi } from "vitest";
import { fileAddress } from "~/domain/addresses/file-addresses";
import { loader as moversLoader } from "~/routes/coins_.feed[.]atom";
import { loader as watchlistLoader } from "~/routes/watchlist_.feed[.]atom";
import { readAtom } from "../../support/atom";
import { DAY, failUnreachable, HOUR } from "../market-data/market-under-test";
import { openSampleMarket, samplePrice } from "../page-models/open-market";

vi.mock("~/services/market-data/configured.server", () => import("../page-models/open-market"));

const MORNING = Date.UTC(2026, 10, 20, 9, 30);

let setting: ReturnType<typeof openSampleMarket>;

beforeEach(() => {
  setting = openSampleMarket({ start: MORNING });
});

async function ask(path: string) {
  const request = new Request(`https://a.test${fileAddress(new URL(path, "https://a.test"))}`);
  const loader = path.startsWith("/coins") ? moversLoader : watchlistLoader;
  const response = await loader({ request, params: {}, context: {} });
  return { response, body: await response.text() };
}

async function read(path: string) {
  const { response, body } = await ask(path);
  expect(response.status, body).toBe(200);
  return readAtom(body);
}

/** The change of a day as the sample market has it. */
async function changeOf(id: string, end: number): Promise<string> {
  const [price, before] = [await samplePrice(end, id, "usd"), await samplePrice(end - DAY, id, "usd")];
  const change = (price / before - 1) * 100;
  return `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(2)}\u00a0%`;
}

it("the feed of a list has the closes of its coins, one entry a day, and no amounts", async () => {
  const { entries, links, title } = await read(
    "/watchlist/feed.atom?ids=bitcoin,ethereum,ghost&currency=usd",
  );
  expect(title).toBe("List of 3 coins: each day’s close in USD");
  expect(links["self"]).toBe("/watchlist/feed.atom?ids=bitcoin%2Cethereum%2Cghost&currency=usd");
  expect(entries).toHaveLength(30);
  for (const [age, entry] of entries.slice(0, 4).entries()) {
    const end = Date.UTC(2026, 10, 20) - age * DAY;
    const [bitcoin, ethereum] = [await changeOf("bitcoin", end), await changeOf("ethereum", end)];
    expect(entry?.title).toBe(`${19 - age} Nov 2026: Bitcoin ${bitcoin}, Ethereum ${ethereum}`);
  }
});

it("with `move` the feed of a list tells when one of its coins has moved so far", async () => {
  const { entries } = await read("/watchlist/feed.atom?ids=pepe,dogecoin&move=6&currency=usd");
  expect(entries.length).toBeGreaterThan(2);
  for (const { title } of entries)
    expect(title).toMatch(/^(?:Pepe|Dogecoin) (?:rose|fell) by 6\u00a0% or more within 24 hours$/);
});

it("a list's day is told only once all of its coins are known, and never changes", async () => {
  const { service } = setting;
  const { answer } = service;
  service.answer = (path) => (path.includes("/ethereum/") ? failUnreachable() : answer(path));
  expect((await read("/watchlist/feed.atom?ids=bitcoin,ethereum")).entries).toEqual([]);
  service.answer = answer;
  setting.clock.advance(2 * HOUR);
  const { entries } = await read("/watchlist/feed.atom?ids=bitcoin,ethereum");
  expect(entries).toHaveLength(30);
  setting.clock.advance(DAY);
  await read("/watchlist/feed.atom?ids=bitcoin,ethereum");
  const later = await read("/watchlist/feed.atom?ids=bitcoin,ethereum");
  expect(later.entries.slice(1)).toEqual(entries.slice(0, 29));
});

it.each([
  ["ids=bitcoin:0.5", "Feeds are public, so a list with amounts has none."],
  ["ids=bitcoin,ethereum:2@100usd&move=5", "Feeds are public, so a list with amounts has none."],
  ["", "Name the coins of the list, as in ids=bitcoin,ethereum."],
  ["ids=bitcoin&move=x", "The value of “move” cannot be read. Use digits above zero, such as 70000 or 0.5."],
])("a list's feed with %j is refused in a sentence, and no log has its amounts", async (query, sentence) => {
  const path = `/watchlist/feed.atom?${query}`;
  expect(fileAddress(new URL(path, "https://a.test"))).not.toMatch(/0\.5|:2|100/);
  expect(await ask(path)).toMatchObject({ response: { status: 400 }, body: `${sentence}\n` });
});

it.each(["gainers", "losers"])("the feed of %s has each day's largest moves, as told first", async (list) => {
  const path = `/coins/feed.atom?list=${list}&top=100&currency=usd`;
  const { entries } = await read(path);
  expect(entries).toHaveLength(6);
  for (const [age, { title, content }] of entries.entries()) {
    expect(title).toMatch(
      new RegExp(`^${list === "gainers" ? "Gainers" : "Losers"}, Top 100 on ${19 - age} Nov 2026: `),
    );
    const moves = [...(content?.split("USD: ")[1] ?? "").matchAll(/[+−]([\d.]+)\u00a0%/g)].map(([, size]) =>
      Number(size),
    );
    expect(moves).toHaveLength(10);
    expect(moves).toEqual([...moves].sort((one, other) => other - one));
  }
  const [, , { content = "" } = {}] = entries;
  if (content.includes("Pepe "))
    expect(content).toContain(`Pepe ${await changeOf("pepe", MORNING - 2 * DAY - 9.5 * HOUR)}`);
  const before = setting.calls.length;
  setting.clock.advance(5 * HOUR);
  expect((await read(path)).entries).toEqual(entries);
  expect(setting.calls).toHaveLength(before);
  setting.clock.advance(DAY);
  expect((await read(path)).entries.slice(1)).toEqual(entries);
});

it("feeds of lists without data are a 503 with the time to come back, and of unknown coins a 404", async () => {
  expect((await ask("/watchlist/feed.atom?ids=ghost")).response.status).toBe(404);
  setting.service.answer = failUnreachable;
  for (const path of ["/coins/feed.atom?list=losers&top=1000", "/watchlist/feed.atom?ids=bitcoin"]) {
    const { response } = await ask(path);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});
