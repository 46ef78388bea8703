import { collectDefaultMetrics, type Metric, Registry } from "prom-client";

/** The dev server reloads changed modules along with their figures, which replace the previous ones. */
class ReloadableRegistry extends Registry {
  override registerMetric<Label extends string>(metric: Metric<Label>): void {
    if (import.meta.env.DEV && "name" in metric) this.removeSingleMetric(String(metric.name));
    super.registerMetric(metric);
  }
}

/** Figures of this process, in Prometheus terms. */
export const metricsRegistry = new ReloadableRegistry();

collectDefaultMetrics({ register: metricsRegistry });
