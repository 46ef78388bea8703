import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { MarketDataFailure } from "~/services/market-data/failure.server";
import { createClient } from "~/services/market-data/provider/client.server";
import { type Behaviour, FAULTS, limited, longBody, redirect } from "../../support/faulty-upstream";
import {
  eventually,
  failureOf,
  fakeTimeouts,
  MINUTE,
  marketWithServer,
  SECOND,
  watchWarnings,
} from "./market-under-test";

const KEY = "CG-very-secret-key";

const FAILING = [
  { reason: "unreachable", behaviour: { kind: "reset" } },
  { reason: "unreachable", behaviour: { kind: "cut" } },
  { reason: "timed-out", behaviour: { kind: "stall" } },
  { reason: "rate-limited", behaviour: limited("60") },
  { reason: "not-found", behaviour: FAULTS.coinNotFound },
  { reason: "bad-response", behaviour: FAULTS.serverError },
  { reason: "bad-response", behaviour: FAULTS.html },
  { reason: "bad-response", behaviour: FAULTS.wrongShape },
  { reason: "bad-response", behaviour: longBody(11_000_000, "chunked") },
  // A service may repeat what it was sent.
  {
    reason: "bad-response",
    behaviour: { kind: "answer", status: 403, body: { error: `key ${KEY} is wrong` } },
  },
] as const;

/** Reads coins from a service with this behaviour; where it stalls, the call times out. */
async function failuresOf(behaviour: Behaviour, ids: readonly string[]): Promise<MarketDataFailure[]> {
  const limits = fakeTimeouts();
  const { market, upstream } = await marketWithServer(() => behaviour, { apiKey: KEY });
  const failures = Promise.all(ids.map((id) => failureOf(market.coin(id))));
  await eventually(() => expect(upstream.calls).not.toHaveLength(0));
  if (behaviour.kind === "stall") limits.pass();
  return failures;
}

it.each(FAILING)("is one line with reason, path and milliseconds: $reason", async ({ reason, behaviour }) => {
  const warnings = watchWarnings();
  await failuresOf(behaviour, ["1move token", "1move token", "1move token"]);
  expect(warnings).toHaveBeenCalledTimes(1);
  const line = warnings.mock.calls[0]?.join(" ") ?? "";
  expect(line).toContain(reason);
  expect(line).toContain("/coins/1move%20token");
  expect(line).toMatch(/\b\d+ ms\b/);
  expect(line).not.toContain("\n");
});

it.each(FAILING)("never contains the key, nor does the failure: $reason", async ({ behaviour }) => {
  const warnings = watchWarnings();
  const failures = await failuresOf(behaviour, ["bitcoin"]);
  expect(inspect(warnings.mock.calls, { depth: null })).not.toContain(KEY);
  expect(inspect(failures, { depth: null, showHidden: true })).not.toContain(KEY);
});

it("is not repeated during the cool-down", async () => {
  const warnings = watchWarnings();
  const { market, clock } = await marketWithServer(() => FAULTS.serverError);
  await failureOf(market.exchanges());
  clock.advance(4 * SECOND);
  await failureOf(market.exchanges());
  expect(warnings).toHaveBeenCalledTimes(1);
});

it("is written for a refresh in the background too", async () => {
  const warnings = watchWarnings();
  const { market, clock, upstream } = await marketWithServer();
  await market.coin("bitcoin");
  upstream.behave(() => FAULTS.serverError);
  clock.advance(MINUTE + 1);
  await market.coin("bitcoin");
  await eventually(() => expect(warnings).toHaveBeenCalledTimes(1));
});

it("is not written for text that cannot be a coin's id", async () => {
  const warnings = watchWarnings();
  const { market } = await marketWithServer();
  await failureOf(market.coin("a/b"));
  expect(warnings).not.toHaveBeenCalled();
});

describe("distinguishes", () => {
  it.each([
    {
      what: "a reset",
      behaviour: { kind: "reset" },
      words: /: unreachable: .*: no connection \((ECONNRESET|UND_ERR_SOCKET)\)/,
    },
    {
      what: "a redirect",
      behaviour: redirect("https://elsewhere.test/"),
      words: /: bad-response: .*: HTTP 302/,
    },
  ] as const)("$what", async ({ behaviour, words }) => {
    const warnings = watchWarnings();
    const { market } = await marketWithServer(() => behaviour);
    await failureOf(market.exchanges());
    expect(warnings.mock.calls.join()).toMatch(words);
  });

  it("a connection that is refused", async () => {
    const warnings = watchWarnings();
    const { market, upstream } = await marketWithServer();
    await upstream.refuse();
    await failureOf(market.exchanges());
    expect(warnings.mock.calls.join()).toContain(": unreachable: /exchanges: no connection (ECONNREFUSED)");
  });

  it("a connection that cannot be made secure", async () => {
    const { upstream } = await marketWithServer();
    // It speaks no TLS.
    const baseUrl = upstream.url.replace("http:", "https:");
    const getBody = createClient({ baseUrl, apiKey: null, timeoutMs: 0, fetch });
    const failure = await failureOf(getBody("/exchanges", 1000));
    expect(failure.reason).toBe("unreachable");
    expect(failure.message).toMatch(/^\/exchanges: no connection \(ERR_SSL_[A-Z_]+\)$/);
  });
});
