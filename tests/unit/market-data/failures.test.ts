import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { FAULTS, limited, longBody, redirect, startFaultyUpstream } from "../../support/faulty-upstream";
import {
  answerNormally,
  createGate,
  eventually,
  failureOf,
  fakeTimeouts,
  MINUTE,
  marketWithServer,
  watchWarnings,
} from "./market-under-test";

beforeEach(() => void watchWarnings());

/** Of the list of exchanges. */
const MAX_BODY_BYTES = 2_000_000;
const LIMIT = { timeoutMs: 10_000 };

describe("a service that", () => {
  it.each([
    { does: "cuts its answer", behaviour: { kind: "cut" }, reason: "unreachable" },
    { does: "answers 500", behaviour: FAULTS.serverError, reason: "bad-response" },
    { does: "answers 404", behaviour: FAULTS.coinNotFound, reason: "not-found" },
    { does: "answers 429", behaviour: limited("60"), reason: "rate-limited" },
    { does: "answers 429 without a time", behaviour: limited(null), reason: "rate-limited" },
    { does: "answers 429 as an HTML page", behaviour: FAULTS.limitedAsHtml, reason: "rate-limited" },
    { does: "answers 503 with a time", behaviour: limited("60", 503), reason: "rate-limited" },
    { does: "answers 401 with code 10012", behaviour: FAULTS.beyondPlan, reason: "bad-response" },
    { does: "answers 200 with an HTML page", behaviour: FAULTS.html, reason: "bad-response" },
    { does: "answers in a wrong shape", behaviour: FAULTS.wrongShape, reason: "bad-response" },
    { does: "answers null", behaviour: { kind: "answer", body: null }, reason: "bad-response" },
    { does: "answers nothing", behaviour: { kind: "answer", body: "" }, reason: "bad-response" },
    {
      does: "answers half a JSON text",
      behaviour: { kind: "answer", body: '[{"id":' },
      reason: "bad-response",
    },
    { does: "announces 11 MB", behaviour: longBody(11_000_000, "announced"), reason: "bad-response" },
    { does: "sends 11 MB in chunks", behaviour: longBody(11_000_000, "chunked"), reason: "bad-response" },
  ] as const)("$does is a failure with the reason $reason", async ({ behaviour, reason }) => {
    const { market, upstream } = await marketWithServer(() => behaviour);
    expect((await failureOf(market.coin("bitcoin"))).reason).toBe(reason);
    expect(upstream.calls).toHaveLength(1);
  });

  it("resets every connection is unreachable after the second try", async () => {
    const { market, upstream } = await marketWithServer(() => ({ kind: "reset" }));
    expect((await failureOf(market.coin("bitcoin"))).reason).toBe("unreachable");
    expect(upstream.calls).toHaveLength(2);
  });

  it.each(["exchanges", "coins", "history"] as const)(
    "answers %s with a body of the wrong shape is a failure",
    async (kind) => {
      const { market } = await marketWithServer(() => FAULTS.wrongShape);
      const read = {
        exchanges: () => market.exchanges(),
        coins: () => market.coins("usd", 1),
        history: () => market.priceHistory("bitcoin", "usd", "7d"),
      }[kind];
      expect((await failureOf(read())).reason).toBe("bad-response");
    },
  );

  it("refuses connections is unreachable", async () => {
    const { market, upstream } = await marketWithServer();
    await upstream.refuse();
    expect((await failureOf(market.exchanges())).reason).toBe("unreachable");
  });

  it("sends a small body that decompresses to 11 MB is a failure", async () => {
    const body = gzipSync(`[${" ".repeat(11_000_000)}]`);
    const { market } = await marketWithServer(() => ({
      kind: "answer",
      headers: { "content-encoding": "gzip" },
      body,
    }));
    expect((await failureOf(market.exchanges())).reason).toBe("bad-response");
  });

  it.each(["announced", "chunked"] as const)("sends exactly 2 MB (%s) is read", async (length) => {
    const { market } = await marketWithServer(() => longBody(MAX_BODY_BYTES, length));
    expect((await market.exchanges()).value).toEqual([]);
  });

  it("redirects is not followed, so that the key goes nowhere else", async () => {
    const elsewhere = await startFaultyUpstream(answerNormally);
    onTestFinished(() => elsewhere.stop());
    const { market, upstream } = await marketWithServer(() => redirect(`${elsewhere.url}/exchanges`), {
      apiKey: "secret",
    });
    await failureOf(market.exchanges());
    expect(upstream.calls).toHaveLength(1);
    expect(elsewhere.calls).toEqual([]);
  });

  it("sends an error with a long body is judged by its status", async () => {
    const { market } = await marketWithServer(() => ({ ...longBody(11_000_000, "chunked"), status: 404 }));
    expect((await failureOf(market.coin("ghost"))).reason).toBe("not-found");
  });
});

describe("a timeout", () => {
  it.each(["nothing", "some-body"] as const)("ends a call that stalls after %s", async (after) => {
    const limits = fakeTimeouts();
    const fetch = vi.spyOn(globalThis, "fetch");
    const { market, upstream } = await marketWithServer(() => ({ kind: "stall", after }), LIMIT);
    const failure = failureOf(market.exchanges());
    await eventually(() => expect(upstream.calls).toHaveLength(1));
    if (after === "some-body") await fetch.mock.results[0]?.value;
    limits.pass();
    expect((await failure).reason).toBe("timed-out");
    expect(limits.asked).toEqual([LIMIT.timeoutMs]);
  });

  it("frees the slot of a stalled call for the next one", async () => {
    const limits = fakeTimeouts();
    const { market, upstream, clock } = await marketWithServer(() => ({ kind: "stall" }), LIMIT);
    const pages = Array.from({ length: 6 }, (_, index) => index + 1);
    const failures = Promise.all(pages.map((page) => failureOf(market.coins("usd", page))));
    for (const calls of [4, 6]) {
      await eventually(() => expect(upstream.calls).toHaveLength(calls));
      limits.pass();
    }
    expect((await failures).map(({ reason }) => reason)).toEqual(pages.map(() => "timed-out"));
    upstream.behave(answerNormally);
    clock.advance(MINUTE);
    expect((await market.coins("usd", 1)).value).toHaveLength(1);
  });

  it("of 0 waits for a slow answer", async () => {
    const gate = createGate();
    const { market } = await marketWithServer(
      (call) => ({ kind: "slow", until: gate.opened, next: answerNormally(call) }),
      { timeoutMs: 0 },
    );
    const exchanges = market.exchanges();
    gate.open();
    expect((await exchanges).value).toHaveLength(1);
  });
});
