import { TIME } from "~/domain/time";
import type { Clock } from "../../clock.server";
import type { CachePolicy } from "./cache-policy.server";

/** Answer of the service, with its time. */
export interface Answer<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Same moment on this process' monotonic clock, by which its age is counted. */
  readonly receivedAt: number;
}

/** Milliseconds since the service gave an answer. */
export function ageOf(answer: Answer<unknown>, clock: Clock): number {
  return clock.monotonic() - answer.receivedAt;
}

/** Tells what a policy lets be done with an answer; none at all counts as expired. */
export function freshnessOf(
  answer: Answer<unknown> | undefined,
  policy: CachePolicy,
  clock: Clock,
): "fresh" | "stale" | "expired" {
  if (answer === undefined || ageOf(answer, clock) > policy.maxAgeMs) return "expired";
  if (policy.endsWithMinute && minuteOf(answer.fetchedAt) !== minuteOf(clock.now())) return "expired";
  return ageOf(answer, clock) <= policy.ttlMs ? "fresh" : "stale";
}

/** Milliseconds for which an answer is still fresh; 0 once it is stale. */
export function freshForMs(answer: Answer<unknown>, policy: CachePolicy, clock: Clock): number {
  const leftMs = policy.ttlMs - ageOf(answer, clock);
  const minuteMs = TIME.MINUTE - (clock.now() % TIME.MINUTE);
  return Math.max(0, policy.endsWithMinute ? Math.min(leftMs, minuteMs) : leftMs);
}

function minuteOf(time: number): number {
  return Math.floor(time / TIME.MINUTE);
}
