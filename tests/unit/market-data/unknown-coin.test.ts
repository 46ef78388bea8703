import { beforeEach, expect, it, vi } from "vitest";
import type { MarketData } from "~/services/market-data/market-data.server";
import { FAULTS } from "../../support/faulty-upstream";
import {
  answerNormally,
  eventually,
  failureOf,
  MINUTE,
  marketWithServer,
  SECOND,
  watchWarnings,
} from "./market-under-test";

beforeEach(() => void watchWarnings());

function watchedWarnings(): readonly unknown[] {
  return vi.mocked(console.warn).mock.calls;
}

it("remembers an unknown coin for ten minutes", async () => {
  const { market, clock, upstream } = await marketWithServer(() => FAULTS.coinNotFound);
  expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
  clock.advance(10 * MINUTE - 1);
  expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
  expect(upstream.calls).toHaveLength(1);
  clock.advance(1);
  expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
  expect(upstream.calls).toHaveLength(2);
});

it("remembers it for ten minutes each time, however often the coin was unknown", async () => {
  const { market, clock, upstream } = await marketWithServer(() => FAULTS.coinNotFound);
  for (let time = 1; time <= 5; time++) {
    await failureOf(market.coin("ghost"));
    expect(upstream.calls).toHaveLength(time);
    clock.advance(10 * MINUTE);
  }
});

it("stops showing a coin once the service says that there is none", async () => {
  const { market, clock, upstream } = await marketWithServer();
  await market.coin("gone");
  upstream.behave(() => FAULTS.coinNotFound);
  clock.advance(61 * MINUTE);
  expect((await failureOf(market.coin("gone"))).reason).toBe("not-found");
});

it("shows a coin that was known after one 404, and stops after the second", async () => {
  const { market, clock, upstream } = await marketWithServer();
  const known = await market.coin("bitcoin");
  upstream.behave(() => FAULTS.coinNotFound);
  clock.advance(MINUTE + 1);
  await market.coin("bitcoin");
  await eventually(() => expect(upstream.calls).toHaveLength(2));
  await eventually(() => expect(watchedWarnings()).toHaveLength(1));
  expect((await market.coin("bitcoin")).value).toBe(known.value);
  clock.advance(5 * SECOND);
  expect((await market.coin("bitcoin")).value).toBe(known.value);
  await eventually(async () => expect((await failureOf(market.coin("bitcoin"))).reason).toBe("not-found"));
  expect(upstream.calls).toHaveLength(3);
});

it("shows a coin that was known after a 500 and one 404", async () => {
  const { market, clock, upstream } = await marketWithServer();
  const known = await market.coin("bitcoin");
  clock.advance(MINUTE + 1);
  for (const [index, behaviour] of [FAULTS.serverError, FAULTS.coinNotFound].entries()) {
    upstream.behave(() => behaviour);
    expect((await market.coin("bitcoin")).value).toBe(known.value);
    await eventually(() => expect(watchedWarnings()).toHaveLength(index + 1));
    clock.advance(20 * SECOND);
  }
  expect((await market.coin("bitcoin")).value).toBe(known.value);
  await eventually(async () => expect((await failureOf(market.coin("bitcoin"))).reason).toBe("not-found"));
  expect(upstream.calls).toHaveLength(4);
});

it("keeps a coin that is missing once and then found again", async () => {
  const { market, clock, upstream } = await marketWithServer();
  await market.coin("bitcoin");
  for (let time = 1; time <= 3; time++) {
    upstream.behave(() => FAULTS.coinNotFound);
    clock.advance(MINUTE + 1);
    await market.coin("bitcoin");
    await eventually(() => expect(watchedWarnings()).toHaveLength(time));
    upstream.behave(answerNormally);
    clock.advance(5 * SECOND);
    await market.coin("bitcoin");
    await eventually(async () => expect((await market.coin("bitcoin")).fetchedAt).toBe(clock.now()));
  }
});

it.each([
  { what: "the list", read: (market: MarketData) => market.coins("usd", 1) },
  { what: "a history", read: (market: MarketData) => market.priceHistory("bitcoin", "usd", "7d") },
  { what: "the exchanges", read: (market: MarketData) => market.exchanges() },
])("treats a 404 for $what as a failure of the service", async ({ read }) => {
  const { market, clock, upstream } = await marketWithServer(() => FAULTS.coinNotFound);
  expect((await failureOf(read(market))).reason).toBe("bad-response");
  clock.advance(5 * SECOND);
  await failureOf(read(market));
  expect(upstream.calls).toHaveLength(2);
});

it("keeps showing a list while the service answers 404, however often", async () => {
  const { market, clock, upstream } = await marketWithServer();
  const known = await market.coins("usd", 1);
  upstream.behave(() => FAULTS.coinNotFound);
  clock.advance(MINUTE + 1);
  for (let time = 1; time <= 3; time++) {
    expect((await market.coins("usd", 1)).value).toBe(known.value);
    await eventually(() => expect(watchedWarnings()).toHaveLength(time));
    clock.advance(MINUTE);
  }
});

it("does not block calls for other pages", async () => {
  const { market, upstream } = await marketWithServer(({ path }) =>
    path === "/coins/ghost" ? FAULTS.coinNotFound : { kind: "answer", body: { id: "bitcoin" } },
  );
  await failureOf(market.coin("ghost"));
  expect((await market.coin("bitcoin")).value.id).toBe("bitcoin");
  expect(upstream.calls).toHaveLength(2);
});

it.each([
  { what: "no text", id: "" },
  { what: "a dot segment", id: "." },
  { what: "the segment of the parent", id: ".." },
  { what: "two segments", id: "a/b" },
  { what: "a way up", id: "../exchanges" },
  { what: "a line break", id: "a\nb" },
  { what: "a null byte", id: "a\u0000b" },
  { what: "the control character DEL", id: "a\u007fb" },
  { what: "a control character of the second set", id: "a\u0085b" },
  { what: "half of a character", id: "a\ud83d" },
  { what: "a character that turns the line around", id: "a\u202eb" },
  { what: "a zero-width space", id: "a\u200bb" },
  { what: "129 characters", id: "a".repeat(129) },
])("treats $what as an unknown coin without a call", async ({ id }) => {
  const { market, upstream } = await marketWithServer();
  expect((await failureOf(market.coin(id))).reason).toBe("not-found");
  expect((await failureOf(market.priceHistory(id, "usd", "7d"))).reason).toBe("not-found");
  expect(upstream.calls).toEqual([]);
});

it.each([
  ["1move token", "/coins/1move%20token"],
  ["_", "/coins/_"],
  ["...", "/coins/..."],
  ["币安人生", "/coins/%E5%B8%81%E5%AE%89%E4%BA%BA%E7%94%9F"],
  ["🚀", "/coins/%F0%9F%9A%80"],
  ["a?b=c&d#e", "/coins/a%3Fb%3Dc%26d%23e"],
  ["a%2Fb", "/coins/a%252Fb"],
  ["%2e%2e", "/coins/%252e%252e"],
  ["a;b+c", "/coins/a%3Bb%2Bc"],
  ["x".repeat(128), `/coins/${"x".repeat(128)}`],
])("encodes the coin %j as exactly one segment", async (id, path) => {
  const { market, upstream } = await marketWithServer();
  expect((await market.coin(id)).value.id).toBe(id);
  await market.priceHistory(id, "eur", "7d");
  expect(upstream.calls.map((call) => call.path)).toEqual([
    path,
    `${path}/market_chart?vs_currency=eur&days=7d`,
  ]);
});
