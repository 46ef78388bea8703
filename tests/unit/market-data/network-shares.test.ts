import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { createPatience } from "~/services/market-data/gate/patience.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import { EMPTY_STORE } from "~/services/market-data/store/answer-store.server";
import { runForNetwork, visitorNetwork } from "~/services/visitor-network.server";
import {
  categoryOf,
  failureOf,
  fakeTimers,
  HOUR,
  historyOf,
  MINUTE,
  marketInTime,
  promisesSettled,
  refuseFor,
  SECOND,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

beforeEach(fakeTimers);

const [CROWD, OTHER] = ["203.0.113.7", "2001:db8:0:1"];
const START = Date.UTC(2026, 10, 1);

/** A market on a plan of 30 calls a minute, unless given. Its visitors wait for any slot. */
function marketForNetworks(options: Parameters<typeof marketInTime>[0] = { callsPerMinute: 30 }) {
  const setting = marketInTime(options);
  const { market, wait } = setting;
  const readFor = (network: string | null, id: string, signal?: AbortSignal) =>
    runForNetwork(network, () => market.coin(id, createPatience(signal, HOUR)));
  /** Asks for different coins at once, and waits until those are there that are not refused. */
  async function readMany(network: string | null, count: number, waitMs = 45 * SECOND) {
    const ids = Array.from({ length: count }, (_, index) => `coin-${index}`);
    const outcomes = Promise.allSettled(ids.map((id) => readFor(network, id)));
    await promisesSettled();
    await wait(waitMs, 3 * SECOND);
    return (await outcomes).map((outcome) => (outcome.status === "fulfilled" ? "served" : outcome.reason));
  }
  return { ...setting, readFor, readMany };
}

const refusedFor = (retryAfterMs: number) => expect.objectContaining({ reason: "overloaded", retryAfterMs });
const served = (count: number): unknown[] => Array(count).fill("served");

describe("a network that asks for many coins", () => {
  it("gets the half of a minute's calls that nobody else makes, and is told when to retry; others are served", async () => {
    const { calls, readFor, readMany, wait } = marketForNetworks();
    expect(await readMany(CROWD, 17)).toEqual([...served(15), refusedFor(MINUTE), refusedFor(MINUTE)]);
    expect(await failureOf(readFor(CROWD, "another"))).toEqual(refusedFor(15 * SECOND));
    expect((await readFor(OTHER, "another")).value.id).toBe("another");
    expect(calls).toHaveLength(16);
    await wait(15 * SECOND, SECOND);
    expect((await readFor(CROWD, "a-third")).value.id).toBe("a-third");
  });

  it.each([
    ["another network", OTHER],
    ["visitors whose address is hidden", null],
  ])("gets a third of them once %s and it have made half", async (_who, other) => {
    const { readFor, readMany } = marketForNetworks();
    for (let coin = 0; coin < 5; coin++) void readFor(other, `other-${coin}`);
    await promisesSettled();
    expect(await readMany(CROWD, 12)).toEqual([...served(10), refusedFor(MINUTE), refusedFor(MINUTE)]);
  });

  it("gets no more than a third where the service has turned out to allow two thirds", async () => {
    const { service, market, readFor, readMany, wait } = marketForNetworks();
    const { answer } = service;
    service.answer = () => refuseFor(SECOND);
    await failureOf(market.common.exchanges.read());
    service.answer = answer;
    // From a half of the setting it has grown by a sixth.
    await wait(9 * MINUTE, 10 * SECOND);
    void readFor(OTHER, "another");
    expect(await readMany(CROWD, 12)).toEqual([...served(10), refusedFor(MINUTE), refusedFor(MINUTE)]);
  });

  it("is shown known data, and causes no refresh", async () => {
    const { market, calls, clock, readFor, readMany } = marketForNetworks();
    await readFor(OTHER, "known");
    clock.advance(61 * SECOND);
    await readMany(CROWD, 15);
    calls.length = 0;
    const stale = await runForNetwork(CROWD, () => market.coin("known"));
    expect(stale).toMatchObject({ value: { id: "known" }, freshForMs: 0, isOutOfDate: false });
    await promisesSettled();
    expect(calls).toEqual([]);
    await runForNetwork(OTHER, () => market.coin("known"));
    await promisesSettled();
    expect(calls).toEqual(["/coins/known"]);
  });

  it.each([
    ["no coins", false, (market: MarketData) => market.coins("usd", 7)],
    ["no table", false, (market: MarketData) => market.coins("usd", 7, "volume_desc")],
    ["no category", false, categoryOf],
    ["no coin", false, (market: MarketData) => market.coin("new")],
    ["no rows", false, (market: MarketData) => market.coinRows(["new"], "usd")],
    ["no history", false, (market: MarketData) => historyOf(market, "7d", "new")],
    ["exchanges", true, (market: MarketData) => market.common.exchanges.read()],
    ["all names", true, (market: MarketData) => market.common.coinNames.read()],
    ["ranks", true, (market: MarketData) => market.rankedCoins(1)],
    ["trending coins", true, (market: MarketData) => market.common.trending.read()],
  ])("gets %s then", async (_what, isServed, read) => {
    const { market, readMany } = marketForNetworks();
    await readMany(CROWD, 15);
    const reading = runForNetwork(CROWD, () => read(market));
    if (isServed) expect((await reading).value).toBeDefined();
    else expect(await failureOf(reading)).toEqual(refusedFor(15 * SECOND));
  });

  it.each([
    ["at the start of a month", START, 46],
    ["with half of the reserve left", START + 14 * 24 * HOUR, 16],
  ])("gets a fifth of the calls of six hours, of 10,000 a month: %s", async (_when, start, fifth) => {
    const options = { callsPerMinute: 1000, callsPerMonth: 10_000, start };
    const { clock, readFor, readMany } = marketForNetworks(options);
    const seen = await readMany(CROWD, fifth + 1, 0);
    expect(seen).toEqual([...served(fifth), refusedFor(10 * MINUTE)]);
    expect((await readFor(OTHER, "another")).value.id).toBe("another");
    clock.advance(MINUTE);
    expect(await failureOf(readFor(CROWD, "another-one"))).toEqual(refusedFor(10 * MINUTE));
    clock.advance(6 * HOUR);
    expect((await readFor(CROWD, "another-one")).value.id).toBe("another-one");
  });

  it.each([
    ["whose address is hidden", null, { callsPerMinute: 30 }],
    ["on a plan without limits", CROWD, {}],
  ])("has no share where it is one %s", async (_what, network, options) => {
    const { readMany } = marketForNetworks(options);
    expect(await readMany(network, 20)).toEqual(served(20));
  });

  it("is not charged for stored answers", async () => {
    const answerOf = (name: string) => ({ body: JSON.stringify(bodyFor(name)), fetchedAt: START });
    const read = async (name: string) => ({ answer: answerOf(name), pauseMs: 0 });
    const store = { ...EMPTY_STORE, read };
    const { calls, readFor } = marketForNetworks({ callsPerMinute: 30, start: START, store });
    for (let coin = 0; coin < 20; coin++) await readFor(CROWD, `coin-${coin}`);
    expect(calls).toEqual([]);
  });

  it("is not charged for a call that ends before it starts", async () => {
    const { market, calls, readFor, wait } = marketForNetworks({ callsPerMinute: 1 });
    await market.common.exchanges.read();
    const leaving = new AbortController();
    const left = failureOf(readFor(CROWD, "left", leaving.signal));
    leaving.abort();
    await left;
    // Its share is one call a minute.
    expect(await failureOf(readFor(CROWD, "next"))).toEqual(refusedFor(MINUTE));
    await wait(30 * SECOND, SECOND);
    const next = readFor(CROWD, "next");
    await wait(90 * SECOND, SECOND);
    expect((await next).value.id).toBe("next");
    expect(calls).toEqual(["/exchanges", "/coins/next"]);
  });
});

describe("twenty visitors who come through a proxy on the same machine", () => {
  const [VISITORS, VIEWS, COINS] = [20, 15, 24];

  it.each([
    ["whom it hides", () => ""],
    ["whom it names", (visitor: number) => `192.0.2.${visitor}`],
    ["of one household", (visitor: number) => `192.168.1.${visitor}`],
  ])("and %s miss at most a twentieth of their pages on 30 calls a minute", async (_who, addressOf) => {
    const { market, wait } = marketInTime({ callsPerMinute: 30 });
    /** Opens a list, or a coin with its chart. @returns whether there is anything on the page */
    async function open(number: number): Promise<boolean> {
      const patience = createPatience();
      const id = `coin-${number % COINS}`;
      const range = number % 2 === 0 ? "24h" : "7d";
      const reads =
        number % 3 === 0
          ? [market.coins("usd", 1 + (number % 5), null, patience)]
          : [market.coin(id, patience), market.priceHistory({ id, currency: "usd", range, patience })];
      return (await Promise.allSettled(reads)).some(({ status }) => status === "fulfilled");
    }
    const pages: Promise<boolean>[] = [];
    for (let number = 0; number < VISITORS * VIEWS; number += 1) {
      const network = networkBehindProxy(addressOf(number % VISITORS));
      // Each coin is opened again and again, in an order that looks random.
      pages.push(runForNetwork(network, () => open(7 * number)));
      await wait(SECOND, SECOND / 2);
    }
    await wait(10 * SECOND, SECOND);
    const missed = (await Promise.all(pages)).filter((hasSomething) => !hasSomething);
    expect(missed.length).toBeLessThanOrEqual(pages.length / 20);
  });
});

/** The network of a visitor of whom a proxy says this address. */
function networkBehindProxy(forwarded: string): string | null {
  const connection = Object.defineProperty(new Socket(), "remoteAddress", { value: "127.0.0.1" });
  const request = new IncomingMessage(connection);
  request.headers["x-forwarded-for"] = forwarded;
  return visitorNetwork(request, true);
}
