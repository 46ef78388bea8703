import { beforeEach, expect, it } from "vitest";
import { FAULTS, type UpstreamCall } from "../../support/faulty-upstream";
import {
  answerNormally,
  eventually,
  failureOf,
  HOUR,
  marketWithFunction,
  marketWithServer,
  watchWarnings,
} from "./market-under-test";

beforeEach(() => void watchWarnings());

function oneYearOnly(call: UpstreamCall) {
  return call.path.endsWith("days=max") ? FAULTS.beyondPlan : answerNormally(call);
}

function daysOf(calls: readonly UpstreamCall[]): string[] {
  return calls.map((call) => call.path.split("days=")[1] ?? "");
}

it("returns one year, and says so, when the service refuses the whole history", async () => {
  const { market, upstream } = await marketWithServer(oneYearOnly);
  const history = await market.priceHistory("bitcoin", "usd", "max");
  expect(history.isOneYearOnly).toBe(true);
  expect(history.value).toHaveLength(1);
  expect(daysOf(upstream.calls)).toEqual(["max", "365d"]);
});

it("asks for the whole history once and never again, for any coin", async () => {
  const { market, clock, upstream } = await marketWithServer(oneYearOnly);
  await market.priceHistory("bitcoin", "usd", "max");
  for (const id of ["bitcoin", "ethereum", "pepe"]) {
    expect((await market.priceHistory(id, "usd", "max")).isOneYearOnly).toBe(true);
  }
  clock.advance(25 * HOUR);
  await market.priceHistory("bitcoin", "inr", "max");
  expect(daysOf(upstream.calls)).toEqual(["max", "365d", "365d", "365d", "365d"]);
});

it("recognises the refusal with HTTP 200 as well", async () => {
  const { market, upstream } = await marketWithServer((call) =>
    call.path.endsWith("days=max") ? { ...FAULTS.beyondPlan, status: 200 } : answerNormally(call),
  );
  expect((await market.priceHistory("bitcoin", "usd", "max")).isOneYearOnly).toBe(true);
  expect(daysOf(upstream.calls)).toEqual(["max", "365d"]);
});

it("shares the answer with readers of one year, for whom it is not limited", async () => {
  const { market, upstream } = await marketWithServer(oneYearOnly);
  const all = await market.priceHistory("bitcoin", "usd", "max");
  const year = await market.priceHistory("bitcoin", "usd", "1y");
  expect(year.value).toBe(all.value);
  expect(year.isOneYearOnly).toBe(false);
  expect(upstream.calls).toHaveLength(2);
});

it("returns the same year to concurrent visitors, after one call of each kind", async () => {
  const { market, upstream } = await marketWithServer(oneYearOnly);
  const readers = Array.from({ length: 50 }, () => market.priceHistory("bitcoin", "usd", "max"));
  const histories = await Promise.all(readers);
  expect(histories.every((history) => history.isOneYearOnly)).toBe(true);
  expect(daysOf(upstream.calls)).toEqual(["max", "365d"]);
});

it.each([
  { what: "401 without that code", behaviour: { kind: "answer", status: 401, body: { error: "key" } } },
  {
    what: "401 with another code",
    behaviour: { kind: "answer", status: 401, body: { status: { error_code: 10002 } } },
  },
  { what: "401 as a page", behaviour: { kind: "answer", status: 401, body: "<h1>401</h1>" } },
  { what: "403 with that code", behaviour: { ...FAULTS.beyondPlan, status: 403 } },
  { what: "500", behaviour: FAULTS.serverError },
] as const)("treats $what for the whole history as a failure", async ({ behaviour }) => {
  const { market, upstream } = await marketWithServer(() => behaviour);
  expect((await failureOf(market.priceHistory("bitcoin", "usd", "max"))).reason).toBe("bad-response");
  expect(daysOf(upstream.calls)).toEqual(["max"]);
});

it("treats a refusal of any other range as a failure, and still asks for the whole history", async () => {
  const { market, upstream } = await marketWithServer((call) =>
    call.path.endsWith("days=30d") ? FAULTS.beyondPlan : answerNormally(call),
  );
  expect((await failureOf(market.priceHistory("bitcoin", "usd", "30d"))).reason).toBe("beyond-plan");
  expect((await market.priceHistory("bitcoin", "usd", "max")).isOneYearOnly).toBe(false);
  expect(daysOf(upstream.calls)).toEqual(["30d", "max"]);
});

it.each([{ error: { status: { error_code: 10012 } } }, { status: { error_code: 10012 } }])(
  "recognises the code in the body %j",
  async (body) => {
    const { market } = await marketWithServer((call) =>
      call.path.endsWith("days=max") ? { kind: "answer", status: 401, body } : answerNormally(call),
    );
    expect((await market.priceHistory("bitcoin", "usd", "max")).isOneYearOnly).toBe(true);
  },
);

it("returns the whole history where the plan includes it", async () => {
  const { market, calls } = marketWithFunction();
  const history = await market.priceHistory("bitcoin", "usd", "max");
  expect(history.isOneYearOnly).toBe(false);
  expect(calls).toEqual(["/coins/bitcoin/market_chart?vs_currency=usd&days=max"]);
});

it("stops asking for the whole history when a refresh of it is refused", async () => {
  const { market, clock, upstream } = await marketWithServer();
  const warnings = watchWarnings();
  await market.priceHistory("bitcoin", "usd", "max");
  upstream.behave(oneYearOnly);
  clock.advance(HOUR + 1);
  await market.priceHistory("bitcoin", "usd", "max");
  await eventually(() => expect(warnings).toHaveBeenCalledTimes(1));
  clock.advance(HOUR);
  expect((await market.priceHistory("bitcoin", "usd", "max")).isOneYearOnly).toBe(true);
  expect(daysOf(upstream.calls)).toEqual(["max", "max", "365d"]);
});
