import { metricsRegistry } from "~/services/metrics.server";

/** Answers with the figures of this process in Prometheus' text format. */
export async function loader() {
  return new Response(await metricsRegistry.metrics(), {
    headers: { "Content-Type": metricsRegistry.contentType, "Cache-Control": "no-store" },
  });
}
