import type { ServerResponse } from "node:http";
import { Counter, Histogram, type Registry } from "prom-client";

/** Source of an answer: a file from memory, a page from memory, or Remix. */
type AnsweredBy = "file" | "memory" | "remix";

export interface HttpMetrics {
  /** Counts a response when it is sent. @returns what corrects who answers it, until then */
  watch(response: ServerResponse, by: AnsweredBy): (by: AnsweredBy) => void;
}

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** Counts requests by who answered them, and how long that took, in Prometheus terms. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
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
  return {
    watch(response, by) {
      const start = performance.now();
      let answeredBy = by;
      response.once("finish", () => {
        requests.inc({ by: answeredBy, status: response.statusCode });
        seconds.observe({ by: answeredBy }, (performance.now() - start) / 1000);
      });
      return (corrected) => {
        answeredBy = corrected;
      };
    },
  };
}
