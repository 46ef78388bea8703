import { inspect } from "node:util";
import { expect, it } from "vitest";
import { FAULTS, limited, longBody } from "../../support/faulty-upstream";
import {
  eventually,
  failureOf,
  MINUTE,
  marketBeforeServer,
  SECOND,
  watchWarnings,
} from "./market-under-test";

const KEY = "CG-very-secret-key";

const FAILING = [
  { reason: "unreachable", behaviour: { kind: "reset" } },
  { reason: "unreachable", behaviour: { kind: "cut" } },
  { reason: "timed-out", behaviour: { kind: "stall" } },
  { reason: "limited", behaviour: limited("60") },
  { reason: "unknown", behaviour: FAULTS.unknownCoin },
  { reason: "bad-answer", behaviour: FAULTS.serverError },
  { reason: "bad-answer", behaviour: FAULTS.html },
  { reason: "bad-answer", behaviour: FAULTS.wrongShape },
  { reason: "bad-answer", behaviour: longBody(11_000_000, "chunked") },
  // A service may repeat what it was sent.
  {
    reason: "bad-answer",
    behaviour: { kind: "answer", status: 403, body: { error: `key ${KEY} is wrong` } },
  },
] as const;

/** A limit only where it is what ends the call, so that a busy machine does not run into it elsewhere. */
function limitFor({ kind }: { readonly kind: string }): number {
  return kind === "stall" ? 50 : 0;
}

it.each(FAILING)("is one line with reason, path and milliseconds: $reason", async ({ reason, behaviour }) => {
  const warnings = watchWarnings();
  const { market } = await marketBeforeServer(() => behaviour, {
    apiKey: KEY,
    timeoutMs: limitFor(behaviour),
  });
  await Promise.all([1, 2, 3].map(() => failureOf(market.coin("1move token"))));
  expect(warnings).toHaveBeenCalledTimes(1);
  const line = warnings.mock.calls[0]?.join(" ") ?? "";
  expect(line).toContain(reason);
  expect(line).toContain("/coins/1move%20token");
  expect(line).toMatch(/\b\d+ ms\b/);
  expect(line).not.toContain("\n");
});

it.each(FAILING)("holds the key nowhere, nor does the failure: $reason", async ({ behaviour }) => {
  const warnings = watchWarnings();
  const { market } = await marketBeforeServer(() => behaviour, {
    apiKey: KEY,
    timeoutMs: limitFor(behaviour),
  });
  const failure = await failureOf(market.coin("bitcoin"));
  expect(inspect(warnings.mock.calls, { depth: null })).not.toContain(KEY);
  expect(inspect(failure, { depth: null, showHidden: true })).not.toContain(KEY);
});

it("is not repeated for visitors who come during the cool-down", async () => {
  const warnings = watchWarnings();
  const { market, clock } = await marketBeforeServer(() => FAULTS.serverError);
  await failureOf(market.exchanges());
  clock.advance(4 * SECOND);
  await failureOf(market.exchanges());
  expect(warnings).toHaveBeenCalledTimes(1);
});

it("is written for a refresh in the background too", async () => {
  const warnings = watchWarnings();
  const { market, clock, upstream } = await marketBeforeServer();
  await market.coin("bitcoin");
  upstream.behave(() => FAULTS.serverError);
  clock.advance(MINUTE + 1);
  await market.coin("bitcoin");
  await eventually(() => expect(warnings).toHaveBeenCalledTimes(1));
});

it("is not written for text that can be no coin's id", async () => {
  const warnings = watchWarnings();
  const { market } = await marketBeforeServer();
  await failureOf(market.coin("a/b"));
  expect(warnings).not.toHaveBeenCalled();
});
