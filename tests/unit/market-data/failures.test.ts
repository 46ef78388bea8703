import { inspect } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseBoundedJson } from "~/services/bounded-body.server";
import type { MarketData } from "~/services/market-data/market-data.server";
import { type FailureReason, MarketDataFailure } from "~/services/market-data/policy/failure.server";
import { createClient } from "~/services/market-data/source/client.server";
import { type AnswerStore, EMPTY_STORE } from "~/services/market-data/store/answer-store.server";
import { throwFailureResponse } from "~/services/responses/responses.server";
import { type Behaviour, FAULTS, limited, longBody, redirect } from "../../support/faulty-upstream";
import {
  answerNormally,
  createGate,
  eventually,
  failUnreachable,
  failureOf,
  fakeTimeouts,
  fakeTimers,
  HOUR,
  historyOf,
  MINUTE,
  marketInTime,
  marketWithFunction,
  marketWithServer,
  metricOf,
  promisesSettled,
  refuseFor,
  SECOND,
  times,
} from "./market-under-test";
import { bodyFor } from "./small-bodies";

const KEY = "CG-very-secret-key";
const SLOW = { timeoutMs: 10_000 };

/** A body that is sent with status 200. */
const sends = (body: unknown) => ({ kind: "answer", body }) as const;
const THROTTLED = { status: { error_code: 429, error_message: "Throttled." } };
const NOT_FOUND = { status: { error_message: "Could not find coin with the given id" } };
const refusal = (status: number, error_code: number) => ({ ...sends({ status: { error_code } }), status });
const NO_KEY = { error_code: 10002, error_message: "API key not found" };

describe("a service that", () => {
  it.each<[does: string, Behaviour, words: RegExp, reason?: FailureReason, requests?: number]>([
    ["resets", { kind: "reset" }, /no connection \((ECONNRESET|UND_ERR_SOCKET)\)/, "unreachable", 2],
    ["cuts its answer", { kind: "cut" }, /no connection \(\w+\)/, "unreachable"],
    ["stalls", { kind: "stall" }, /no answer within 10000 ms/, "timed-out"],
    ["answers 500", FAULTS.serverError, /HTTP 500/],
    ["answers 404", FAULTS.coinNotFound, /HTTP 404/, "not-found"],
    ["redirects (it is not followed)", redirect("https://elsewhere.test/"), /HTTP 302/],
    ["answers 429", limited("60"), /HTTP 429/, "rate-limited"],
    ["answers 503 with a time", limited("60", 503), /HTTP 503/, "rate-limited"],
    ["answers 401 with code 10012", FAULTS.beyondPlan, /HTTP 401/],
    ["repeats the key", { ...sends({ error: `${KEY} is wrong` }), status: 403 }, /HTTP 403/],
    ["sends an HTML page", FAULTS.html, /the body is not JSON/],
    ["sends another shape", FAULTS.wrongShape, /the body is not a coin/],
    ["sends 429 with 200", sends(THROTTLED), /HTTP 200, error 429/, "rate-limited"],
    ["sends 429 with 200, in an error", sends({ error: THROTTLED }), /HTTP 200, error 429/, "rate-limited"],
    ["sends 10012 with 200", sends({ status: { error_code: 10012 } }), /HTTP 200, error 10012/],
    ["says not found with 200", sends({ error: "coin not found" }), /HTTP 200, error 404/, "not-found"],
    ["says 404 with 200", sends({ status: { error_code: 404 } }), /HTTP 200, error 404/, "not-found"],
    ["finds none, with 200", sends({ error: NOT_FOUND }), /HTTP 200, error 404/, "not-found"],
    ["finds no key, with 200", sends({ status: NO_KEY }), /HTTP 200, error 10002: .*_API_KEY/],
    [
      "wants another key",
      refusal(400, 10011),
      /HTTP 400, error 10011: this is a Demo key; .*=https:\/\/api\./,
    ],
    ["wants another address", refusal(400, 10010), /error 10010: this is a Pro key; .*=https:\/\/pro-api\./],
    ["has a plan too small", refusal(403, 10005), /HTTP 403, error 10005: the plan does not/],
    ["sends null", sends(null), /the body is not a coin/],
    ["sends nothing", sends(""), /the body is not JSON/],
    ["sends half a text", sends('[{"id":'), /the body is not JSON/],
    ["announces 11 MB", longBody(11_000_000, "announced"), /longer than 2000000 bytes/],
    ["sends 11 MB in chunks", longBody(11_000_000, "chunked"), /longer than 2000000 bytes/],
  ])(
    "%s fails its call, which is logged in one line without the key",
    async (_does, behaviour, words, reason = "bad-response", requests = 1) => {
      const limits = fakeTimeouts();
      const { market, upstream } = await marketWithServer(() => behaviour, { apiKey: KEY, ...SLOW });
      const failing = Promise.all([1, 2, 3].map(() => failureOf(market.coin("1move token"))));
      await eventually(() => expect(upstream.calls).toHaveLength(requests));
      if (behaviour.kind === "stall") limits.pass();
      const failures = await failing;
      expect(failures.map((failure) => failure.reason)).toEqual([reason, reason, reason]);
      expect(upstream.calls).toHaveLength(requests);
      const line = `^market data: ${reason}: /coins/1move%20token: .*${words.source}.* \\(\\d+ ms\\)$`;
      const log = vi.mocked(console.warn).mock.calls;
      expect(log).toEqual([[expect.stringMatching(new RegExp(line))]]);
      expect(inspect([failures, log], { depth: null, showHidden: true })).not.toContain(KEY);
    },
  );

  it.each(["announced", "chunked"] as const)("sends exactly 2 MB (%s) is read", async (length) => {
    const { market } = await marketWithServer(() => longBody(2_000_000, length));
    expect((await market.common.exchanges.read()).value).toEqual([]);
  });

  it("sends 429 with 200 gets no calls at all for a while", async () => {
    const { market, upstream, clock } = await marketWithServer(() => sends(THROTTLED));
    await failureOf(market.coin("bitcoin"));
    expect((await failureOf(market.common.exchanges.read())).reason).toBe("rate-limited");
    expect(upstream.calls).toHaveLength(1);
    upstream.behave(answerNormally);
    clock.advance(5 * SECOND);
    expect((await market.common.exchanges.read()).value).not.toHaveLength(0);
  });

  it("begins its answers with a byte order mark is read", async () => {
    const { market } = await marketWithServer(({ path }) => sends(`\ufeff${JSON.stringify(bodyFor(path))}`));
    expect((await market.coin("bitcoin")).value.id).toBe("bitcoin");
    expect((await market.common.exchanges.read()).value).not.toHaveLength(0);
  });

  it("refuses connections, or speaks no TLS, is named by the code of the error", async () => {
    const { market, upstream } = await marketWithServer();
    const baseUrl = upstream.url.replace("http:", "https:");
    const getBody = createClient({ baseUrl, apiKey: null, timeoutMs: 0, fetch });
    const message = expect.stringMatching(/^\/exchanges: no connection \(ERR_SSL_[A-Z_]+\)$/);
    expect(await failureOf(getBody("/exchanges", 1000))).toMatchObject({ reason: "unreachable", message });
    await upstream.refuse();
    expect((await failureOf(market.common.exchanges.read())).message).toContain(
      "no connection (ECONNREFUSED)",
    );
  });
});

describe("a slow call", () => {
  it("is ended by the timeout after some of its body, too", async () => {
    const limits = fakeTimeouts();
    const fetch = vi.spyOn(globalThis, "fetch");
    const { market, upstream } = await marketWithServer(() => ({ kind: "stall", after: "some-body" }), SLOW);
    const failure = failureOf(market.common.exchanges.read());
    await eventually(() => expect(upstream.calls).toHaveLength(1));
    await fetch.mock.results[0]?.value;
    limits.pass();
    expect((await failure).reason).toBe("timed-out");
    expect(limits.asked).toEqual([SLOW.timeoutMs]);
  });

  it.each([
    [0, 300_000],
    [600_000, 300_000],
    [10_000, 10_000],
  ])("is given up, where %d ms are configured, after %d", async (timeoutMs, limitMs) => {
    const asked = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation(() => AbortSignal.abort(new DOMException("The time is over", "TimeoutError")));
    const getBody = createClient({ baseUrl: "http://service.test", apiKey: null, timeoutMs, fetch });
    const message = `/exchanges: no answer within ${limitMs} ms`;
    expect(await failureOf(getBody("/exchanges", 1000))).toMatchObject({ reason: "timed-out", message });
    expect(asked).toHaveBeenCalledWith(limitMs);
  });
});

it.each([
  ["brackets and commas", `${"[{".repeat(20)},,,,,`],
  ["an escaped quote", '"'],
  ["an escaped backslash at the end", "\\"],
  ["two escaped backslashes at the end", "\\\\"],
  ["an escaped backslash before an escaped quote", `\\"${"[,".repeat(20)}`],
])("a string with %s counts as one value of a body and nests nothing", (_what, text) => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const read = (body: string, maxValues = 6) => parseBoundedJson(body, { maxBytes: 1000, maxValues });
  const six = [text, text, { [text]: 1, b: 2 }];
  expect(read(JSON.stringify(six))).toEqual(six);
  // All that comes after a string counts.
  const then = (after: string) => `[${JSON.stringify(text)},${after}]`;
  expect(read(then("1,2,3,4"))).toHaveLength(5);
  expect(() => read(then("1,2,3,4,5"))).toThrow("more than 6 values");
  expect(read(then(nested(9)), 50)).toHaveLength(2);
  expect(() => read(then(nested(10)), 50)).toThrow("nests more than 10 levels");
});

it("a fault of our own is a bad response, keeps what is known, and is logged with its stack", async () => {
  const { market, clock, calls, service } = marketWithFunction();
  const { fetchedAt } = await market.common.exchanges.read();
  service.answer = () => {
    throw new TypeError("Cannot read properties of undefined");
  };
  clock.advance(10 * MINUTE + 1);
  for (const seconds of [0, 4, 1]) {
    clock.advance(seconds * SECOND);
    for (let reader = 0; reader < 10; reader++) {
      expect((await market.common.exchanges.read()).fetchedAt).toBe(fetchedAt);
      await promisesSettled();
    }
  }
  for (const _reader of [1, 2])
    expect((await failureOf(market.common.coinNames.read())).reason).toBe("bad-response");
  expect(calls).toEqual(["/exchanges", "/exchanges", "/exchanges", "/coins/list"]);
  const line = (path: string) =>
    expect.stringMatching(`: bad-response: ${path}: a fault while reading the response \\(\\d+ ms\\)$`);
  expect(vi.mocked(console.warn).mock.calls).toEqual(calls.slice(1).map((path) => [line(path)]));
  const errors = vi.mocked(console.error);
  const stack = expect.stringContaining("failures.test.ts");
  expect(errors.mock.calls).toEqual(Array(3).fill([expect.objectContaining({ stack })]));
  errors.mockClear();
});

describe("a page whose data call failed", () => {
  /** The response that a loader throws for this error. */
  function thrownFor(error: unknown): unknown {
    try {
      throwFailureResponse(error);
    } catch (thrown) {
      return thrown;
    }
  }

  it.each([
    ["not-found", undefined, 404, "Not Found", ""],
    ["rate-limited", undefined, 503, "Service Unavailable", "5"],
    ["rate-limited", 60_000, 503, "Service Unavailable", "60"],
    ["overloaded", 1001, 503, "Service Unavailable", "2"],
    ["timed-out", 1, 503, "Service Unavailable", "1"],
    ["unreachable", 5000, 502, "Bad Gateway", ""],
    ["bad-response", undefined, 502, "Bad Gateway", ""],
    ["beyond-plan", undefined, 502, "Bad Gateway", ""],
  ] as const)(
    "with %s, and %s ms to wait, is answered %d %s, with Retry-After in whole seconds where that makes sense",
    async (reason, retryAfterMs, status, statusText, seconds) => {
      const response = thrownFor(new MarketDataFailure(reason, "for the log only", { retryAfterMs }));
      if (!(response instanceof Response)) throw new Error("no Response was thrown");
      expect(response).toMatchObject({ status, statusText });
      expect(await response.text()).toBe(seconds);
      expect(response.headers.get("retry-after") ?? "").toBe(seconds);
    },
  );

  it("by a fault of our own gets no response of this kind", () => {
    const fault = new TypeError("a fault of ours");
    expect(thrownFor(fault)).toBe(fault);
  });

  it("is delayed by a limit, and fails for any other reason", () => {
    const reasons = ["rate-limited", "overloaded", "timed-out", "unreachable", "bad-response"] as const;
    const delays = reasons.filter((reason) => new MarketDataFailure(reason, "").isDelay);
    expect(delays).toEqual(["rate-limited", "overloaded"]);
  });
});

describe("after a failed call", () => {
  it("a cold page fails at once, without a call and with the time that is left; others are served", async () => {
    const { market, clock, calls, service } = marketWithFunction();
    service.answer = (path) => (path === "/exchanges" ? failUnreachable() : bodyFor(path));
    for (const [index, seconds] of [5, 10, 20, 40, 80, 160, 300, 300, 300].entries())
      for (const leftMs of [seconds * SECOND, 1]) {
        const failure = await failureOf(market.common.exchanges.read());
        expect(failure).toMatchObject({ reason: "unreachable", retryAfterMs: leftMs });
        expect(calls).toHaveLength(index + 1);
        clock.advance(leftMs === 1 ? 1 : leftMs - 1);
      }
    expect((await market.coins("usd", 1)).value).toHaveLength(1);
  });

  it("the next success ends it all: another failure has a cool-down of 5 s again", async () => {
    const { market, clock, service } = marketWithFunction();
    const coolDownMs = async () => (await failureOf(market.coins("usd", 1))).retryAfterMs;
    service.answer = failUnreachable;
    expect(await coolDownMs()).toBe(5 * SECOND);
    clock.advance(5 * SECOND);
    expect(await coolDownMs()).toBe(10 * SECOND);
    clock.advance(10 * SECOND);
    service.answer = bodyFor;
    await market.coins("usd", 1);
    service.answer = failUnreachable;
    clock.advance(HOUR + 1);
    expect(await coolDownMs()).toBe(5 * SECOND);
  });
});

function readPages(market: MarketData): Promise<unknown>[] {
  const lists = [1, 2].map((page) => market.coins("usd", page));
  return [...lists, market.coin("bitcoin"), historyOf(market, "24h"), market.common.exchanges.read()];
}

describe("a pause", () => {
  /** The service's own clock, which its dates are counted from; ours may differ. */
  const SERVICE_TIME = Date.UTC(2035, 0, 1);
  const inSeconds = (seconds: number) => new Date(SERVICE_TIME + seconds * SECOND).toUTCString();

  /** An answer with this `Retry-After`, and the time of the service's own clock. */
  const asks = (header: string | null, status: 429 | 503 = 429): Behaviour => {
    const refusal = limited(header, status);
    return { ...refusal, headers: { ...refusal.headers, date: inSeconds(0) } };
  };
  const CUT: Behaviour = { kind: "cut", status: 429, headers: { "retry-after": "60" } };
  const COOL_DOWN = 5;

  it.each([
    ["seconds", asks("60"), 60],
    ["seconds and 503", asks("60", 503), 60],
    ["a date", asks(inSeconds(60)), 60],
    ["a date and 503", asks(inSeconds(60), 503), 60],
    ["seconds since the epoch", asks(String(SERVICE_TIME / SECOND + 60)), 60],
    ["an hour, of which ten minutes count", asks("3600"), 600],
    ["a day, of which ten minutes count", asks(inSeconds(86_400)), 600],
    ["seconds, and a body that is cut off", CUT, 60],
    ["seconds and 200, with 429 in the body", { ...asks("60"), ...sends(THROTTLED), status: 200 }, 60],
    ["nothing", asks(null), COOL_DOWN],
    ["nothing, but an HTML page", FAULTS.limitedAsHtml, COOL_DOWN],
    ["no time", asks("soon"), COOL_DOWN],
    ["a negative number", asks("-5"), COOL_DOWN],
    ["a fraction", asks("1.5"), COOL_DOWN],
    ["two numbers", asks("7, 9"), COOL_DOWN],
    ["a power", asks("1e3"), COOL_DOWN],
    ["zero", asks("0"), COOL_DOWN],
    ["a date of another form", asks("2040-01-01"), COOL_DOWN],
    ["a date in the past", asks("Sun, 06 Nov 1994 08:49:37 GMT"), COOL_DOWN],
  ])("lasts for all pages as long as the service says: %s", async (_what, behaviour, seconds) => {
    const { market, clock, upstream } = await marketWithServer(() => behaviour);
    expect((await failureOf(market.coins("usd", 1))).retryAfterMs).toBe(seconds * SECOND);
    upstream.behave(answerNormally);
    // Visitors wait for the end in the last three seconds.
    for (const leftMs of [seconds * SECOND, 4 * SECOND]) {
      if (leftMs === 4 * SECOND) clock.advance((seconds - 4) * SECOND);
      const expected = expect.objectContaining({ reason: "rate-limited", retryAfterMs: leftMs });
      expect(await Promise.all(readPages(market).map(failureOf))).toEqual(Array(5).fill(expected));
    }
    expect(upstream.calls).toHaveLength(1);
    clock.advance(4 * SECOND);
    await Promise.all(readPages(market));
    expect(upstream.calls).toHaveLength(6);
  });

  it("does not begin with a 503 without a valid Retry-After", async () => {
    const { market, upstream } = await marketWithServer(() => limited("-5", 503));
    await failureOf(market.coins("usd", 1));
    upstream.behave(answerNormally);
    expect((await market.coins("usd", 2)).value).toHaveLength(1);
  });

  it("lasts as long as the longer of two answers asks for", async () => {
    const { market, clock, calls, service } = marketWithFunction();
    service.answer = (path) => refuseFor((path.endsWith("page=1") ? 60 : 10) * SECOND);
    await Promise.all([market.coins("usd", 1), market.coins("usd", 2)].map(failureOf));
    clock.advance(56 * SECOND);
    expect((await failureOf(market.common.exchanges.read())).retryAfterMs).toBe(4 * SECOND);
    expect(calls).toHaveLength(2);
  });

  it("leaves pages stale, and has one refresh each after it", async () => {
    const { market, clock, calls, service } = marketWithFunction();
    const readAll = async () => {
      await Promise.all(readPages(market));
      await promisesSettled();
    };
    await readAll();
    service.answer = () => refuseFor(MINUTE);
    clock.advance(20 * MINUTE);
    await failureOf(market.coins("inr", 9));
    calls.length = 0;
    service.answer = bodyFor;
    for (const seconds of [0, 30, 29]) {
      clock.advance(seconds * SECOND);
      await readAll();
      expect(calls).toEqual([]);
    }
    clock.advance(SECOND);
    await readAll();
    expect(calls).toHaveLength(5);
    expect((await market.common.exchanges.read()).fetchedAt).toBe(clock.now());
  });

  it("of two seconds is waited for", async () => {
    onTestFinished(fakeTimers());
    const { market, service, starts, wait } = marketInTime();
    service.answer = () => refuseFor(2 * SECOND);
    await failureOf(market.coins("usd", 1));
    service.answer = bodyFor;
    const waiting = market.coins("usd", 2);
    await wait(2 * SECOND);
    expect((await waiting).value).toHaveLength(1);
    expect(starts).toEqual([0, 2 * SECOND]);
  });

  it("ends queued calls, but none under way", async () => {
    const { market, calls, registry, service } = marketWithFunction();
    const [limitedNow, othersNow] = [createGate(), createGate()];
    service.answer = (path) =>
      path.endsWith("page=1")
        ? limitedNow.opened.then(() => refuseFor(MINUTE))
        : othersNow.opened.then(() => bodyFor(path));
    const outcomes = Promise.allSettled(times(20, (page) => market.coins("usd", page)));
    limitedNow.open();
    await promisesSettled();
    othersNow.open();
    expect((await outcomes).filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(calls).toHaveLength(4);
    expect(await metricOf(registry, "market_data_queue_length")).toBe(0);
  });

  /** A store that keeps the second page's call waiting for a gate: for its lock, for its slot, or once it has one. */
  function storeThatWaits(where: string, gate: Promise<void>): AnswerStore {
    const steps: string[] = [];
    const waitAt = async (step: string, name = "page=2") => {
      if (name.endsWith("page=2")) steps.push(step);
      if (steps.join() === where) await gate;
    };
    return {
      ...EMPTY_STORE,
      read: (name) => waitAt("read", name).then(() => EMPTY_STORE.read(name)),
      lock: (name) => waitAt("lock", name).then(() => EMPTY_STORE.lock(name)),
      countCall: (callsPerMinute) => waitAt("count").then(() => EMPTY_STORE.countCall(callsPerMinute)),
    };
  }

  it.each([
    [60, "waits for its lock", "count,read,lock"],
    [60, "is counted among those of all replicas", "count,read,lock,count"],
    [2, "is counted among those of all replicas", "count,read,lock,count"],
    [60, "has its slot and looks into the store", "count,read,lock,count,read"],
    [2, "has its slot and looks into the store", "count,read,lock,count,read"],
  ])("of %d s prevents a call that %s when the pause begins", async (seconds, _step, where) => {
    const [goOn, limitedNow] = [createGate(), createGate()];
    const { market, calls, service } = marketWithFunction({
      callsPerMinute: 60,
      store: storeThatWaits(where, goOn.opened),
    });
    service.answer = () => limitedNow.opened.then(() => refuseFor(seconds * SECOND));
    const first = failureOf(market.coins("usd", 1));
    await promisesSettled();
    const second = failureOf(market.coins("usd", 2));
    await promisesSettled();
    limitedNow.open();
    await first;
    goOn.open();
    expect(await second).toMatchObject({ reason: "rate-limited", retryAfterMs: seconds * SECOND });
    expect(calls).toEqual(["/coins/markets?vs_currency=usd&page=1"]);
  });
});
