import type { ServerResponse } from "node:http";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

type Source = "file" | "memory" | "remix";

export type WatchResponse = ReturnType<typeof createHttpMetrics>;

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Counts requests by source, route and status, and those in flight, and measures how long they took, for Prometheus. */
export function createHttpMetrics(registry: Registry) {
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests by who answered (file, memory, remix), kind of page and status.",
    labelNames: ["by", "route", "status"],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: "http_requests_in_flight",
    help: "Requests whose answer is not fully sent.",
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "http_request_seconds",
    help: "How long requests took until they were answered.",
    labelNames: ["by"],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  /**
   * Counts a response once it is sent.
   * @param route the kind of page, of which there are few
   * @returns its source, which can be corrected until then
   */
  return function watch(response: ServerResponse, by: Source, route: string): { by: Source } {
    const start = performance.now();
    const answered = { by };
    inFlight.inc();
    response.once("close", () => inFlight.dec());
    response.once("finish", () => {
      requests.inc({ by: answered.by, route, status: response.statusCode });
      seconds.observe({ by: answered.by }, (performance.now() - start) / 1000);
    });
    return answered;
  };
}
