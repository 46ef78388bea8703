import { getHeapStatistics } from "node:v8";
import { formatUtc, formatWait } from "~/domain/format/time";
import { monthAround, TIME } from "~/domain/time";
import { config } from "./config.server";
import { memoryLimit } from "./memory-limit.server";
import { BUILD, lastFailures, metricsRegistry } from "./metrics.server";
import { marketInWords } from "./settings.server";

/** Reads what the operator wants to know of this process, out of its metrics. Times are ISO 8601 in UTC; null: not known. */
export async function readStatus() {
  const metrics = await metricsRegistry.getMetricsAsJSON();
  const valuesOf = (name: string) => metrics.find((metric) => metric.name === name)?.values ?? [];
  const read = (name: string, label?: string) =>
    valuesOf(name).find(({ labels }) => labels["cache"] === label)?.value ?? null;
  const cache = (name: string) => ({ count: read("cache_entries", name), bytes: read("cache_bytes", name) });
  const now = Date.now();
  const [used, left] = [read("market_data_month_calls_used"), read("market_data_month_calls_left")];
  const daysPassed = (now - monthAround(now)[0]) / TIME.DAY;
  return {
    ...{ version: BUILD.version, commit: BUILD.revision, node: process.version },
    now: isoTime(now),
    since: isoTime(now - process.uptime() * TIME.SECOND),
    market: marketInWords(config.marketData),
    calls: {
      lastMinute: read("market_data_calls_last_minute"),
      /** 0: no limit. */
      perMinute: read("market_data_calls_per_minute"),
      waiting: read("market_data_queue_length"),
      usedOfMonth: used,
      leftOfMonth: left,
      /** Days until none is left, at the rate of this month. */
      lastForDays: used && left !== null ? (left / used) * daysPassed : null,
    },
    fetched: valuesOf("market_data_fetched_timestamp_seconds").map(({ labels, value }) => ({
      kind: String(labels["kind"]),
      at: isoTime(value * TIME.SECOND),
    })),
    failures: lastFailures.map(({ at, words }) => ({ at: isoTime(at), words })),
    sharedCache: { isUp: read("market_data_cache_up"), replicas: read("market_data_cache_replicas") },
    memory: { bytes: read("process_resident_memory_bytes"), limitBytes: memoryLimit() },
    heap: {
      bytes: read("nodejs_heap_size_used_bytes"),
      limitBytes: getHeapStatistics().heap_size_limit,
    },
    ...{ pages: cache("pages"), pictures: cache("pictures") },
  };
}

/** Returns the same for people: for each section its rows, of a name and what is to be said of it. */
export function statusInWords(status: Awaited<ReturnType<typeof readStatus>>) {
  const { calls, memory, heap, sharedCache, pages, pictures } = status;
  const ago = (time: string) =>
    `${formatUtc(Date.parse(time))}, ${formatWait(Date.parse(status.now) - Date.parse(time))} ago`;
  const megabytes = (bytes: number | null) =>
    `${((bytes ?? 0) / 1e6).toFixed(Number(bytes) < 1e7 ? 1 : 0)} MB`;
  const month = `${calls.usedOfMonth} used, ${calls.leftOfMonth} left`;
  const lasting = `${month}, enough for ${Math.floor(calls.lastForDays ?? 31)} days at this rate`;
  const inUse = sharedCache.isUp ? `in use, replicas: ${sharedCache.replicas}` : "out of use";
  return {
    "This process": [
      ["Version", `${status.version}, commit ${status.commit}, Node ${status.node}`],
      ["Since", ago(status.since)],
      ["Market", status.market.replace("Market data: ", "")],
      ["Shared cache", sharedCache.isUp === null ? "none" : inUse],
      ["Memory", `${megabytes(memory.bytes)} of ${megabytes(memory.limitBytes)}`],
      ["Heap", `${megabytes(heap.bytes)} of ${megabytes(heap.limitBytes)}`],
      ["Pages kept", `${pages.count ?? 0}, ${megabytes(pages.bytes)}`],
      ["Pictures kept", `${pictures.count ?? 0}, ${megabytes(pictures.bytes)}`],
    ],
    "Calls to the service": [
      ["Last minute", `${calls.lastMinute} of ${Math.floor(calls.perMinute ?? 0) || "any number"}`],
      ["Waiting", String(calls.waiting)],
      ["This month", calls.usedOfMonth === null ? "any number" : lasting],
    ],
    "Last fetched": status.fetched.map(({ kind, at }) => [kind, ago(at)]),
    "Last failures": status.failures.map(({ at, words }) => [formatUtc(Date.parse(at)), words]),
  };
}

const isoTime = (ms: number) => new Date(ms).toISOString();
