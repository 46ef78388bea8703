import { metricsRegistry } from "~/services/metrics.server";

export async function loader() {
  return new Response(await metricsRegistry.metrics(), {
    headers: { "Content-Type": metricsRegistry.contentType, "Cache-Control": "no-store" },
  });
}
