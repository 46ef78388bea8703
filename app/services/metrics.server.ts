import { collectDefaultMetrics, Registry } from "prom-client";

/** Figures of this process, in Prometheus terms. */
export const metricsRegistry = new Registry();

collectDefaultMetrics({ register: metricsRegistry });
