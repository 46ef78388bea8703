import { LRUCache } from "lru-cache";
import { MarketDataFailure } from "./failure.server";
import { COOL_DOWN } from "./lives.server";

interface FailedAddress {
  readonly failure: MarketDataFailure;
  readonly failures: number;
  /** On the service's clock, in milliseconds. */
  readonly until: number;
}

export interface CoolDown {
  /** The failure that forbids a call to this address now, with the time that is left as `retryAfterMs`; or null. */
  blocking(path: string): MarketDataFailure | null;
  /** The failure that forbids calls to the service as a whole now; or null. */
  pausing(): MarketDataFailure | null;
  /** Whether the latest call to this address failed, or none is allowed now. */
  isTroubled(path: string): boolean;
  /** A failure that was told of before counts once. */
  failed(path: string, failure: MarketDataFailure): void;
  succeeded(path: string): void;
}

/**
 * Leaves a failing service in peace. An address that failed is not called again for a while that doubles from 5 s to 5
 * min with each failure; an unknown coin not for 10 min. A service that says it is limited (429, or 503 with
 * `Retry-After`) is not called at all until the time it named, or for the cool-down of that address.
 */
export function createCoolDown(now: () => number, random: () => number): CoolDown {
  const failed = new LRUCache<string, FailedAddress>({ max: COOL_DOWN.maxEntries });
  let pause: { readonly until: number; readonly failure: MarketDataFailure } | null = null;

  function pausing() {
    if (pause === null || pause.until <= now()) return null;
    return withTimeLeft(pause.failure, pause.until - now());
  }

  return {
    pausing,
    blocking(path) {
      const known = failed.get(path);
      const paused = pausing();
      const leftMs = (known?.until ?? 0) - now();
      if (known === undefined || leftMs <= (paused?.retryAfterMs ?? 0)) return paused;
      return withTimeLeft(known.failure, leftMs);
    },
    isTroubled: (path) => failed.has(path) || pausing() !== null,
    failed(path, failure) {
      if (failed.get(path)?.failure === failure) return;
      const failures = (failed.get(path)?.failures ?? 0) + 1;
      const length = coolDownMs(failure, failures, random());
      failed.set(path, { failure, failures, until: now() + length });
      if (failure.reason === "limited" && (failure.status === 429 || failure.retryAfterMs !== undefined)) {
        pause = { until: Math.max(pause?.until ?? 0, now() + (failure.retryAfterMs ?? length)), failure };
      }
    },
    succeeded(path) {
      failed.delete(path);
    },
  };
}

function coolDownMs(failure: MarketDataFailure, failures: number, chance: number): number {
  if (failure.reason === "unknown") return COOL_DOWN.unknownMs;
  const length = Math.min(COOL_DOWN.firstMs * 2 ** (failures - 1), COOL_DOWN.longestMs);
  return length * (1 - COOL_DOWN.jitter * chance);
}

/** The same failure for a later visitor, without a call. */
function withTimeLeft(failure: MarketDataFailure, retryAfterMs: number): MarketDataFailure {
  return new MarketDataFailure(failure.reason, `${failure.message} (remembered)`, {
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(failure.code === undefined ? {} : { code: failure.code }),
    retryAfterMs,
    isRemembered: true,
    cause: failure,
  });
}
