import { Registry } from "prom-client";
import { onTestFinished, vi } from "vitest";
import type { Currency } from "~/domain/market/currency";
import type { Range } from "~/domain/market/range";
import { TIME } from "~/domain/time";
import { createPatience } from "~/services/market-data/gate/patience.server";
import { createMarketData, type MarketData } from "~/services/market-data/market-data.server";
import { MarketDataFailure } from "~/services/market-data/policy/failure.server";
import { createClient } from "~/services/market-data/source/client.server";
import {
  type AnswerStore,
  EMPTY_STORE,
  type RawAnswer,
} from "~/services/market-data/store/answer-store.server";
import { type Behaviour, startFaultyUpstream, type UpstreamCall } from "../../support/faulty-upstream";
import { bodyFor } from "./small-bodies";

export const { SECOND, MINUTE, HOUR, DAY } = TIME;

/** A clock that the test moves. */
export function createClock(start = Date.UTC(2026, 10, 20)) {
  let time = start;
  let monotonic = 1000;
  return {
    now: () => time,
    monotonic: () => monotonic,
    advance(ms: number) {
      time += ms;
      monotonic += ms;
    },
    /** Sets the time of day, as an operator or NTP does; no time passes. */
    step(ms: number) {
      time += ms;
    },
  };
}

interface MarketSetting {
  readonly callsPerMonth?: number;
  readonly callsPerMinute?: number;
  readonly firstCallsPerMinute?: number;
  readonly store?: AnswerStore;
  readonly memoryBytes?: number;
  /** When the clock starts, in milliseconds since the epoch. */
  readonly start?: number;
}

/** A market whose network is a plain function that returns parsed bodies. */
export function marketWithFunction({ start, ...setting }: MarketSetting = {}) {
  const clock = createClock(start);
  const registry = new Registry();
  const calls: string[] = [];
  const begin = clock.monotonic();
  /** When they have started, in milliseconds from now. */
  const starts: number[] = [];
  const service = { answer: (path: string): unknown => bodyFor(path) };
  const getBody = async (path: string) => {
    calls.push(path);
    starts.push(clock.monotonic() - begin);
    return JSON.stringify(await service.answer(path));
  };
  const market = createMarketData({ ...setting, getBody, clock, registry });
  /** Keeps the answers to calls from now on waiting. @returns what lets them go */
  function hold(): () => void {
    const [gate, { answer }] = [createGate(), service];
    service.answer = (path) => gate.opened.then(() => answer(path));
    return gate.open;
  }
  const table = () => market.coins("usd", 1, "market_cap_desc");
  return { market, clock, registry, calls, starts, service, hold, table };
}

/** The same, where timers and the clock move together. Needs `fakeTimers`. */
export function marketInTime(setting?: MarketSetting) {
  const market = marketWithFunction(setting);
  return {
    ...market,
    async wait(ms: number, stepMs = 50) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        const step = Math.min(stepMs, ms - passed);
        market.clock.advance(step);
        await vi.advanceTimersByTimeAsync(step);
        await promisesSettled();
      }
    },
  };
}

/** A market with 10,000 calls a month. @returns beside the others, for how long prices and facts stay fresh at the moment */
export function marketOnPlan(setting: MarketSetting = {}) {
  const market = marketWithFunction({ callsPerMonth: 10_000, ...setting });
  const freshMs = async (what: "prices" | "facts") =>
    SECOND * (await metricOf(market.registry, `market_data_${what}_fresh_seconds`));
  return { ...market, freshMs };
}

/** A market in front of a real server, over HTTP; the server is stopped after the test. */
export async function marketWithServer(
  behaviour: (call: UpstreamCall) => Behaviour = answerNormally,
  { apiKey = null, timeoutMs = 0 }: { readonly apiKey?: string | null; readonly timeoutMs?: number } = {},
) {
  const upstream = await startFaultyUpstream(behaviour);
  onTestFinished(() => upstream.stop());
  const clock = createClock();
  const fetch = (request: Request) => globalThis.fetch(request);
  const getBody = createClient({ baseUrl: upstream.url, apiKey, timeoutMs, fetch });
  const market = createMarketData({ getBody, clock, registry: new Registry() });
  return { market, clock, upstream };
}

/** What replicas share. @param isKept what it keeps; everything, unless given */
export function storeInMemory(isKept = (_name: string) => true) {
  const stored = new Map<string, RawAnswer>();
  const store: AnswerStore = {
    ...EMPTY_STORE,
    read: async (name) => ({ answer: stored.get(name) ?? null, pauseMs: 0 }),
    write: (name, answer) => void (isKept(name) && stored.set(name, answer)),
  };
  return { store, stored };
}

export function answerNormally({ path }: Pick<UpstreamCall, "path">): Behaviour {
  return { kind: "answer", body: bodyFor(path) };
}

/** The failure that such a function throws for a service that cannot be reached. */
export function failUnreachable(): never {
  throw new MarketDataFailure("unreachable", "no connection");
}

/** The same for a service that asks for a pause. */
export function refuseFor(ms: number): never {
  throw new MarketDataFailure("rate-limited", "HTTP 429", { status: 429, retryAfterMs: ms });
}

export const categoryOf = (market: MarketData, id = "layer-1", page = 1) =>
  market.coins("usd", page, null, undefined, id);

/** Lets a market know of these coins that they are all there are. */
export function noteWholeList(
  { market, clock }: Pick<ReturnType<typeof marketWithFunction>, "market" | "clock">,
  ids: readonly string[],
): void {
  const value = new Map(ids.map((id) => [id, { id, symbol: id, name: id }]));
  market.records.noteWholeList({ value, fetchedAt: clock.now(), receivedAt: clock.monotonic() });
}

export const historyOf = (market: MarketData, range: Range, id = "bitcoin", currency: Currency = "usd") =>
  market.priceHistory({ id, currency, range });

/** The patience of a visitor who waits for no call to start. */
export const hurried = () => createPatience(undefined, 0);

export function times<Result>(count: number, make: (number: number) => Result): Result[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

/** The ids `coin-1`, `coin-2` and so on. */
export const numbered = (count: number, name = "coin") => times(count, (number) => `${name}-${number}`);

/** The ids that a call asks for, if it names any. */
export const idsOf = (path: string) =>
  new URL(path, "http://service.test").searchParams.get("ids")?.split(",");

/** Returns the value of a metric without labels. */
export async function metricOf(registry: Registry, name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await registry.metrics())?.[1]);
}

/** Returns the failure that the promise rejects with; fails the test if it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<MarketDataFailure> {
  const outcome = await promise.then(
    () => "it succeeded",
    (error: unknown) => error,
  );
  if (outcome instanceof MarketDataFailure) return outcome;
  throw new Error(`a MarketDataFailure was expected, but: ${String(outcome)}`);
}

/** Resolves once everything that waits only for promises, or for its turn to go on with a long list, is done. */
export async function promisesSettled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A promise that the test resolves. */
export function createGate<Value = void>() {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Fakes timers and the date. `setImmediate` stays real: it runs when all promises are settled. @returns what ends it */
export function fakeTimers(): () => void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  return () => void vi.useRealTimers();
}

/** Lets the test decide when calls time out, however busy the machine is. */
export function fakeTimeouts(): { readonly asked: readonly number[]; readonly pass: () => void } {
  const asked: number[] = [];
  let pending: AbortController[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    asked.push(ms);
    const limit = new AbortController();
    pending.push(limit);
    return limit.signal;
  });
  return {
    asked,
    pass() {
      for (const limit of pending) limit.abort(new DOMException("The operation timed out", "TimeoutError"));
      pending = [];
    },
  };
}

/** Waits until it no longer throws, for what happens in the background over HTTP; patient with a busy machine. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000, interval: 5 });
}
