import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { CoinNames } from "~/domain/market/coin";
import { createMarketData, type MarketData } from "~/services/market-data/market-data.server";
import type { ServedAnswer } from "~/services/market-data/memory/answers.server";
import { createClient } from "~/services/market-data/source/client.server";
import { type Act, startKeepingService } from "../../support/reused-connections";
import {
  createClock,
  eventually,
  failureOf,
  fakeTimeouts,
  historyOf,
  MINUTE,
  marketWithServer,
  promisesSettled,
  times,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

const namesOf = ({ value }: ServedAnswer<CoinNames>) => [...value.values()];

describe("the API key", () => {
  it.each([
    ["https://pro-api.coingecko.com/api/v3", "secret", { "x-cg-pro-api-key": "secret" }],
    ["https://api.coingecko.com/api/v3", "secret", { "x-cg-demo-api-key": "secret" }],
    ["https://api.pro-api.example/v3", "secret", { "x-cg-demo-api-key": "secret" }],
    ["http://127.0.0.1:4000", "secret", { "x-cg-demo-api-key": "secret" }],
    ["https://api.coingecko.com/api/v3", null, {}],
  ])("is sent to %s in the header for it: %j", async (baseUrl, apiKey, expected) => {
    const requests: Request[] = [];
    const fetch = async (request: Request) => {
      requests.push(request);
      return Response.json([]);
    };
    await createClient({ baseUrl, apiKey, timeoutMs: 0, fetch })("/exchanges", 1000);
    const keys = [...(requests[0]?.headers ?? [])].filter(([name]) => name.startsWith("x-"));
    expect(Object.fromEntries(keys)).toEqual(expected);
  });

  it("is not in the address, and a User-Agent and the wish for JSON come with it", async () => {
    const { market, upstream } = await marketWithServer(undefined, { apiKey: "secret" });
    await market.coins("usd", 3);
    const { path, headers } = upstream.calls[0] ?? {};
    expect(path).toBe("/coins/markets?vs_currency=usd&page=3");
    expect(headers).toMatchObject({ accept: "application/json", "x-cg-demo-api-key": "secret" });
    expect(headers?.["user-agent"]).toMatch(/^cypto-on-the-go\/\d/);
  });
});

describe("a second try", () => {
  /** A market in front of a service that keeps connections. @param acts the first may be the answer that opens one */
  async function marketWithKeptConnections(acts: readonly Act[], timeoutMs = 0) {
    const { baseUrl, requests } = await startKeepingService(acts, bodyFor);
    const getBody = createClient({ baseUrl, apiKey: null, timeoutMs, fetch });
    const market = createMarketData({ getBody, clock: createClock() });
    if (acts[0] === "answer") await market.common.exchanges.read();
    // `fetch` has the connection free again a turn after the body was read.
    await promisesSettled();
    return { market, requests };
  }

  it.each([
    ["a reset of a reused connection", ["answer", "reset"], [0, 0, 1]],
    ["the close of a reused connection", ["answer", "close"], [0, 0, 1]],
    ["a reset of a new connection", ["reset"], [0, 1]],
  ] as const)("is made on a new connection after %s", async (_what, acts, connections) => {
    const { market, requests } = await marketWithKeptConnections(acts);
    expect((await market.coins("usd", 1)).value[0]?.id).toBe("bitcoin");
    expect(requests.map(({ connection }) => connection)).toEqual(connections);
    expect(requests.at(-1)?.path).toBe(requests.at(-2)?.path);
  });

  it.each([
    ["not made after part of the answer", ["answer", "half an answer"], 2],
    ["the last one", ["answer", "reset", "reset"], 3],
  ] as const)("is %s", async (_what, acts, calls) => {
    const { market, requests } = await marketWithKeptConnections(acts);
    expect((await failureOf(market.coins("usd", 1))).reason).toBe("unreachable");
    expect(requests).toHaveLength(calls);
  });

  it("has the remaining time of the call", async () => {
    const limits = fakeTimeouts();
    const { market, requests } = await marketWithKeptConnections(["answer", "reset", "stall"], 10_000);
    const failure = failureOf(market.coins("usd", 1));
    await eventually(() => expect(requests).toHaveLength(3));
    limits.pass();
    expect((await failure).reason).toBe("timed-out");
    // One for each call, not for each try.
    expect(limits.asked).toEqual([10_000, 10_000]);
  });
});

describe("a service that sends", () => {
  const headers = { "content-encoding": "gzip" };
  const zipped = (text: string) => ({ kind: "answer", headers, body: gzipSync(text) }) as const;
  const lists = (count: number) => `[${"[],".repeat(count - 1)}[]]`;

  it.each(["[", '{"a":'])("five million nested %s fails, and the process survives", async (opening) => {
    const { market } = await marketWithServer(() => zipped(opening.repeat(9_000_000 / opening.length)));
    expect((await failureOf(market.common.exchanges.read())).reason).toBe("bad-response");
    expect((await failureOf(market.coin("bitcoin"))).reason).toBe("bad-response");
  });

  const ERRORS = ["[".repeat(5_000_000), lists(4_700_000)];

  it.each(ERRORS)("an error of %.9s is judged by its status", async (text) => {
    const { market } = await marketWithServer(() => ({ ...zipped(text), status: 404 }));
    expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
  });

  it.each<[what: string, maxBytes: number, maxValues: number, (market: MarketData) => Promise<unknown>]>([
    ["a coin", 2_000_000, 100_000, (market) => market.coin("bitcoin")],
    ["a list", 2_000_000, 100_000, (market) => market.coins("usd", 1)],
    ["a table", 2_000_000, 100_000, (market) => market.coins("usd", 1, "volume_desc")],
    ["a row", 2_000_000, 100_000, (market) => market.coinRows(["bitcoin"], "usd")],
    ["ranks", 2_000_000, 100_000, (market) => market.rankedCoins(1)],
    ["a history", 2_000_000, 100_000, (market) => historyOf(market, "max")],
    ["exchanges", 2_000_000, 100_000, (market) => market.common.exchanges.read()],
    ["trending coins", 2_000_000, 100_000, (market) => market.common.trending.read()],
    ["names", 4_000_000, 250_000, (market) => market.common.coinNames.read()],
  ])("%s of more than %d bytes or %d values is unreadable", async (_what, maxBytes, maxValues, read) => {
    const { market, upstream, clock } = await marketWithServer(() => zipped(lists(4_700_000)));
    expect((await failureOf(read(market))).message).toContain(`longer than ${maxBytes} bytes`);
    upstream.behave(() => zipped(lists(maxValues / 2)));
    clock.advance(MINUTE);
    expect((await failureOf(read(market))).message).toContain(`more than ${maxValues} values`);
  });

  const price = times(168, (hour) => 64_668.123_456_789_01 + hour);
  const row = Object.fromEntries(times(40, (field) => [`field_of_a_row_${field}`, 0.123_456_789]));
  const url = `https://a.test/${"x".repeat(1980)}`;
  const series = times(10_000, (index) => [1_700_000_000_000 + index * MINUTE, 64_000 + index]);
  const weeks = times(250, (id) => ({ ...row, id: `${id}`, sparkline_in_7d: { price } }));
  const exchanges = times(250, (id) => ({ id: `${id}`, name: "x".repeat(200), url, image: url }));
  const names = times(40_000, (id) => ({ id: `coin-${id}`, symbol: "coin", name: "A Coin" }));
  const points = { prices: series, market_caps: series, total_volumes: series };
  const last = expect.objectContaining({ id: "250" });
  const lastPoint = [...(series.at(-1) ?? []), 74_000, 74_000];

  it.each<[what: string, body: unknown, last: unknown, (market: MarketData) => Promise<readonly unknown[]>]>([
    ["250 coins and their weeks", weeks, last, async (market) => (await market.coins("usd", 1)).value],
    ["250 exchanges", exchanges, last, async (market) => (await market.common.exchanges.read()).value],
    ["40,000 names", names, names.at(-1), async (market) => namesOf(await market.common.coinNames.read())],
    ["10,000 points", points, lastPoint, async (market) => (await historyOf(market, "max")).value],
  ])("%s has them read, and cached", async (_what, body, last, read) => {
    const { market, upstream } = await marketWithServer(() => ({ kind: "answer", body }));
    for (let time = 1; time <= 2; time++) expect((await read(market)).at(-1)).toEqual(last);
    expect(upstream.calls).toHaveLength(1);
  });
});
