import type { ServerResponse } from "node:http";
import { Counter, Histogram, type Registry } from "prom-client";

/** Source of an answer: a file from memory, a page from memory, or Remix. */
type Source = "file" | "memory" | "remix";

export type WatchResponse = ReturnType<typeof createHttpMetrics>;

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Counts requests by source and status, and measures how long they took, for Prometheus. */
export function createHttpMetrics(registry: Registry) {
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests by who answered (file, memory, remix) and status.",
    labelNames: ["by", "status"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "http_request_seconds",
    help: "How long requests took until they were answered.",
    labelNames: ["by"],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  /** Counts a response once it is sent. @returns its source, which can be corrected until then */
  return function watch(response: ServerResponse, by: Source): { by: Source } {
    const start = performance.now();
    const answered = { by };
    response.once("finish", () => {
      requests.inc({ by: answered.by, status: response.statusCode });
      seconds.observe({ by: answered.by }, (performance.now() - start) / 1000);
    });
    return answered;
  };
}
