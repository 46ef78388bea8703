import { collectDefaultMetrics, type Metric, Registry } from "prom-client";

/** The dev server loads changed modules again, and with them their figures, which replace those of before. */
class ReloadableRegistry extends Registry {
  override registerMetric<Label extends string>(metric: Metric<Label>): void {
    if (import.meta.env.DEV && "name" in metric) this.removeSingleMetric(String(metric.name));
    super.registerMetric(metric);
  }
}

/** Figures of this process, in Prometheus terms. */
export const metricsRegistry = new ReloadableRegistry();

collectDefaultMetrics({ register: metricsRegistry });
